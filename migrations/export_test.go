package migrations

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
)

// Down takes the whole schema away, with all puzzles, games and results. Only tests do that.
func Down(ctx context.Context, pool *pgxpool.Pool) error { return DownTo(ctx, pool, 0) }

// DownTo takes the schema back to a version.
func DownTo(ctx context.Context, pool *pgxpool.Pool, version int64) error {
	return with(pool, func(p *goose.Provider, _ *sql.DB) error {
		_, err := p.DownTo(ctx, version)
		return err
	})
}

const RiverVersion = riverVersion

// UpJobs is the way up of the tables of jobs alone.
func UpJobs(ctx context.Context, pool *pgxpool.Pool) error {
	return with(pool, func(_ *goose.Provider, db *sql.DB) error { return upJobs(ctx, db, pool) })
}
