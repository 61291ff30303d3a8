// Package migrations holds the schema of the archive, as SQL files with a way up and a way
// down, and brings databases to it.
//
//	err := migrations.Up(ctx, "postgres://ann:secret@localhost:5432/gridkeeper")
//
// Many instances may start at once: one of them migrates, the others wait for it.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/gridkeeper/gridkeeper/archive/connection"
)

//go:embed *.sql
var files embed.FS

// Status is how a database stands to the schema of this program.
type Status struct {
	Version int64 // of the database; 0: it has no schema
	Wanted  int64 // the version of this program
}

// Up brings a database to the schema of this program. It does nothing where it is.
func Up(ctx context.Context, url string) error {
	return with(ctx, url, func(p *goose.Provider, db *sql.DB) error {
		if status, err := statusOf(ctx, p, db); err != nil || status.Version >= status.Wanted {
			return errors.Join(err, status.newer())
		}
		_, err := p.Up(ctx)
		return err
	})
}

// Down takes the whole schema away, with all puzzles, games and results.
func Down(ctx context.Context, url string) error {
	return with(ctx, url, func(p *goose.Provider, _ *sql.DB) error {
		_, err := p.DownTo(ctx, 0)
		return err
	})
}

// Read returns how a database stands. It changes nothing.
func Read(ctx context.Context, url string) (status Status, err error) {
	err = with(ctx, url, func(p *goose.Provider, db *sql.DB) (err error) {
		status, err = statusOf(ctx, p, db)
		return err
	})
	return status, err
}

// Check returns an error that says what to do if a database has not the schema of this program.
func Check(ctx context.Context, url string) error {
	status, err := Read(ctx, url)
	if err != nil {
		return err
	}
	if status.Version < status.Wanted {
		return fmt.Errorf("the database has schema %d and this program works with %d: run: gridkeeper migrate", status.Version, status.Wanted)
	}
	return status.newer()
}

// newer returns an error if an older program meets a newer database.
func (s Status) newer() error {
	if s.Version > s.Wanted {
		return fmt.Errorf("the database has schema %d, of a newer gridkeeper than this one, which has %d: upgrade this program", s.Version, s.Wanted)
	}
	return nil
}

// with does some work on a database and explains its errors.
func with(ctx context.Context, url string, work func(*goose.Provider, *sql.DB) error) error {
	config, err := connection.Config(url)
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config.ConnConfig) // which knows that settings of the pool are not the database's
	defer func() { _ = db.Close() }() // nothing is left to be lost
	if err := checkServer(ctx, db); err != nil {
		return err
	}
	// Instances that start at once wait for one another. They look again every second,
	// for as long as five minutes.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	if err := work(provider, db); err != nil {
		return fmt.Errorf("the schema of the database: %w", connection.Explain(err))
	}
	return nil
}

func checkServer(ctx context.Context, db *sql.DB) error {
	var version int
	if err := db.QueryRowContext(ctx, `select current_setting('server_version_num')::int`).Scan(&version); err != nil {
		return connection.Explain(err)
	}
	return connection.CheckVersion(version)
}

// statusOf reads goose's own table, because goose makes it where it is asked.
func statusOf(ctx context.Context, p *goose.Provider, db *sql.DB) (Status, error) {
	sources := p.ListSources()
	status := Status{Wanted: sources[len(sources)-1].Version}
	var there bool
	if err := db.QueryRowContext(ctx, `select to_regclass('goose_db_version') is not null`).Scan(&there); err != nil || !there {
		return status, err
	}
	err := db.QueryRowContext(ctx, `select coalesce(max(version_id), 0) from goose_db_version where is_applied`).Scan(&status.Version)
	return status, err
}
