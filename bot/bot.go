package bot

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// Config is what a bot is made with; every field may be left out.
type Config struct {
	// Importer reads a puzzle file into the archive, for /import. name is the file's.
	Importer func(ctx context.Context, options archive.ImportOptions, name string, r io.Reader) (archive.Report, error)
	// Now is the clock that tells which date it is; nil is time.Now. It should be the archive's.
	Now func() time.Time
	// Log takes what players need not see; nil is silent.
	Log *slog.Logger
}

// Bot answers requests. Make one with [New]; it may be used by many goroutines.
type Bot struct {
	store  Store
	config Config
}

// New returns a bot on a store.
func New(store Store, config Config) *Bot {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	return &Bot{store: store, config: config}
}
