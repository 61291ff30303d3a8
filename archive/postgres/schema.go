package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// Migrate brings a database to the schema of this program. It does nothing if the database has it.
// Its errors are those of [Open].
func Migrate(ctx context.Context, url string) error {
	return migrating(ctx, url, func(pool *pgxpool.Pool) error { return migrations.Up(ctx, pool) })
}

// MigrateDown takes a database back to an older schema, with all that only the newer one has. Without sure it
// only returns which migrations it would take back.
func MigrateDown(ctx context.Context, url string, schema int64, sure bool) (lost []migrations.Step, err error) {
	err = migrating(ctx, url, func(pool *pgxpool.Pool) (err error) {
		if lost, err = migrations.Lost(ctx, pool, schema); err != nil || !sure {
			return err
		}
		return migrations.Down(ctx, pool, schema)
	})
	return lost, err
}

// migrating does something to the schema of a database, by sessions that are not listed as a program's.
func migrating(ctx context.Context, url string, work func(*pgxpool.Pool) error) error {
	config, err := connection.Config(url, " migrate")
	if err != nil {
		return err
	}
	config.MaxConns = max(config.MaxConns, migrations.Connections)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return Explain(err)
	}
	defer pool.Close()
	if err := checkServer(ctx, pool); err != nil {
		return Explain(err)
	}
	return Explain(work(pool))
}

// lookEvery is how often a program looks whether it still fits the schema.
const lookEvery = 5 * time.Second

// AwaitMismatch waits until the program can no longer run on the database, because its schema moved on or back,
// and returns an error that says what to do; nil when ctx ends first.
func (db *DB) AwaitMismatch(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(lookEvery):
		}
		if mismatch, ok := errors.AsType[migrations.Mismatch](migrations.Fits(ctx, db.pool)); ok {
			return mismatch
		}
	}
}

// checkSchema returns an error that says what to do if a database does not have the schema of this program,
// or its server is too old.
func checkSchema(ctx context.Context, pool *pgxpool.Pool) error {
	if err := checkServer(ctx, pool); err != nil {
		return err
	}
	return migrations.Check(ctx, pool)
}

func checkServer(ctx context.Context, pool *pgxpool.Pool) error {
	var version int
	if err := pool.QueryRow(ctx, `select current_setting('server_version_num')::int`).Scan(&version); err != nil {
		return err
	}
	return connection.CheckVersion(version)
}
