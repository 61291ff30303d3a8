// Package database opens the archive for the commands, and finds collections in it by their names.
package database

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
)

// With opens the archive that the settings name, does the work and closes it.
func With(cmd *cobra.Command, work func(*archive.Store) error) error {
	c, err := config.Load(cmd.Flags())
	if err != nil {
		return err
	}
	return WithArchive(cmd.Context(), c, work)
}

// Server is where the archive is: the user's own server, or a private one of ours that
// runs for as long as this process does.
type Server struct {
	URL  string
	Stop func() error
}

// Open starts the private server where the settings name no other.
func Open(ctx context.Context, c config.Config) (Server, error) {
	if c.Database.URL != "" {
		return Server{URL: c.Database.URL, Stop: func() error { return nil }}, nil
	}
	server, err := localpg.Start(ctx, localpg.Options{Dir: filepath.Join(c.DataDir, "pg"), Bin: c.Database.Bin})
	if err != nil {
		return Server{}, err
	}
	return Server{URL: server.URL(), Stop: server.Stop}, nil
}

// WithArchive opens the archive, does the work and closes it. The private server's schema
// is brought up to date first; the user's own is left to 'gridkeeper migrate'.
func WithArchive(ctx context.Context, c config.Config, work func(*archive.Store) error) error {
	return WithURL(ctx, c, func(_ context.Context, store *archive.Store, _ string) error { return work(store) })
}

// WithURL is [WithArchive] for work that needs connections of its own, and may take long: its context ends when
// the schema of the database is no longer one for this program, and then the error says so.
func WithURL(ctx context.Context, c config.Config, work func(ctx context.Context, store *archive.Store, url string) error) (err error) {
	db, err := Open(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Stop()) }()
	if c.Database.URL == "" {
		if err := postgres.Migrate(ctx, db.URL); err != nil {
			return err
		}
	}
	store, err := archive.OpenPooled(ctx, db.URL, c.Database.Pooler)
	if err != nil {
		return err
	}
	defer store.Close()
	ctx, end := context.WithCancel(ctx)
	watched := make(chan error, 1)
	go func() {
		err := store.AwaitMismatch(ctx)
		end()
		watched <- err
	}()
	err = work(ctx, store, db.URL)
	end()
	return cmp.Or(<-watched, err)
}
