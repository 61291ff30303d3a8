package archivetest_test

import (
	"path/filepath"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// Behind a pooler a statement may be silent for longer than the server is given to say what it does, though it is
// not done by the session that the connection began with.
func TestPooledStatementTakesLong(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make check")
	}
	archivetest.Program(t, "pgbouncer")
	database := archivetest.URL(t)
	pooler, err := archivetest.StartPooler(filepath.Join(archivetest.Dir(t), "pgbouncer"), database)
	must(t, err)
	t.Cleanup(func() { _ = pooler.Stop() }) // it has nothing to lose
	address := pooler.URL(database)
	db, err := postgres.OpenPooled(t.Context(), database, address+"&tcp_user_timeout=3000&pool_max_conns=1")
	must(t, err)
	t.Cleanup(db.Close)
	other, err := postgres.OpenPooled(t.Context(), database, address)
	must(t, err)
	t.Cleanup(other.Close)
	tx, err := other.Begin(t.Context()) // which takes one of the sessions that there are by now
	must(t, err)
	if _, err := db.Exec(t.Context(), `select pg_sleep(8)`); err != nil {
		t.Errorf("a statement of 8 s: %v", err)
	}
	must(t, tx.Rollback(t.Context()))
}
