package archivetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Exec does statements past the store, on a connection of their own.
func Exec(t testing.TB, url, statements string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	must(t, err)
	defer func() { _ = c.Close(ctx) }()
	if _, err := c.Exec(ctx, statements); err != nil {
		t.Fatal(err)
	}
}

// TerminateOthers ends all other connections to a database.
func TerminateOthers(t testing.TB, url string) {
	t.Helper()
	Exec(t, url, `
		select pg_terminate_backend(pid, 10000) from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid()`)
}

// CountRows counts the rows of a table.
func CountRows(t testing.TB, url, table string) (rows int) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	must(t, err)
	defer func() { _ = c.Close(ctx) }()
	must(t, c.QueryRow(ctx, `select count(*) from `+table).Scan(&rows))
	return rows
}

// grids are the columns that hold them.
var grids = map[string][]string{
	"puzzle": {"clues"}, "entry": {"grid"}, "game": {"grid", "start_grid"}, "event": {"grid"},
	"pattern_round": {"grid"}, "pattern_puzzle": {"grid"},
}

// ShortenGrids writes the grids of a database as the next release does, where that is shorter, and returns how many.
func ShortenGrids(t testing.TB, url string) (shortened int) {
	t.Helper()
	var statements strings.Builder
	for table, columns := range grids {
		for _, column := range columns {
			for _, packed := range Read[[]byte](t, url, `select distinct `+column+` from `+table+` where length(`+column+`) = 34`) {
				grid := must1(postgres.UnpackGrid(packed))
				if short := postgres.PackFilled(grid); len(short) < len(packed) {
					fmt.Fprintf(&statements, "update %s set %s = '\\x%x' where %[2]s = '\\x%x';\n", table, column, short, packed)
					shortened++
				}
			}
		}
	}
	Exec(t, url, statements.String())
	return shortened
}

// Impatient is an address whose connections may be silent for a few seconds only, which is also how long
// the server may take to say that it works.
func Impatient(url string) string { return url + "&tcp_user_timeout=4000" }
