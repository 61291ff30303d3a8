package importing_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
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
	_, err = store.ImportFile(ctx, crashOptions(func(r importing.Report) { fmt.Println("read", r.Read) }), file(crashEntries()...))
	fmt.Println("ended", err)
	select {}
}

func crashOptions(progress func(importing.Report)) importing.Options {
	return importing.Options{Collection: "crash", Batch: crashBatch, Progress: progress}
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
		report, err := s.ImportFile(ctx, crashOptions(func(r importing.Report) {
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
		_, err := s.ImportFile(t.Context(), crashOptions(func(r importing.Report) {
			if r.Read == stop {
				archivetest.TerminateOthers(t, url)
			}
		}), file(crashEntries()...))
		sudokutest.WantError(t, err, "import the same file again to continue")
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
	_, err = s.ImportFile(t.Context(), crashOptions(func(r importing.Report) {
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
	_, err := s.ImportFile(t.Context(), crashOptions(func(r importing.Report) {
		if r.Read == 4*crashBatch {
			archivetest.Exec(t, url, `
				create function full_disk() returns trigger language plpgsql as $$
				begin raise exception 'No space left on device' using errcode = '53100'; end $$;
				create trigger full_disk before insert on entry execute function full_disk()`)
		}
	}), file(crashEntries()...))
	for _, want := range []string{`import into "crash"`, "make room", "import the same file again to continue"} {
		sudokutest.WantError(t, err, want)
	}
	archivetest.Exec(t, url, `drop function full_disk cascade`)
	wantWhole(t, s)
}

// The whole list of 17-clue puzzles: all new, all known the second time, and all known when
// they come turned, mirrored and relabelled.
func TestProveImport(t *testing.T) {
	sudokutest.Prove(t)
	s := archivetest.New(t)
	r := rand.New(rand.NewPCG(1, 1))
	var lines, isomorphs []string
	for _, g := range sudokutest.Grids(t, "royle-17-clue.txt") {
		lines = append(lines, g.String())
		isomorphs = append(isomorphs, archivetest.Turned(g.String(), r))
	}
	for _, run := range []struct {
		collection string
		lines      []string
		want       string
	}{
		{"royle", lines, "49151 read: 49151 new, 0 duplicates, 0 rejected"},
		{"royle", lines, "49151 read: 0 new, 49151 duplicates, 0 rejected"},
		{"turned", isomorphs, "49151 read: 0 new, 49151 duplicates, 0 rejected"},
	} {
		start := time.Now()
		report := archivetest.Import(t, s, run.collection, run.lines...)
		t.Logf("%s: %s in %s", run.collection, counts(report), time.Since(start).Round(time.Millisecond))
		wantCounts(t, report, run.want)
	}
	if got := archivetest.Export(t, s, "turned"); len(got) != len(isomorphs) {
		t.Errorf("%d entries, want %d", len(got), len(isomorphs))
	}
}

// Fifty imports killed, fifty that lose their connection, fifty beside another that is
// killed: each is completed, with nothing lost and nothing twice.
func TestProveCrashes(t *testing.T) {
	sudokutest.Prove(t)
	for name, crash := range map[string]func(*testing.T, *rand.Rand, string){
		"import killed": func(t *testing.T, r *rand.Rand, url string) { killImporter(t, url, r.IntN(crashLines/crashBatch)) },
		"import's connections terminated": func(t *testing.T, r *rand.Rand, url string) {
			stop := crashBatch * (1 + r.IntN(crashLines/crashBatch-1))
			_, err := archivetest.Open(t, url).ImportFile(t.Context(), crashOptions(func(r importing.Report) {
				if r.Read == stop {
					archivetest.TerminateOthers(t, url)
				}
			}), file(crashEntries()...))
			if err == nil {
				t.Error("the import did not notice")
			}
		},
		"import beside another that is killed": func(t *testing.T, r *rand.Rand, url string) { importBesideKilled(t, url, r.IntN(10)) },
	} {
		t.Run(name, func(t *testing.T) {
			sudokutest.Rounds(t, name, func(t *testing.T, r *rand.Rand) {
				url := archivetest.URL(t)
				crash(t, r, url)
				wantWhole(t, archivetest.Open(t, url))
				archivetest.WantConsistent(t, url)
			})
		})
	}
}

// Fifty times the server is killed while an import runs, at a moment of chance. No import that was
// killed so is wrong when it is completed.
func TestProveServerKilled(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Rounds(t, "server killed during an import", func(t *testing.T, r *rand.Rand) {
		dir := filepath.Join(archivetest.Dir(t), "pg")
		killServerDuringImport(t, dir, crashBatch*r.IntN(crashLines/crashBatch-4))
		wantWholeOn(t, dir)
	})
}

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
