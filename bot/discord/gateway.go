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

// errStuck is the error of a session that answers no more and must be thrown away.
var errStuck = errors.New("the gateway session is stuck")

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
	for wait := g.config.RetryAfter; ; wait = min(2*wait, time.Minute) {
		began := time.Now()
		err := g.keep(ctx, g.newLink())
		if ctx.Err() != nil || !errors.Is(err, errStuck) {
			return err
		}
		if time.Since(began) > 10*time.Minute {
			wait = g.config.RetryAfter
		}
		g.log.Warn("discord: session thrown away", "reason", err, "again in", wait)
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// keep holds one session, through as many connections as it takes; Discord then resumes
// it and repeats what was missed.
func (g *gateway) keep(ctx context.Context, l *link) error {
	wait := g.config.RetryAfter
	for {
		err := l.open(ctx, g.config.StallAfter/4)
		switch {
		case ctx.Err() != nil:
			l.close()
			return nil
		case errors.Is(err, errStuck):
			return err
		case refusedForGood(err) != nil:
			return refusedForGood(err)
		case err != nil:
			g.log.Warn("discord: cannot connect", "error", err, "again in", wait)
			if !sleep(ctx, wait) {
				return nil
			}
			wait = min(2*wait, time.Minute)
			continue
		}
		wait = g.config.RetryAfter
		g.log.Info("discord: connected")
		if err := l.watch(ctx, g.config.StallAfter); err != nil {
			return err
		}
		if ctx.Err() != nil {
			l.close()
			return nil
		}
		g.log.Info("discord: disconnected")
	}
}

// refusedForGood returns what to mend where Discord closed a connection with a code that
// another attempt would meet again.
func refusedForGood(err error) error {
	closed, ok := errors.AsType[*websocket.CloseError](err)
	if !ok {
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
	return nil
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
