package migrations

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
)

// DownTo takes the schema back to a version, 0 for nothing, and looks at no program.
func DownTo(ctx context.Context, pool *pgxpool.Pool, version int64) error {
	return with(pool, func(p *goose.Provider, _ *sql.DB) error {
		_, err := p.DownTo(ctx, version)
		return err
	})
}

// UpTo brings the schema up to a version.
func UpTo(ctx context.Context, pool *pgxpool.Pool, version int64) error {
	return with(pool, func(p *goose.Provider, _ *sql.DB) error {
		_, err := p.UpTo(ctx, version)
		return err
	})
}

const RiverVersion = riverVersion

// UpJobs is the way up of the tables of jobs alone.
func UpJobs(ctx context.Context, pool *pgxpool.Pool) error {
	return with(pool, func(_ *goose.Provider, db *sql.DB) error { return upJobs(ctx, db, pool) })
}
