package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// Migrate brings a database to the schema of this program. It does nothing if the database has it.
// Its errors are those of [Open].
func Migrate(ctx context.Context, url string) error {
	config, err := connection.Config(url)
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
	return Explain(migrations.Up(ctx, pool))
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
