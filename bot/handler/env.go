package handler

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/metrics"
)

// Config is what a bot is made with; every field may be left out.
type Config struct {
	// Now is the clock by which it is a date; nil is time.Now. It should be the archive's.
	Now func() time.Time
	// Lease is how long one process may take for one post before another takes over;
	// 0 is a minute.
	Lease time.Duration
	// Progress says how far the work is that machines share; nil: not known.
	Progress func(context.Context) (chat.Progress, error)
	// WebURL is the address at which package web serves the same archive, such as
	// "https://sudoku.example.org"; "": none, and no links to it are given.
	WebURL string
	// Ledger is what the bot relies on once and for all; nil is the store. Tests inject faults by it.
	Ledger Ledger
	// Log takes what players need not see; nil is silent.
	Log *slog.Logger
	// Metrics counts posts; nil counts nothing.
	Metrics *metrics.Metrics
}

// Env is what handlers work with: the archive, the clock, the log, and what this process remembers. It is safe
// for concurrent use.
type Env struct {
	Store      *archive.Store
	Config     Config
	Due        sync.Map      // guild ID to the newest date whose post is in the outbox
	Followed   sync.Map      // guild ID and kind of follow-up to the newest date that is in the outbox
	Complaints sync.Map      // guild ID to the error that is in the log already
	Swept      atomic.Int64  // when data of guilds were erased last, in Unix seconds
	Checking   chan struct{} // holds one element for each channel that is being checked for /schedule
}

// Ledger is what makes an answer or a post happen once: the requests that are kept with their answers, and
// the outbox.
type Ledger interface {
	Once(ctx context.Context, request string, work func(context.Context) ([]byte, error)) ([]byte, error)
	AddPost(ctx context.Context, daily daily.Daily, channelID string) error
	Claim(ctx context.Context, owner string, lease time.Duration, most daily.Rank) (daily.Post, bool, error)
	Complete(ctx context.Context, post daily.Post, owner, messageID string) error
	Retry(ctx context.Context, post daily.Post, owner, refusal string, after time.Duration) error
	Snooze(ctx context.Context, post daily.Post, owner string, after time.Duration) error
	Cancel(ctx context.Context, post daily.Post, owner, reason string) error
}

// New returns the environment of a bot on a store.
func New(store *archive.Store, config Config) *Env {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Ledger == nil {
		config.Ledger = store
	}
	config.Lease = cmp.Or(config.Lease, time.Minute)
	return &Env{Store: store, Config: config, Checking: make(chan struct{}, MaxChecks)}
}
