// Package migrations holds the schema of the archive, and brings databases to it: a baseline, which a new
// archive begins with, and then one SQL file a change, with a way up and a way down.
//
//	err := migrations.Up(ctx, pool)
//
// An archive from before the baseline is refused, with the commit whose program brings it there.
//
// # How to write one
//
// An update replaces programs one after the other, so those of the last release (the file RELEASED at the root names
// it) run on the new schema for a while. A migration only expands then: a new table; a new column that may be null or
// has a constant default, which does not rewrite the table; a view with more columns at its end. A trigger may fill a
// new column for older programs, as daily_counts did. It contracts in the release after that, when nothing needs the
// old schema: it drops or renames columns and triggers, and adds constraints that rows of older programs would break.
// In its head,
//
//	-- Oldest program: 58
//	-- Down loses: which daily of each date counts.
//
// names the schema of the oldest program that may run on what it leaves, and what the way back costs. If that is
// newer than the schema of RELEASED, an update needs a pause, which the changelog has to announce: [Up] refuses
// while older programs are connected.
//
// Players wait while a table is locked. So "set local lock_timeout = '200ms'" comes first: a migration of several tables that
// waits for one while players wait for another gives up, and is tried again, before the second in which PostgreSQL finds a
// deadlock and fails a player's command. Long work is a migration of its own, with "-- +goose NO TRANSACTION", whose statements can be repeated after an interruption. Rows are changed
// when no lock is held. An index of a large table is made "concurrently", after "drop index if exists", since the
// index of an interrupted migration is not valid. BenchmarkLocks measures it, for the table in docs/operating.md.
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
	"io/fs"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed *.sql
var embedded embed.FS

// files has the baseline and the migrations after it. Tests put others in its place.
var files fs.FS = embedded

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
		case v.database > v.program || v.tooOld():
			return v.verdict()
		case v.database < v.program:
			if err := migrate(ctx, p, pool, v); err != nil {
				return err
			}
		}
		return checkRiver(ctx, db)
	})
}

// migrate goes up. If it fails, the programs of the release before can go on.
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
const turns = 100

// upInTurns waits for each lock of a migration for its lock_timeout. Then it lets sessions pass that wait behind it, such as
// players behind a dump, before it tries again. So it does if PostgreSQL ended a deadlock at its cost.
func upInTurns(ctx context.Context, p *goose.Provider) error {
	for turn := 1; ; turn++ {
		_, err := p.Up(ctx)
		reported, ok := errors.AsType[*pgconn.PgError](err)
		if !ok || reported.Code != lockNotAvailable && reported.Code != deadlockDetected || turn == turns {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

const (
	lockNotAvailable = "55P03"
	deadlockDetected = "40P01"
)

// Lost returns the migrations that [Down] would take back, the newest first.
func Lost(ctx context.Context, pool *pgxpool.Pool, schema int64) (lost []Step, err error) {
	err = with(pool, func(*goose.Provider, *sql.DB) error {
		v, err := versionsOf(ctx, pool)
		switch {
		case err != nil:
			return err
		case v.database > v.program:
			return fmt.Errorf("it has version %d, of a newer gridkeeper than this one, which has %d: take it back with the newer one", v.database, v.program)
		case v.database < baseline:
			return v
		case schema < baseline:
			return fmt.Errorf("it cannot go down to %d: %d is the oldest that this gridkeeper knows. "+
				"For an older one, restore a backup from before the update", schema, baseline)
		case schema > v.database:
			return fmt.Errorf("it has version %d: it cannot go down to %d", v.database, schema)
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
		if err := wantNone(ctx, pool, func(of int64) bool { return of > schema }, schema); err != nil {
			return err
		}
		if _, err := p.DownTo(ctx, schema); err != nil {
			return err
		}
		return setOldest(ctx, pool, oldestFor(schema))
	})
}

// Check returns an error if a database has neither the schema of this program nor a newer one that it may run on: a
// [Mismatch], which names the remedy, or that of the driver. It changes nothing, and one connection is enough for it.
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
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker),
		goose.WithGoMigrations(baselineMigration(pool)), goose.WithExcludeNames([]string{baselineFile}))
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
