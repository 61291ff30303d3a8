package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// turnFor limits a turn if its owner dies: longer than it takes to open a
// session.
const turnFor = 10 * time.Second

// turns hand out the turns of new sessions. There is one at a time for each key, and a pause before
// the next: Discord refuses a session that is opened too early.
type turns interface {
	// TakeIdentify returns how long to wait before trying again, 0 if the owner has the turn.
	TakeIdentify(ctx context.Context, key int, owner string, lease time.Duration) (wait time.Duration, err error)
	EndIdentify(ctx context.Context, key int, owner string, pause time.Duration) error
}

// gate lets new sessions through at the rate that Discord allows. All processes of a bot share the number of sessions
// of a day, and the keys.
type gate struct {
	client *rest.Client
	log    *slog.Logger
	owner  string
	pause  time.Duration // between two sessions of a key
	own    ownTurns
	shared turns // nil: no other process has the bot's token

	mu    sync.Mutex
	known limits
	at    time.Time // when Discord sent them
}

// enter waits for the turn of a shard. The caller calls leave when its attempt is over, with
// true if it may have opened a session.
func (g *gate) enter(ctx context.Context, shard int) (leave func(opened bool), err error) {
	for {
		l, err := g.ask(ctx)
		if err != nil {
			return nil, err
		}
		key := shard % l.Start.MaxConcurrency
		end, err := g.take(ctx, key)
		if err != nil {
			return nil, err
		}
		wait, ok := g.spend(ctx)
		if ok {
			return end, nil
		}
		end(false)
		g.log.Warn("discord: no more sessions may be opened for now", "shard", shard, "waiting", wait.Round(time.Second))
		if !sleep(ctx, wait) {
			return nil, ctx.Err()
		}
		g.forget()
	}
}

// take waits for the turn of a key, first in this process and then among all.
func (g *gate) take(ctx context.Context, key int) (end func(opened bool), err error) {
	if err := await(ctx, &g.own, key, g.owner); err != nil {
		return nil, err
	}
	shared := g.shared
	if shared != nil {
		if err := await(ctx, shared, key, g.owner); ctx.Err() != nil {
			_ = g.own.EndIdentify(ctx, key, g.owner, 0)
			return nil, ctx.Err()
		} else if err != nil {
			// The bot works without the database, if only to report that. Discord refuses one of two sessions opened
			// at the same time, and that one is tried again.
			g.log.Warn("discord: a session is opened without the turns of other processes", "error", err)
			shared = nil
		}
	}
	return func(opened bool) {
		pause := time.Duration(0)
		if opened {
			pause = g.pause
		}
		_ = g.own.EndIdentify(ctx, key, g.owner, pause)
		if shared == nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), databaseIn)
		defer cancel()
		if err := shared.EndIdentify(ctx, key, g.owner, pause); err != nil {
			g.log.Warn("discord: a turn ends late", "after", turnFor, "error", err)
		}
	}, nil
}

// maxNap limits the wait of a session before it tries again to take its turn: the turn
// before may end early.
const maxNap = 200 * time.Millisecond

// await takes the turn of a key.
func await(ctx context.Context, t turns, key int, owner string) error {
	for {
		wait, err := take(ctx, t, key, owner)
		if err != nil || wait <= 0 {
			return err
		}
		if !sleep(ctx, min(wait, maxNap)) {
			return ctx.Err()
		}
	}
}

// take tries to take the turn of a key once.
func take(ctx context.Context, t turns, key int, owner string) (wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, databaseIn)
	defer cancel()
	return t.TakeIdentify(ctx, key, owner, turnFor)
}

// ask returns Discord's limits for new sessions, and asks again if they are old. It tries again after
// errors that may pass.
func (g *gate) ask(ctx context.Context) (l limits, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.at.IsZero() && time.Since(g.at) < g.pause {
		return g.known, nil
	}
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		l = limits{}
		attempt, cancel := context.WithTimeout(ctx, askIn)
		err = g.client.Call(attempt, http.MethodGet, "/gateway/bot", nil, nil, &l)
		cancel()
		l.Shards = min(max(l.Shards, 1), maxShards)
		l.Start.MaxConcurrency = max(l.Start.MaxConcurrency, 1)
		if err == nil {
			g.known, g.at = l, time.Now()
			return l, nil
		}
		if errors.Is(err, rest.ErrToken) || ctx.Err() != nil {
			return l, err
		}
		g.log.Warn("discord: the gateway is not known", "error", err, "retry in", wait)
		if !sleep(ctx, wait) {
			return l, ctx.Err()
		}
	}
}

// address returns the gateway's address.
func (g *gate) address(ctx context.Context) (string, error) {
	l, err := g.ask(ctx)
	return l.URL, err
}

// forget makes the next call of ask ask Discord again.
func (g *gate) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.at = time.Time{}
}

// spend takes one of the sessions that may be opened. If none is left, it returns the time
// until there are more. It keeps as many in reserve as can be opened at once: other processes may be
// opening them just now.
func (g *gate) spend(ctx context.Context) (wait time.Duration, ok bool) {
	l, err := g.ask(ctx)
	if err != nil {
		return time.Second, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if l.Start.Remaining < l.Start.MaxConcurrency {
		return max(time.Duration(l.Start.ResetAfter)*time.Millisecond, g.pause), false
	}
	g.known.Start.Remaining--
	return 0, true
}

// ownTurns are the turns of one process. The zero value is ready for use.
type ownTurns struct {
	mu   sync.Mutex
	free map[int]time.Time
}

// TakeIdentify implements [turns].
func (o *ownTurns) TakeIdentify(_ context.Context, key int, _ string, lease time.Duration) (time.Duration, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.free == nil {
		o.free = map[int]time.Time{}
	}
	if wait := time.Until(o.free[key]); wait > 0 {
		return wait, nil
	}
	o.free[key] = time.Now().Add(lease)
	return 0, nil
}

// EndIdentify implements [turns].
func (o *ownTurns) EndIdentify(_ context.Context, key int, _ string, pause time.Duration) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.free[key] = time.Now().Add(pause)
	return nil
}

// limits are Discord's limits for new sessions.
type limits struct {
	URL    string `json:"url"`    // of the gateway
	Shards int    `json:"shards"` // as many as it recommends
	Start  struct {
		Remaining      int   `json:"remaining"`   // sessions that may be opened
		ResetAfter     int64 `json:"reset_after"` // milliseconds until Remaining is full again
		MaxConcurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// askIn limits one call for the limits.
const askIn = 10 * time.Second
