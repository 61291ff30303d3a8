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
	"slices"

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

// Up brings a database to the schema of this program. It does nothing if the database has it, or a newer one
// that this program may run on, and refuses while programs are connected that cannot run beside it.
// The pool may open as many as [Connections].
func Up(ctx context.Context, pool *pgxpool.Pool) error {
	return with(pool, func(p *goose.Provider, db *sql.DB) error {
		v, err := versionsOf(ctx, pool)
		switch {
		case err != nil:
			return err
		case v.database > v.program:
			return v.verdict()
		case v.database < v.program:
			if err := migrate(ctx, p, pool, v); err != nil {
				return err
			}
		}
		return checkRiver(ctx, db)
	})
}

// migrate leaves it to programs of before to go on where it fails.
func migrate(ctx context.Context, p *goose.Provider, pool *pgxpool.Pool, v Mismatch) error {
	err := clearWay(ctx, pool, v)
	if err == nil {
		_, err = p.Up(ctx)
	}
	after, readErr := versionsOf(context.WithoutCancel(ctx), pool)
	if readErr == nil {
		readErr = setOldest(context.WithoutCancel(ctx), pool, oldestFor(after.database))
	}
	return errors.Join(err, readErr)
}

// Lost returns the migrations that [Down] would take back, the newest first.
func Lost(ctx context.Context, pool *pgxpool.Pool, schema int64) (lost []Step, err error) {
	err = with(pool, func(_ *goose.Provider, db *sql.DB) error {
		v, err := versionsOf(ctx, pool)
		if err != nil {
			return err
		}
		if v.database > v.program {
			return fmt.Errorf("it has version %d, of a newer gridkeeper than this one, which has %d: take it back with the newer one", v.database, v.program)
		}
		if schema < baseline || schema >= v.database {
			return fmt.Errorf("it has version %d: it cannot go down to %d, but to %d at least and %d at most", v.database, schema, baseline, v.database-1)
		}
		for _, s := range slices.Backward(mustSteps()) {
			if s.Version > schema && s.Version <= v.database {
				lost = append(lost, s)
			}
		}
		return nil
	})
	return lost, err
}

// Down takes a database back to an older schema, with all that only the newer one has. It refuses while
// programs are connected that need the newer one.
func Down(ctx context.Context, pool *pgxpool.Pool, schema int64) error {
	if _, err := Lost(ctx, pool, schema); err != nil {
		return err
	}
	return with(pool, func(p *goose.Provider, _ *sql.DB) error {
		v, err := versionsOf(ctx, pool)
		if err == nil {
			err = wantNone(ctx, pool, v, func(of int64) bool { return of > schema }, schema)
		}
		if err != nil {
			return err
		}
		if _, err := p.DownTo(ctx, schema); err != nil {
			return err
		}
		return setOldest(ctx, pool, oldestFor(schema))
	})
}

// Check returns an error that says what to do if a database does not have the schema of this
// program, nor a newer one that it may run on: a [Mismatch], or that of the driver. It changes nothing, and one
// connection is enough for it.
func Check(ctx context.Context, pool *pgxpool.Pool) error {
	return with(pool, func(_ *goose.Provider, db *sql.DB) error {
		v, err := versionsOf(ctx, pool)
		if err != nil || v.database != v.program {
			return errors.Join(err, v.verdict())
		}
		return errors.Join(v.verdict(), checkRiver(ctx, db))
	})
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
	err = work(provider, db)
	if _, mismatch := errors.AsType[Mismatch](err); err == nil || mismatch {
		return err
	}
	return fmt.Errorf("the schema of the database: %w", err)
}
