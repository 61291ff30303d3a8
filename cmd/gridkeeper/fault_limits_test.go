package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// crowded starts a server with five connections, one of which is for superusers alone, and takes some of
// the others. It returns the address for a user who may do everything but is not a superuser.
func crowded(t *testing.T, taken int) (url string, s *faultServer, takers []session) {
	t.Helper()
	s = startServer(t, "max_connections=5", "superuser_reserved_connections=1", "max_wal_senders=0")
	operator := connect(t, s.url())
	operator.do(`
		create role app login; grant all on schema public, river to app;
		grant all on all tables in schema public, river to app; grant all on all sequences in schema public, river to app`)
	url = strings.Replace(s.url(), "user=gridkeeper", "user=app", 1)
	const connected = `select count(*) = %d from pg_stat_activity where backend_type = 'client backend'`
	operator.await(fmt.Sprintf(connected, 1)) // whoever set the server up is gone
	for range taken - 1 {
		takers = append(takers, connect(t, url))
	}
	operator.await(fmt.Sprintf(connected, taken))
	operator.do(`set role app`) // it counts as one of those that are taken
	return url, s, append(takers, operator)
}

func (s session) end() { _ = s.Close(s.Context()) }

// Other programs have all connections.
func tooManyConnections(t *testing.T, _ *rand.Rand) {
	url, s, takers := crowded(t, 4)
	file, text := puzzleFile(t, fewLines)
	for _, args := range [][]string{importArgs(file), {"stats"}, {"chat"}, {"migrate"}, {"import", "revert", "1"}} {
		wantFailed(t, gridkeeper(t, atURL(url), args...), "has no free connection: raise its max_connections, or stop other programs")
	}
	for _, taker := range takers {
		taker.end()
	}
	wantImportable(t, atURL(url), s.url(), file, text)
	s.stop(t)
}

// An import has one connection where two are not to be had.
func oneConnection(t *testing.T, _ *rand.Rand) {
	url, s, _ := crowded(t, 3)
	file, text := puzzleFile(t, faultLines)
	wantImportable(t, atURL(url), "", file, text)
	s.stop(t)
}

// holder returns a session that holds a lock on a table.
func holder(t *testing.T, url, table string) session {
	t.Helper()
	other := connect(t, url)
	other.do(`set deadlock_timeout = '1min'; begin; lock table ` + table + ` in exclusive mode`)
	return other
}

// waits is whether anyone waits for a lock of the database.
const waits = `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`

// setForAll changes a setting for all that connect to a database from now on.
func setForAll(t *testing.T, url, setting string) {
	t.Helper()
	c := connect(t, url)
	c.do(`do $$ begin execute format('alter database %I set ` + strings.ReplaceAll(setting, "'", "''") + `', current_database()); end $$`)
	c.end()
}

func resetAll(t *testing.T, url string) {
	t.Helper()
	c := connect(t, url)
	c.do(`begin read write; do $$ begin execute format('alter database %I reset all', current_database()); end $$; commit`)
	c.end()
}

func lockTimeout(t *testing.T, r *rand.Rand) {
	heldUp(t, r, "lock_timeout = 200", "waited longer than lock_timeout for a lock: try again")
}

func statementTimeout(t *testing.T, r *rand.Rand) {
	heldUp(t, r, "statement_timeout = 2000", "statement_timeout")
}

// heldUp has someone hold what an import needs, for longer than the operator lets it wait.
func heldUp(t *testing.T, r *rand.Rand, setting, says string) {
	url := archivetest.URL(t)
	other := holder(t, url, anyOf(r, "puzzle", "entry", "import", "collection"))
	setForAll(t, url, setting)
	file, text := puzzleFile(t, fewLines)
	wantFailed(t, gridkeeper(t, atURL(url), importArgs(file)...), says, "import the same file again to continue")
	other.do(`rollback`)
	resetAll(t, url)
	wantImportable(t, atURL(url), url, file, text)
}

func anyOf(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

// While one of the connections of an import waits for a lock, the other waits for it, in a transaction.
func idleTimeout(t *testing.T, _ *rand.Rand) {
	url := archivetest.URL(t)
	other := holder(t, url, "entry")
	setForAll(t, url, "idle_in_transaction_session_timeout = 1000")
	file, text := puzzleFile(t, faultLines)
	done := make(chan ended)
	go func() { done <- gridkeeper(t, atURL(url), importArgs(file)...) }()
	time.Sleep(2 * time.Second)
	other.do(`rollback`)
	got := <-done
	if got.code != 0 {
		wantFailed(t, got, "idle_in_transaction_session_timeout", "import the same file again to continue")
	}
	resetAll(t, url)
	wantCompletable(t, got, atURL(url), url, file, text)
}

// Another session waits for what an import has, and has what the import waits for.
func deadlock(t *testing.T, _ *rand.Rand) {
	url := archivetest.URL(t)
	other := holder(t, url, "entry")
	file, text := puzzleFile(t, fewLines)
	done := make(chan ended)
	go func() { done <- gridkeeper(t, atURL(url), importArgs(file)...) }()
	connect(t, url).await(waits)
	other.do(`lock table puzzle in exclusive mode`) // once the import gave up
	wantFailed(t, <-done, "waiting for each other: try again", "import the same file again to continue")
	other.do(`rollback`)
	wantImportable(t, atURL(url), url, file, text)
}

// everything are commands that change something, and what each needs to run.
func everything(file string) [][]string {
	return [][]string{
		importArgs(file), {"chat"}, {"migrate"}, {"serve"}, {"work", "--until-done"}, {"stock", "--per-tier", "10"},
		{"import", "revert", "1"}, {"collection", "rename", "Faults", "Others"},
	}
}

const onlyReads = "only reads: name the server that takes changes in database.url, or a user who may change things"

// The database or its user may only read.
func readOnly(t *testing.T, _ *rand.Rand) {
	url := archivetest.URL(t)
	file, text := puzzleFile(t, fewLines)
	wantImportable(t, atURL(url), url, file, text)
	setForAll(t, url, "default_transaction_read_only = on")
	wantOnlyReads(t, url, text)
	resetAll(t, url)
	wantRun(t, gridkeeper(t, atURL(url), "import", "revert", "1"))
	wantImportable(t, atURL(url), url, file, text)
}

// wantOnlyReads fails the test unless what changes something says that it cannot, and the rest works.
func wantOnlyReads(t *testing.T, url, text string) {
	t.Helper()
	more := filepath.Join(t.TempDir(), "more.txt")
	must(t, os.WriteFile(more, []byte("1.....3..2.....4\n"), 0o644))
	on := append(atURL(url), "GRIDKEEPER_DISCORD_TOKEN=token", "GRIDKEEPER_DISCORD_API_BASE_URL=http://127.0.0.1:1")
	for _, args := range everything(more) {
		got := gridkeeper(t, on, args...)
		if args[0] == "migrate" && got.code == 0 {
			continue // it has nothing to do
		}
		wantFailed(t, got, onlyReads)
		if t.Failed() {
			t.Fatalf("gridkeeper %q", args)
		}
	}
	got := gridkeeper(t, on, "export", "Faults")
	wantRun(t, got)
	if got.out != text {
		t.Error("the export differs from the file")
	}
	wantRun(t, gridkeeper(t, on, "stats"))
	wantRun(t, gridkeeper(t, atURL(url), "doctor"))
}

// A server that follows another takes no changes.
func hotStandby(t *testing.T, _ *rand.Rand) {
	s := startServer(t, "wal_level=replica")
	file, text := puzzleFile(t, fewLines)
	wantImportable(t, atURL(s.url()), s.url(), file, text)
	s.stop(t)
	signal := filepath.Join(s.dir, "standby.signal")
	must(t, os.WriteFile(signal, nil, 0o644))
	s.start(t, "wal_level=replica")
	wantOnlyReads(t, s.url(), text)
	s.stop(t)
	must(t, os.Remove(signal))
	s.start(t)
	wantRun(t, gridkeeper(t, atURL(s.url()), "import", "revert", "1"))
	wantImportable(t, atURL(s.url()), s.url(), file, text)
	s.stop(t)
}
