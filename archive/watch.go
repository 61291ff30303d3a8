package archive

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// The channels of the database on which changes are notified.
const (
	gameChannel    = "gridkeeper_game"
	sessionChannel = "gridkeeper_session"
)

// Notification is something that happened in the archive, here or in another process: a game changed, or a
// session ended. The zero value says that anything may have been missed.
type Notification struct {
	GameID    int64
	SessionID int64
}

// checkEvery is how often the connection is asked whether it is still there. Whatever was not notified,
// because a process died, is found then.
const checkEvery = 30 * time.Second

// Watch reports what happens until ctx ends, whose error it returns, over one connection of its own. Where that
// is lost it connects again, and reports the zero Notification, as whatever happened meanwhile is not known;
// so it does at the start and every half minute. happened must not wait for anything.
func (s *Store) Watch(ctx context.Context, happened func(Notification)) error {
	for pause := time.Duration(0); ; pause = min(2*pause+100*time.Millisecond, 5*time.Second) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		if s.watch(ctx, func(n Notification) { pause = 0; happened(n) }) == nil {
			return ctx.Err()
		}
	}
}

// watch reports what happens until the connection is lost, or ctx ends.
func (s *Store) watch(ctx context.Context, happened func(Notification)) error {
	c, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	for _, channel := range []string{gameChannel, sessionChannel} {
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
	switch {
	case err != nil:
		return Notification{} // of a newer version: look at everything
	case channel == gameChannel:
		return Notification{GameID: id}
	}
	return Notification{SessionID: id}
}
