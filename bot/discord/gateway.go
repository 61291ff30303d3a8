package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// errLost is the error of a session that must be thrown away: another one begins anew.
var errLost = errors.New("the gateway session is lost")

const (
	// longestWait keeps a bot that is thrown out again and again below the 1,000 new
	// sessions a day after which Discord takes its token away.
	longestWait = 2 * time.Minute

	settled    = time.Minute      // a connection that lasted so long was a good one
	settledFor = 10 * time.Minute // the same of a session
)

// gateway keeps the bot connected. discordgo's own reconnection is off: it repeats what
// Discord refused for good, and an Op 7 that comes as the first packet locks it up for
// ever. So each connection is opened and watched from here, by a wire of our own and
// never through the session's locks.
type gateway struct {
	config Config
	client *client
	log    *slog.Logger
	take   func(*discordgo.Interaction)
}

// run stays connected until ctx ends, which is no error. It returns an error where
// Discord refuses the bot for good.
func (g *gateway) run(ctx context.Context) error {
	for wait := g.config.RetryAfter; ; wait = min(2*wait, longestWait) {
		began := time.Now()
		err := g.keep(ctx, g.newLink())
		if ctx.Err() != nil || !errors.Is(err, errLost) {
			return err
		}
		if time.Since(began) > settledFor {
			wait = g.config.RetryAfter
		}
		g.log.Warn("discord: session thrown away", "reason", err, "again in", wait)
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// keep holds one session, through as many connections as it takes; Discord then resumes
// it and repeats what was missed. It returns when the session is lost or ctx ends.
func (g *gateway) keep(ctx context.Context, l *link) error {
	for wait := g.config.RetryAfter; ; wait = min(2*wait, longestWait) {
		began := time.Now()
		err := g.connect(ctx, l)
		if ctx.Err() != nil {
			return nil
		}
		if err := final(err); err != nil {
			return err
		}
		if time.Since(began) > settled {
			wait = g.config.RetryAfter
		}
		g.log.Info("discord: not connected", "error", err, "again in", wait)
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// connect makes one connection and watches it until it ends, which is no error.
func (g *gateway) connect(ctx context.Context, l *link) error {
	err := l.open(ctx, g.config.StallAfter/4)
	if err == nil {
		g.log.Info("discord: connected")
		err = l.watch(ctx, g.config.StallAfter)
	}
	if ctx.Err() != nil {
		l.close()
	}
	return err
}

// final returns the error that ends a session, which another connection would meet again:
// one that wraps errLost, or what to mend where Discord refuses the bot for good. It
// returns nil for what may pass.
func final(err error) error {
	if errors.Is(err, errLost) {
		return err
	}
	closed, ok := errors.AsType[*websocket.CloseError](err)
	if !ok || closed.Code < 4000 { // below are those of any WebSocket
		return nil
	}
	switch closed.Code {
	case 4004:
		return errToken
	case 4010, 4011:
		return fmt.Errorf("discord asks for sharding (close code %d): the bot is on too many servers for one connection", closed.Code)
	case 4012, 4013, 4014:
		return fmt.Errorf("discord refuses the connection (close code %d %s): update gridkeeper", closed.Code, closed.Text)
	}
	// Among them those of a session that cannot be resumed, which discordgo would try for ever.
	return fmt.Errorf("%w: discord closed it with code %d %s", errLost, closed.Code, closed.Text)
}

// sleep waits, and reports false where ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
