package archivetest

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
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

// AwaitAlone waits until all other sessions of a database have ended, since PostgreSQL counts the rows that a session has
// read when it ends. It calls ask with a statement and a target, each in a transaction of its own: within one, PostgreSQL
// lists the same sessions each time.
func AwaitAlone(t testing.TB, ask func(statement string, into any)) {
	t.Helper()
	for others, end := 1, time.Now().Add(3*time.Minute); others > 0; {
		ask(`
			select count(*) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`, &others)
		if others > 0 && time.Now().After(end) {
			t.Fatalf("%d other sessions have not ended in three minutes", others)
		}
		if others > 0 {
			time.Sleep(time.Millisecond) // to ask at once takes the processor from sessions that are ending
		}
	}
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

// LengthenGrids writes the grids of a database as programs of before schema 57 did, each as one number, and returns how many.
func LengthenGrids(t testing.TB, url string) (lengthened int) {
	t.Helper()
	var statements strings.Builder
	for table, columns := range grids {
		for _, column := range columns {
			for _, short := range Read[[]byte](t, url, `select distinct `+column+` from `+table+` where length(`+column+`) between 11 and 33`) {
				number, _ := new(big.Int).SetString(strings.ReplaceAll(sudokutest.Must1(postgres.UnpackGrid(short)).String(), ".", "0"), 10)
				fmt.Fprintf(&statements, "update %s set %s = '\\x%068x' where %[2]s = '\\x%[4]x';\n", table, column, number, short)
				lengthened++
			}
		}
	}
	Exec(t, url, statements.String())
	return lengthened
}

// Impatient is an address whose connections may be silent for a few seconds only, which is also how long
// the server may take to say that it works.
func Impatient(url string) string { return url + "&tcp_user_timeout=4000" }
