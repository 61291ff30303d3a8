// Package migrations holds the schema of the archive, as SQL files with a way up and a way
// down, and brings databases to it. The tables of package jobs, some of which come from the
// library River, are in jobs.go.
//
//	err := migrations.Up(ctx, pool)
//
// Its errors are those of the driver: package postgres reads addresses and explains errors.
// Many instances may start at once: one of them migrates, the others wait for it.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed *.sql
var files embed.FS

// Connections is how many connections of its pool [Up] may use at a time: one locks, one migrates, and
// River takes its own.
const Connections = 4

// Up brings a database to the schema of this program. It does nothing if the database has it.
// The pool may open as many as [Connections].
func Up(ctx context.Context, pool *pgxpool.Pool) error {
	return with(pool, func(p *goose.Provider, db *sql.DB) error {
		if v, err := versionsOf(ctx, p, db); err != nil || v.database > v.program {
			return errors.Join(err, v.newer())
		}
		if _, err := p.Up(ctx); err != nil {
			return err
		}
		return checkRiver(ctx, db)
	})
}

// Check returns an error that says what to do if a database does not have the schema of this
// program. It changes nothing, and one connection is enough for it.
func Check(ctx context.Context, pool *pgxpool.Pool) error {
	var v versions
	err := with(pool, func(p *goose.Provider, db *sql.DB) (err error) {
		if v, err = versionsOf(ctx, p, db); err != nil || v.database != v.program {
			return err
		}
		return checkRiver(ctx, db)
	})
	if err != nil {
		return err
	}
	if v.database < v.program {
		return fmt.Errorf("the database has schema %d and this program works with %d: run: gridkeeper migrate", v.database, v.program)
	}
	return v.newer()
}

// versions are those of the schema: 0 is none.
type versions struct{ database, program int64 }

// newer returns an error if an older program meets a newer database.
func (v versions) newer() error {
	if v.database > v.program {
		return fmt.Errorf("the database has schema %d, of a newer gridkeeper than this one, which has %d: upgrade this program", v.database, v.program)
	}
	return nil
}

// with does some work on a database.
func with(pool *pgxpool.Pool, work func(*goose.Provider, *sql.DB) error) error {
	db := stdlib.OpenDBFromPool(pool)
	defer func() { _ = db.Close() }() // which has nothing left to lose
	// Instances that start at once wait for one another. They look again every second,
	// for as long as five minutes.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker), goose.WithGoMigrations(jobsMigration(pool)))
	if err != nil {
		return err
	}
	if err := work(provider, db); err != nil {
		return fmt.Errorf("the schema of the database: %w", err)
	}
	return nil
}

// versionsOf reads goose's own table directly: goose would make it where it is missing.
func versionsOf(ctx context.Context, p *goose.Provider, db *sql.DB) (versions, error) {
	sources := p.ListSources()
	v := versions{program: sources[len(sources)-1].Version}
	var exists bool
	if err := db.QueryRowContext(ctx, `select to_regclass('goose_db_version') is not null`).Scan(&exists); err != nil || !exists {
		return v, err
	}
	err := db.QueryRowContext(ctx, `select coalesce(max(version_id), 0) from goose_db_version where is_applied`).Scan(&v.database)
	return v, err
}
