package migrations

import (
	"context"
	"database/sql"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
)

// To brings a database to a version of the schema, the baseline or a newer one, whatever programs are connected.
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

// With adds a migration to those of the package until the test ends. Tests with it cannot be parallel to others.
func With(t *testing.T, name, text string) {
	t.Helper()
	all := fstest.MapFS{name: {Data: []byte(text)}}
	names, err := fs.Glob(embedded, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := embedded.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: data}
	}
	files = all
	t.Cleanup(func() { files = embedded })
}
