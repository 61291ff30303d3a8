package library_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
)

// importVariable makes the test binary be a process that imports into the database it
// names, instead of running tests.
const importVariable = "GRIDTEST_IMPORT_CHILD"

// crashLines and crashBatch make an import of forty transactions.
const crashLines, crashBatch = 1_000, 25

func crashEntries() []string { return archivetest.Puzzles(crashLines, 7) }

// importAndWait imports, printing a line for each transaction, and never ends by itself.
func importAndWait(url string) int {
	ctx := context.Background()
	store, err := archive.Open(ctx, url)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	_, err = store.ImportFile(ctx, crashOptions(func(r library.Report) { fmt.Println("read", r.Read) }), file(crashEntries()...))
	fmt.Println("ended", err)
	select {}
}

func crashOptions(progress func(library.Report)) library.ImportOptions {
	return library.ImportOptions{Collection: "crash", Batch: crashBatch, Progress: progress}
}

// wantWhole imports once more and looks at all that is kept: nothing lost, nothing twice.
func wantWhole(t *testing.T, s *archive.Store) {
	t.Helper()
	report, err := s.ImportFile(t.Context(), crashOptions(nil), file(crashEntries()...))
	must(t, err)
	if !report.Repeated {
		wantCounts(t, report, fmt.Sprintf("%d read: %d new, 0 duplicates, 0 rejected", crashLines, crashLines))
	}
	if diff := cmp.Diff(crashEntries(), archivetest.Export(t, s, "crash")); diff != "" {
		t.Errorf("the collection is not as it was imported:\n%s", diff)
	}
	stats, err := s.Stats(t.Context())
	must(t, err)
	collections, err := s.Collections(t.Context())
	must(t, err)
	if len(collections) == 1 {
		collections[0].ID = 0 // whichever it is
	}
	want := library.Collection{Name: "crash", Shared: true, Entries: crashLines, New: crashLines, Imports: 1, Puzzles: tierCountsOf(t, stats)}
	if stats.Puzzles != crashLines || len(collections) != 1 || collections[0] != want {
		t.Errorf("%d puzzles, collections %+v, want %d and %+v", stats.Puzzles, collections, crashLines, want)
	}
}

func TestImportCancelled(t *testing.T) {
	s := archivetest.New(t)
	for _, stop := range []int{0, 150, 500} {
		ctx, cancel := context.WithCancel(t.Context())
		report, err := s.ImportFile(ctx, crashOptions(func(r library.Report) {
			if r.Read > stop {
				cancel()
			}
		}), file(crashEntries()...))
		cancel()
		wantIs(t, err, context.Canceled)
		if report.Read <= stop || report.Read == crashLines {
			t.Errorf("cancelled after %d, the report says %d read", stop, report.Read)
		}
	}
	wantWhole(t, s)
}

func TestImportLosesItsConnection(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	for _, stop := range []int{50, 350, 750} {
		_, err := s.ImportFile(t.Context(), crashOptions(func(r library.Report) {
			if r.Read == stop {
				archivetest.TerminateOthers(t, url)
			}
		}), file(crashEntries()...))
		if err == nil || !strings.Contains(err.Error(), "import the same file again to continue") {
			t.Fatalf("the error is %v, want it to say what to do", err)
		}
	}
	wantWhole(t, archivetest.Open(t, url)) // a pool may keep a dead connection for a second
}

func TestImportKilled(t *testing.T) {
	url := archivetest.URL(t)
	for _, transactions := range []int{0, 1, 7, 15} {
		killImporter(t, url, transactions)
	}
	wantWhole(t, archivetest.Open(t, url))
}

func TestImportKilledBesideAnother(t *testing.T) {
	url := archivetest.URL(t)
	importBesideKilled(t, url, 0)
	wantWhole(t, archivetest.Open(t, url))
}

// importBesideKilled imports while a process that imports the same is killed after so many
// transactions. Whoever of the two has the lock, the other goes on where it was.
func importBesideKilled(t *testing.T, url string, transactions int) {
	t.Helper()
	s := archivetest.Open(t, url)
	done := make(chan error)
	go func() {
		_, err := s.ImportFile(context.Background(), crashOptions(nil), file(crashEntries()...))
		done <- err
	}()
	killImporter(t, url, transactions)
	must(t, <-done)
}

// killImporter starts a process that imports and kills it, kill -9, when it has committed
// so many transactions; after none, right at its start.
func killImporter(t *testing.T, url string, transactions int) {
	t.Helper()
	child := exec.Command(must1(os.Executable()))
	child.Env = append(os.Environ(), importVariable+"="+url)
	output, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	lines := bufio.NewScanner(output)
	for range transactions {
		if !lines.Scan() {
			t.Error("the child ends by itself")
		}
		if lines.Text() == "ended <nil>" { // another has done it all
			break
		}
	}
	must(t, child.Process.Kill())
	_ = child.Wait() // it was killed
}

// The server is killed while an import runs on two connections, whose commits do not wait for the
// disk: what is lost is imported again, and no more than that.
func TestImportLosesItsServer(t *testing.T) {
	dir := filepath.Join(archivetest.Dir(t), "pg")
	for _, stop := range []int{25, 300} {
		killServerDuringImport(t, dir, stop)
	}
	wantWholeOn(t, dir)
}

// killServerDuringImport kills the first process of a server, kill -9, when an import has read so much.
// The others end as soon as they see that, without writing what they held back.
func killServerDuringImport(t *testing.T, dir string, stop int) {
	t.Helper()
	server, err := localpg.Start(t.Context(), localpg.Options{Dir: dir})
	must(t, err)
	defer func() { must(t, server.Stop()) }()
	must(t, postgres.Migrate(t.Context(), server.URL()))
	s := must1(archive.Open(t.Context(), server.URL()))
	defer s.Close()
	_, err = s.ImportFile(t.Context(), crashOptions(func(r library.Report) {
		if r.Read >= stop && r.Read < stop+crashBatch {
			pid, _, _ := strings.Cut(string(must1(os.ReadFile(filepath.Join(dir, "postmaster.pid")))), "\n")
			must(t, syscall.Kill(must1(strconv.Atoi(pid)), syscall.SIGKILL))
		}
	}), file(crashEntries()...))
	if err == nil {
		t.Error("the import did not notice")
	}
}

// wantWholeOn is wantWhole on a server of its own.
func wantWholeOn(t *testing.T, dir string) {
	t.Helper()
	server, err := localpg.Start(t.Context(), localpg.Options{Dir: dir})
	must(t, err)
	defer func() { must(t, server.Stop()) }()
	s := must1(archive.Open(t.Context(), server.URL()))
	defer s.Close()
	wantWhole(t, s)
}

// A full disk is in the words of the database, and what to do about the import stays said.
func TestImportOntoFullDisk(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	_, err := s.ImportFile(t.Context(), crashOptions(func(r library.Report) {
		if r.Read == 4*crashBatch {
			archivetest.Exec(t, url, `
				create function full_disk() returns trigger language plpgsql as $$
				begin raise exception 'No space left on device' using errcode = '53100'; end $$;
				create trigger full_disk before insert on entry execute function full_disk()`)
		}
	}), file(crashEntries()...))
	for _, want := range []string{`import into "crash"`, "make room", "import the same file again to continue"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("the error is %v, want it to say %q", err, want)
		}
	}
	archivetest.Exec(t, url, `drop function full_disk cascade`)
	wantWhole(t, s)
}
