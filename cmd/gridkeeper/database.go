package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
)

// database is where the archive is: the user's own server, or a private one of ours that
// runs for as long as this process does.
type database struct {
	url  string
	stop func() error
}

// openDatabase starts the private server where the settings name no other.
func openDatabase(ctx context.Context, c config) (database, error) {
	if c.Database.URL != "" {
		return database{url: c.Database.URL, stop: func() error { return nil }}, nil
	}
	server, err := localpg.Start(ctx, localpg.Options{Dir: filepath.Join(c.DataDir, "pg"), Bin: c.Database.Bin})
	if err != nil {
		return database{}, err
	}
	return database{url: server.URL(), stop: server.Stop}, nil
}

// withArchive opens the archive, does the work and closes it. The private server's schema
// is brought up to date first; the user's own is left to 'gridkeeper migrate'.
func withArchive(ctx context.Context, c config, work func(*archive.Store) error) error {
	return withDatabase(ctx, c, func(store *archive.Store, _ string) error { return work(store) })
}

// withDatabase is withArchive for work that needs connections of its own.
func withDatabase(ctx context.Context, c config, work func(store *archive.Store, url string) error) (err error) {
	db, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.stop()) }()
	if c.Database.URL == "" {
		if err := postgres.Migrate(ctx, db.url); err != nil {
			return err
		}
	}
	store, err := archive.Open(ctx, db.url)
	if err != nil {
		return err
	}
	defer store.Close()
	return work(store, db.url)
}

// loadStarter imports the starter collection into an archive that never had a puzzle, and completes an
// import of it that was interrupted. Where it was deleted it stays so. An archive that takes no changes is an
// error here already, and not with what the first player asks.
func loadStarter(ctx context.Context, store *archive.Store, errOut io.Writer) error {
	if err := store.TakesChanges(ctx); err != nil {
		return err
	}
	collections, err := store.Collections(ctx)
	if err != nil {
		return err
	}
	begun := slices.ContainsFunc(collections, func(c library.Collection) bool {
		return c.GuildID == "" && c.Name == starterName && c.Open > 0
	})
	used, err := store.HadPuzzles(ctx)
	if err != nil || used && !begun {
		return err
	}
	report, err := importStarter(ctx, store)
	if err != nil {
		return fmt.Errorf("loading the starter collection: %w", err)
	}
	if report.New > 0 { // else another process loaded it meanwhile
		fmt.Fprintf(errOut, "loaded the starter collection: %d puzzles\n", report.New)
	}
	return nil
}
