package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// RiverSchema is the schema of the database that holds the tables of River, the queue of
// package jobs. They come with their own migrations, which are part of the library.
const RiverSchema = "river"

// RiverVersion is the version of River's tables that migration 11 brings. A River that needs a
// newer one gets the next migration of ours, which a test demands.
const RiverVersion = 8

// workTables hold the work that machines share. River's rows come and go with the jobs; what is
// done and counted is here. "if not exists" because this migration is not one transaction:
// River's use values of types that they have just added, which PostgreSQL forbids in one.
const workTables = `
	-- One task, cut into chunks.
	create table if not exists work (
		id         bigint generated always as identity primary key,
		kind       text not null check (kind <> ''),
		title      text not null,  -- what it does, for people
		identity   text not null,  -- only one unfinished work has it
		args       jsonb not null, -- as its kind wants them
		collection text not null,  -- that its puzzles go into; '': it makes none
		import     bigint references import on delete set null, -- which brought them; null: none yet
		by         text not null,  -- who asked for it, for people
		made       timestamptz not null default now(),
		cancelled  timestamptz,
		finished   timestamptz
	);

	create unique index if not exists work_unfinished on work (identity) where finished is null and cancelled is null;

	-- What one machine does at a time. Counters move in the transaction that stores what they
	-- count, from "done" to a greater one, so what is done twice is counted once.
	create table if not exists chunk (
		work    bigint not null references work on delete cascade,
		number  integer not null,
		input   text[] not null,
		done    integer not null default 0 check (done between 0 and cardinality(input)), -- of the input
		counts  jsonb not null default '{}',
		spent   double precision not null default 0, -- seconds that workers needed for what is done
		changed timestamptz,
		machine text, -- that changed it
		primary key (work, number)
	);

	create index if not exists chunk_open on chunk (work) where done < cardinality(input);

	-- Running programs. One that has not been seen for a while was killed, and others take its jobs.
	create table if not exists machine (
		id      text primary key, -- River's name for it
		workers integer not null,
		seen    timestamptz not null default now()
	)`

const dropWorkTables = `drop table if exists machine, chunk, work`

// jobsMigration is the schema of package jobs: River's tables and ours.
func jobsMigration(pool *pgxpool.Pool) *goose.Migration {
	return goose.NewGoMigration(11,
		&goose.GoFunc{RunDB: func(ctx context.Context, db *sql.DB) error { return upJobs(ctx, db, pool) }},
		&goose.GoFunc{RunDB: func(ctx context.Context, db *sql.DB) error { return downJobs(ctx, db, pool) }},
	)
}

// upJobs goes on where it was interrupted.
func upJobs(ctx context.Context, db *sql.DB, pool *pgxpool.Pool) error {
	if _, err := db.ExecContext(ctx, `create schema if not exists `+RiverSchema); err != nil {
		return err
	}
	if err := migrateRiver(ctx, pool, rivermigrate.DirectionUp, RiverVersion); err != nil {
		return err
	}
	return transact(ctx, db, workTables)
}

func downJobs(ctx context.Context, db *sql.DB, pool *pgxpool.Pool) error {
	const everything = -1
	if err := migrateRiver(ctx, pool, rivermigrate.DirectionDown, everything); err != nil {
		return err
	}
	return transact(ctx, db, dropWorkTables+`; drop schema if exists `+RiverSchema)
}

// transact does statements in one transaction, which gives up where others hold its tables.
func transact(ctx context.Context, db *sql.DB, statements string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after the commit it does nothing
	if _, err := tx.ExecContext(ctx, `set local lock_timeout = '10s'; `+statements); err != nil {
		return err
	}
	return tx.Commit()
}

func migrateRiver(ctx context.Context, pool *pgxpool.Pool, direction rivermigrate.Direction, version int) error {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{
		Schema: RiverSchema, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), // errors are returned too
	})
	if err != nil {
		return err
	}
	_, err = migrator.Migrate(ctx, direction, &rivermigrate.MigrateOpts{TargetVersion: version})
	return err
}

// checkRiver returns an error if a database has other tables of River than this program, which
// happens where a tool of River's own migrated them.
func checkRiver(ctx context.Context, db *sql.DB) error {
	var exists bool
	if err := db.QueryRowContext(ctx, `select to_regclass($1) is not null`, RiverSchema+".river_migration").Scan(&exists); err != nil {
		return err
	}
	if !exists {
		return errors.New(`the tables of schema "` + RiverSchema + `" are missing: restore them from a backup`)
	}
	var version int
	query := `select coalesce(max(version), 0) from ` + RiverSchema + `.river_migration where line = 'main'`
	if err := db.QueryRowContext(ctx, query).Scan(&version); err != nil {
		return err
	}
	switch {
	case version > RiverVersion:
		return fmt.Errorf("the database has River's tables of version %d, newer than those of this program, %d: upgrade this program", version, RiverVersion)
	case version < RiverVersion:
		return fmt.Errorf("the database has River's tables of version %d and this program works with %d: restore them from a backup", version, RiverVersion)
	}
	return nil
}
