package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// errLost is the error of a session that cannot go on: another one has to begin.
var errLost = errors.New("the gateway session is lost")

const (
	// longestWait keeps a bot whose sessions end again and again below the 1,000 new
	// sessions a day after which Discord takes its token away.
	longestWait = 2 * time.Minute

	goodConnection = time.Minute      // after one that lasted so long, the waits begin anew
	goodSession    = 10 * time.Minute // the same for sessions
)

// ErrToken means that Discord does not know the token.
var ErrToken = errors.New("discord refuses the bot's token: copy it again from " +
	"https://discord.com/developers/applications (Bot, Reset Token) and set discord.token")

// Config says how to connect, and who gets the events. All of it is required.
type Config struct {
	Token      string
	APIBaseURL string            // with the version: https://discord.com/api/v10
	Transport  http.RoundTripper // of the REST calls
	Log        *slog.Logger

	StallAfter time.Duration // a connection that is silent for longer is closed
	StuckAfter time.Duration // a connection on which discordgo does not react for longer is closed
	RetryAfter time.Duration // before the first attempt to connect again, then doubling

	// The functions must not block.
	Receive func(*discordgo.Interaction)
	Gone    func(guildID, channelID string) // a channel was deleted; "" for all: the guild removed the bot
	Joined  func(guildID string)            // the bot is in a guild that is there; of all of them when a session begins
	Changed func(guildID string)            // what the bot may do in a guild may have changed
}

// gateway keeps the bot connected.
type gateway struct{ Config }

// Run stays connected until ctx ends, which is not an error. It returns an error where
// Discord refuses the bot for good.
func Run(ctx context.Context, config Config) error {
	g := &gateway{config}
	for wait := g.RetryAfter; ; wait = min(2*wait, longestWait) {
		began := time.Now()
		err := g.hold(ctx, g.newSession())
		if ctx.Err() != nil || !errors.Is(err, errLost) {
			return err
		}
		if time.Since(began) > goodSession {
			wait = g.RetryAfter
		}
		g.Log.Warn("discord: the session is lost", "error", err, "retry in", wait)
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// hold keeps one session, through as many connections as it takes: Discord resumes it after
// each and repeats what was missed. It returns when the session is lost or ctx ends.
func (g *gateway) hold(ctx context.Context, s *session) error {
	for wait := g.RetryAfter; ; wait = min(2*wait, longestWait) {
		began := time.Now()
		err := g.connect(ctx, s)
		if ctx.Err() != nil {
			return nil
		}
		if err := final(err); err != nil {
			return err
		}
		if time.Since(began) > goodConnection {
			wait = g.RetryAfter
		}
		g.Log.Info("discord: not connected", "error", err, "retry in", wait)
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// connect makes one connection and watches it until it ends, which is not an error.
func (g *gateway) connect(ctx context.Context, s *session) error {
	err := s.open(ctx, g.StallAfter/2, g.StuckAfter)
	if err == nil {
		g.Log.Info("discord: connected")
		err = s.watch(ctx, g.StallAfter)
	}
	if ctx.Err() != nil {
		s.close()
	}
	return err
}

// final returns the error that ends a session, because another connection would end in it
// too: one that wraps errLost, or one that says what to do where Discord refuses the bot for
// good. It returns nil for what may pass.
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
		return ErrToken
	case 4010, 4011:
		return fmt.Errorf("discord asks for sharding (close code %d): the bot is in too many guilds for one connection", closed.Code)
	case 4012, 4013, 4014:
		return fmt.Errorf("discord refuses the connection (close code %d %s): update gridkeeper", closed.Code, closed.Text)
	}
	// Among them those of a session that cannot be resumed, which discordgo would repeat for ever.
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
