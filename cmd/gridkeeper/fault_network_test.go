package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// importBytes is about what an import of faultLines sends to the database.
const importBytes = 1_500_000

// throughFault imports while a fault of the network comes over it, somewhere in the middle.
func throughFault(t *testing.T, r *rand.Rand, fault func(*archivetest.Proxy)) {
	t.Helper()
	url := archivetest.URL(t)
	p := archivetest.NewProxy(t, url)
	file, text := puzzleFile(t, faultLines)
	p.After(20_000+r.IntN(importBytes), func() { fault(p) })
	got := gridkeeper(t, impatient(p.URL), importArgs(file)...)
	if got.code != 0 { // else it was over before
		wantFailed(t, got, "import the same file again to continue")
	}
	p.Thaw()
	wantCompletable(t, got, atURL(p.URL), url, file, text)
}

func connectionCut(t *testing.T, r *rand.Rand) { throughFault(t, r, (*archivetest.Proxy).Cut) }

func connectionHalfOpen(t *testing.T, r *rand.Rand) {
	throughFault(t, r, (*archivetest.Proxy).Freeze)
}

// A database that accepts connections, and no more than that.
func halfOpenStart(t *testing.T, _ *rand.Rand) {
	url := archivetest.URL(t)
	p := archivetest.NewProxy(t, url)
	p.Freeze()
	file, text := puzzleFile(t, fewLines)
	for _, args := range [][]string{importArgs(file), {"stats"}, {"chat"}, {"migrate"}, {"work"}} {
		wantFailed(t, gridkeeper(t, atURL(p.URL+"&tcp_user_timeout=1000"), args...), "no PostgreSQL answers at", "start it, or fix database.url")
	}
	p.Thaw()
	wantImportable(t, atURL(p.URL), url, file, text)
}

// Every packet takes its time.
func connectionSlow(t *testing.T, r *rand.Rand) {
	url := archivetest.URL(t)
	p := archivetest.NewProxy(t, url)
	p.Slow(time.Duration(1+r.IntN(20)) * time.Millisecond)
	file, text := puzzleFile(t, fewLines)
	wantImportable(t, atURL(p.URL+"&tcp_user_timeout=10000"), url, file, text)
}

// The server's machine hangs: its processes exist, and do nothing.
func serverHalted(t *testing.T, r *rand.Rand) {
	s := startServer(t)
	p := archivetest.NewProxy(t, s.url())
	file, text := puzzleFile(t, faultLines)
	p.After(20_000+r.IntN(importBytes), func() { s.signal(t, syscall.SIGSTOP) })
	got := gridkeeper(t, impatient(p.URL), importArgs(file)...)
	if got.code != 0 {
		wantFailed(t, got, "the database", "import the same file again to continue")
	}
	s.signal(t, syscall.SIGCONT)
	wantCompletable(t, got, atURL(s.url()), s.url(), file, text)
	s.stop(t)
}

// A dump is of one moment. Whichever that is, what is restored from it is an archive, and the import
// that it has a part of goes on there to its end.
func dumpDuringImport(t *testing.T, r *rand.Rand) {
	url := archivetest.URL(t)
	empty, err := emptyArchive()
	must(t, err)
	programs := filepath.Dir(empty[1])
	if _, err := os.Stat(filepath.Join(programs, "pg_dump")); err != nil {
		t.Skip("no pg_dump here")
	}
	file, text := puzzleFile(t, 2*faultLines)
	done := make(chan ended)
	go func() { done <- gridkeeper(t, atURL(url), importArgs(file)...) }()
	dump := filepath.Join(t.TempDir(), "dump.sql")
	connect(t, url).await(`select coalesce((select done > 0 from import), false)`)
	time.Sleep(time.Duration(r.IntN(300)) * time.Millisecond)
	command(t, filepath.Join(programs, "pg_dump"), "--no-sync", "-f", dump, url)
	imported := <-done
	wantWhole(t, atURL(url), text, imported)

	restored := archivetest.BareURL(t)
	if text, err := exec.Command(filepath.Join(programs, "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-f", dump, restored).CombinedOutput(); err != nil {
		t.Fatalf("the dump cannot be restored: %s", text)
	}
	archivetest.WantConsistent(t, restored)
	wantRun(t, gridkeeper(t, atURL(restored), "stats"))
	var lines int
	must(t, connect(t, restored).QueryRow(t.Context(), `select count(*) from entry`).Scan(&lines))
	if lines == 2*faultLines { // the import was quicker than the dump
		wantWhole(t, atURL(restored), text, imported)
		return
	}
	wantImportable(t, atURL(restored), restored, file, text)
}
