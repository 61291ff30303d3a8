package migrations

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

const (
	// baseline is the schema that a new archive begins with. Older archives are refused, and the way down ends here.
	baseline = 58

	// baselineCommit has the last program with the migrations up to the baseline.
	baselineCommit = "fcf8ee59d2b7634e191c4367503a980cac35d9f5"

	baselineFile = "00058_baseline.sql"
)

//go:embed 00058_baseline.sql
var baselineTables string

// RiverSchema is the schema of the database that holds the tables of River, the queue of
// package jobs. They come with their own migrations, which are part of the library.
const RiverSchema = "river"

// RiverVersion is the version of River's tables that the baseline brings. A River that needs a newer one gets a
// migration of ours, which a test demands.
const RiverVersion = 8

// baselineMigration makes the tables of a new archive. River's come first, in transactions of their own, since River uses
// values of types that it has just added, which PostgreSQL forbids in one transaction. They may be there already, if
// an earlier attempt was interrupted. Ours come in one transaction with the version that goose records.
func baselineMigration(pool *pgxpool.Pool) *goose.Migration {
	up := func(ctx context.Context, tx *sql.Tx) error {
		if _, err := pool.Exec(ctx, `create schema if not exists `+RiverSchema); err != nil {
			return err
		}
		migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{
			Schema: RiverSchema, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), // errors are returned too
		})
		if err != nil {
			return err
		}
		if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: RiverVersion}); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, baselineTables)
		return err
	}
	return goose.NewGoMigration(baseline, &goose.GoFunc{RunTx: up}, nil)
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
