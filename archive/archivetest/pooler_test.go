package archivetest_test

import (
	"path/filepath"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Behind a pooler a statement may be silent for longer than the server is given to say what it does, though it is
// not done by the session that the connection began with.
func TestPooledStatementTakesLong(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make check")
	}
	archivetest.Program(t, "pgbouncer")
	database := archivetest.URL(t)
	pooler, err := archivetest.StartPooler(filepath.Join(archivetest.Dir(t), "pgbouncer"), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pooler.Stop() }) // it has nothing to lose
	address := pooler.URL(database)
	db, err := postgres.OpenPooled(t.Context(), database, address+"&tcp_user_timeout=3000&pool_max_conns=1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	other, err := postgres.OpenPooled(t.Context(), database, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	tx, err := other.Begin(t.Context()) // which takes one of the sessions that there are by now
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(t.Context(), `select pg_sleep(8)`); err != nil {
		t.Errorf("a statement of 8 s: %v", err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
}
