package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// The channels of the database on which changes are notified.
const (
	GameChannel    = "gridkeeper_game"
	SessionChannel = "gridkeeper_session"
)

// Notification is a change of the row with an id, reported on a channel of the database. The zero value says
// that anything may have been missed.
type Notification struct {
	Channel string
	ID      int64
}

// checkEvery is how often the connection is asked whether it is still there. Whatever was not notified,
// because a process died, is found then.
const checkEvery = 30 * time.Second

// Watch reports what is notified on some channels until ctx ends, whose error it returns, over one connection of its own. Where that
// is lost it connects again, and reports the zero Notification, as whatever happened meanwhile is not known;
// so it does at the start and every half minute. happened must not wait for anything.
func (db *DB) Watch(ctx context.Context, channels []string, happened func(Notification)) error {
	for pause := time.Duration(0); ; pause = min(2*pause+100*time.Millisecond, 5*time.Second) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		if db.watch(ctx, channels, func(n Notification) { pause = 0; happened(n) }) == nil {
			return ctx.Err()
		}
	}
}

// watch reports what is notified until the connection is lost, or ctx ends.
func (db *DB) watch(ctx context.Context, channels []string, happened func(Notification)) error {
	c, err := pgx.ConnectConfig(ctx, db.sessions.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	for _, channel := range channels {
		if _, err := c.Exec(ctx, `listen `+channel); err != nil {
			return err
		}
	}
	for ctx.Err() == nil {
		happened(Notification{})
		if err := forwardFor(ctx, c, checkEvery, happened); err != nil {
			return err
		}
	}
	return nil
}

// forwardFor reports notifications for some time, and checks the connection.
func forwardFor(ctx context.Context, c *pgx.Conn, limit time.Duration, happened func(Notification)) error {
	wait, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		n, err := c.WaitForNotification(wait)
		if err != nil && wait.Err() == nil {
			return err
		}
		if err != nil {
			break
		}
		happened(notificationOf(n.Channel, n.Payload))
	}
	ping, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	return c.Ping(ping)
}

func notificationOf(channel, payload string) Notification {
	id, err := strconv.ParseInt(payload, 10, 64)
	if err != nil {
		return Notification{} // of a newer version: look at everything
	}
	return Notification{channel, id}
}
