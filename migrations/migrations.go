// Package migrations holds the schema of the archive, as SQL files with a way up and a way
// down, and brings databases to it. The tables of package jobs, some of which come from the
// library River, are in jobs.go.
//
//	err := migrations.Up(ctx, pool)
//
// # How to write one
//
// An update replaces programs one after the other, so those of the last release (the file RELEASED at the root
// names it) run on the new schema for a while. A migration only expands then: a new table; a new column that may
// be null or has a constant default, which is not a rewrite of the table; a view with more columns at its end; a
// trigger that writes for older programs what they do not know, as in 00041. It contracts in the release after
// that, when nothing needs the old schema: dropped columns and triggers, renamed ones, constraints that what
// older programs write would break. In its head,
//
//	-- Oldest program: 40
//	-- Down loses: which daily of each date counts.
//
// names the schema of the oldest program that may run on what it leaves, and what the way back costs. If that is
// newer than the schema of RELEASED, an update needs a pause, and the changelog has to say so: [Up] refuses
// while older programs are connected.
//
// Players wait while a table is locked. So "set local lock_timeout = '1s'" comes first, and what takes long is a
// migration of its own, with "-- +goose NO TRANSACTION", whose statements can be repeated where one was
// interrupted: rows are changed when no lock is held, an index of a large table is made "concurrently", as in
// 00044. BenchmarkLocks measures it, for the table in docs/operating.md.
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
	"time"

	"github.com/jackc/pgx/v5/pgconn"
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
		err = upInTurns(ctx, p)
	}
	after, readErr := versionsOf(context.WithoutCancel(ctx), pool)
	if readErr == nil {
		readErr = setOldest(context.WithoutCancel(ctx), pool, oldestFor(after.database))
	}
	return errors.Join(err, readErr)
}

// turns is how often [upInTurns] tries, for about two minutes.
const turns = 60

// upInTurns waits for the locks of a migration as long as its lock_timeout says, a second, and then lets those
// pass that wait behind it, such as players behind a dump, before it tries again.
func upInTurns(ctx context.Context, p *goose.Provider) error {
	for turn := 1; ; turn++ {
		_, err := p.Up(ctx)
		if reported, ok := errors.AsType[*pgconn.PgError](err); !ok || reported.Code != lockNotAvailable || turn == turns {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

const lockNotAvailable = "55P03"

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

// To brings a database to a version of the schema, 0 for nothing, whatever programs are connected: tests of
// migrations want that.
func To(ctx context.Context, pool *pgxpool.Pool, version int64) error {
	return with(pool, func(p *goose.Provider, _ *sql.DB) error {
		now, err := p.GetDBVersion(ctx)
		switch {
		case err != nil:
			return err
		case now < version:
			_, err = p.UpTo(ctx, version)
		default:
			_, err = p.DownTo(ctx, version)
		}
		return err
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

// Version returns the version of the schema that this program brings.
func Version() int { return int(newest()) }
