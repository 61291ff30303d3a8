package library_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// A network that swallows everything ends what waits for it, wherever that is, and leaves nothing half done.
func TestHalfOpenConnection(t *testing.T) {
	t.Parallel()
	for _, bytes := range []int{1_000, 50_000} {
		url := archivetest.URL(t)
		p := archivetest.NewProxy(t, url)
		s := archivetest.Open(t, archivetest.Impatient(p.URL))
		p.After(bytes, p.Freeze)
		_, err := s.ImportFile(t.Context(), crashOptions(nil), file(crashEntries()...))
		wantIs(t, err, postgres.ErrUnavailable)
		if !strings.Contains(err.Error(), "the connection to the database was lost") || !strings.Contains(err.Error(), "import the same file again to continue") {
			t.Errorf("frozen after %d bytes: the error is %v", bytes, err)
		}
		if _, err := s.Guild(t.Context(), "42"); err == nil {
			t.Error("a database that does not answer was read")
		}
		p.Thaw()
		wantWhole(t, archivetest.Open(t, p.URL))
		archivetest.WantConsistent(t, url)
	}
}

// A server that works, or waits for others, may take as long as it likes.
func TestLongStatement(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	s := archivetest.Open(t, archivetest.Impatient(url))
	archivetest.Import(t, s, "crash", archivetest.Mini)
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	tx := must1(c.Begin(t.Context()))
	_, err := tx.Exec(t.Context(), `lock table puzzle`)
	must(t, err)
	unlocked := make(chan error, 1)
	time.AfterFunc(10*time.Second, func() { unlocked <- tx.Rollback(context.Background()) })
	wantCounts(t, archivetest.Import(t, s, "crash", crashEntries()[:100]...), "100 read: 100 new, 0 duplicates, 0 rejected")
	must(t, <-unlocked)
}

// A network that is slow is not silent.
func TestSlowConnection(t *testing.T) {
	url := archivetest.URL(t)
	p := archivetest.NewProxy(t, url)
	p.Slow(2 * time.Millisecond)
	wantWhole(t, archivetest.Open(t, p.URL+"&tcp_user_timeout=10000"))
}
