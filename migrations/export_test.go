package migrations

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
)

// Down takes the whole schema away, with all puzzles, games and results. Only tests do that.
func Down(ctx context.Context, url string) error { return DownTo(ctx, url, 0) }

// DownTo takes the schema back to a version.
func DownTo(ctx context.Context, url string, version int64) error {
	return with(ctx, url, func(p *goose.Provider, _ *sql.DB) error {
		_, err := p.DownTo(ctx, version)
		return err
	})
}

const RiverVersion = riverVersion

// UpJobs is the way up of the tables of jobs alone.
func UpJobs(ctx context.Context, url string) error {
	return with(ctx, url, func(_ *goose.Provider, db *sql.DB) error { return upJobs(ctx, db, url) })
}
