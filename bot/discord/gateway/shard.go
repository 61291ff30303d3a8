package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// shard keeps one shard connected.
type shard struct {
	*Config
	gate      *gate
	log       *slog.Logger
	id, count int
	end       func()
	ready     atomic.Bool     // it is connected
	changed   chan<- struct{} // gets something when it has connected
	state     *metrics.Shard
}

// run stays connected until ctx ends, which is not an error. It returns an error if Discord
// refuses the shard for good.
func (s *shard) run(ctx context.Context) error {
	for wait := s.RetryAfter; ; wait = min(2*wait, longestWait) {
		began := time.Now()
		err := s.hold(ctx, s.newSession())
		if ctx.Err() != nil || !errors.Is(err, errLost) {
			return err
		}
		if time.Since(began) > longestWait {
			wait = s.RetryAfter
		}
		s.log.Warn("discord: the session is lost", "error", err, "retry in", wait)
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// hold keeps one session, through as many connections as it takes: Discord resumes it after
// each and repeats the missed events. The second attempt to connect is made at once, since players wait meanwhile. It returns
// when the session is lost or ctx ends.
func (s *shard) hold(ctx context.Context, n *session) error {
	for wait := time.Duration(0); ; wait = min(max(2*wait, s.RetryAfter), longestWait) {
		began := time.Now()
		err := s.connect(ctx, n)
		s.ready.Store(false)
		if ctx.Err() != nil {
			return nil
		}
		s.state.Disconnected()
		if err := s.final(err); err != nil {
			return err
		}
		if time.Since(began) > goodConnection {
			wait = 0
		}
		s.log.Warn("discord: not connected", "error", err, "retry in", wait)
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// connect makes one connection and watches it until it ends, which is not an error.
func (s *shard) connect(ctx context.Context, n *session) error {
	err := s.open(ctx, n)
	if err == nil {
		s.log.Info("discord: connected")
		s.ready.Store(true)
		s.state.Connected()
		select {
		case s.changed <- struct{}{}:
		default:
		}
		err = resumable(n.watch(ctx, s.StallAfter))
	}
	if ctx.Err() != nil {
		n.close()
	}
	return err
}

// open connects a session. One that Discord does not know yet waits for its turn.
func (s *shard) open(ctx context.Context, n *session) error {
	if n.known.Load() {
		return n.open(ctx, s.StallAfter/2)
	}
	leave, err := s.gate.enter(ctx, s.id)
	if err != nil {
		return err
	}
	defer func() { leave(n.greeted()) }()
	if n.address, err = s.gate.address(ctx); err != nil {
		return err
	}
	return n.open(ctx, s.StallAfter/2)
}

// resumable returns the error of an open connection that ended. If Discord resumes the session after it, the error is one that does not
// end the session.
func resumable(err error) error {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
		switch closed.Code {
		case 4000, 4001, 4002, 4008: // an error of Discord's or of discordgo's; too much was sent
			return fmt.Errorf("discord closed the connection with code %d %s", closed.Code, closed.Text)
		}
	}
	return err
}

// final returns the error that ends a session because another connection would fail with it
// too. It wraps errLost or errTooFew, or suggests a remedy if Discord refuses the
// bot for good. It returns nil for an error that may pass.
func (s *shard) final(err error) error {
	if errors.Is(err, errLost) || errors.Is(err, rest.ErrToken) {
		return err
	}
	closed, ok := errors.AsType[*websocket.CloseError](err)
	if !ok || closed.Code < 4000 { // the codes below are those of any WebSocket
		return nil
	}
	switch closed.Code {
	case 4004:
		return rest.ErrToken
	case 4010:
		return fmt.Errorf("discord refuses shard %d of %d (close code 4010 %s)", s.id, s.count, closed.Text)
	case 4011:
		return fmt.Errorf("%w (close code 4011)", errTooFew)
	case 4012, 4013, 4014:
		return fmt.Errorf("discord refuses the connection (close code %d %s): update gridkeeper", closed.Code, closed.Text)
	}
	// These codes include a session that timed out and one that Discord does not resume: it would not the next time either.
	return fmt.Errorf("%w: discord closed it with code %d %s", errLost, closed.Code, closed.Text)
}
