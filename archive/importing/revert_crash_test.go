package importing_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// revertVariable makes the test binary be a process that takes import 1 back, in many parts, on the
// database it names.
const revertVariable = "GRIDTEST_REVERT_CHILD"

func revertAndWait(url string) int {
	store, err := archive.Open(context.Background(), url)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	importing.SetRevertAtOnce(crashBatch)
	fmt.Println("opened")
	_, err = store.RevertImport(context.Background(), 1, "child")
	fmt.Println("ended", err)
	select {}
}

// beforeRevert makes an archive of two collections that share puzzles. Import 1 is that of crashEntries
// and of lines that are rejected.
func beforeRevert(t *testing.T) (s *archive.Store, url string, other []string) {
	t.Helper()
	url = archivetest.URL(t)
	s = archivetest.Open(t, url)
	_, err := s.ImportFile(t.Context(), crashOptions(nil), file(revertLines()...))
	must(t, err)
	r := rand.New(rand.NewPCG(8, 8))
	for i, line := range crashEntries() {
		if i%5 == 0 {
			other = append(other, archivetest.Turned(line, r))
		}
	}
	other = append(other, archivetest.Mini)
	archivetest.Import(t, s, "other", other...)
	return s, url, other
}

func revertLines() []string {
	var lines []string
	for i, line := range crashEntries() {
		if lines = append(lines, line); i%100 == 0 {
			lines = append(lines, []string{"nonsense", "12", "11" + line[2:]}[i/100%3])
		}
	}
	return lines
}

// wantRevertable looks at what a revert has left that ended early, and goes on: with the revert, or with
// the import. It returns how many lines were left.
func wantRevertable(t *testing.T, url string, other []string, back bool) int {
	t.Helper()
	s := archivetest.Open(t, url)
	archivetest.WantConsistent(t, url)
	wantReasons(t, s)
	left := leftLines(t, s, "crash")
	if len(left) > 0 {
		if diff := cmp.Diff(crashEntries()[:len(left)], left); diff != "" {
			t.Errorf("what is left is not the beginning of the file:\n%s", diff)
		}
	}
	if back {
		report, err := s.ImportFile(t.Context(), crashOptions(nil), file(revertLines()...))
		must(t, err)
		if n := len(crashEntries()); report.New+report.Duplicates != n || report.Rejected != n/100 {
			t.Errorf("imported again: %s", counts(report))
		}
		if diff := cmp.Diff(crashEntries(), archivetest.Export(t, s, "crash")); diff != "" {
			t.Errorf("not all is back:\n%s", diff)
		}
		wantReasons(t, s)
	} else if _, err := s.RevertImport(t.Context(), 1, "test"); err != nil && !errors.Is(err, postgres.ErrNotFound) {
		t.Error(err)
	} else if stats := must1(s.Stats(t.Context())); stats.Puzzles != len(other) {
		t.Errorf("%d puzzles are left, want %d", stats.Puzzles, len(other))
	}
	archivetest.WantConsistent(t, url)
	if diff := cmp.Diff(other, archivetest.Export(t, s, "other")); diff != "" {
		t.Errorf("the other collection changed:\n%s", diff)
	}
	return len(left)
}

// wantReasons wants all rejected lines of the import of revertLines with their reasons, whatever is left of its others.
func wantReasons(t *testing.T, s *archive.Store) {
	t.Helper()
	imports := must1(s.Imports(t.Context()))
	i := slices.IndexFunc(imports, func(i importing.Record) bool { return i.Collection == "crash" })
	if i < 0 {
		return // it is gone
	}
	rejected, counted := 0, 0
	for _, err := range s.Rejects(t.Context(), imports[i].ID) {
		must(t, err)
		rejected++
	}
	reasons := must1(s.Reasons(t.Context(), imports[i].ID))
	for _, r := range reasons {
		counted += r.Lines
	}
	if n := len(revertLines()) - len(crashEntries()); rejected != n || counted != n || len(reasons) != 3 {
		t.Errorf("%d rejected lines, and %v are known of import %d, want %d lines of three reasons", rejected, reasons, imports[i].ID, n)
	}
}

// leftLines are the lines of a collection, none if it is gone: the revert was quicker than what was to end it.
func leftLines(t *testing.T, s *archive.Store, collection string) []string {
	t.Helper()
	collections, err := s.Collections(t.Context())
	must(t, err)
	for _, c := range collections {
		if c.Name == collection {
			return archivetest.Export(t, s, collection)
		}
	}
	return nil
}

// A revert that is killed leaves an import that ended earlier, and nothing else.
func TestRevertKilled(t *testing.T) {
	for i, after := range []time.Duration{0, 40 * time.Millisecond, 200 * time.Millisecond} {
		_, url, other := beforeRevert(t)
		killRevert(t, url, after)
		wantRevertable(t, url, other, i == 1)
	}
}

// A revert that loses its connection says how to go on.
func TestRevertLosesItsConnection(t *testing.T) {
	s, url, other := beforeRevert(t)
	p := archivetest.NewProxy(t, url)
	cut := archivetest.Open(t, p.URL)
	defer importing.SetRevertAtOnce(crashBatch)()
	p.After(50_000, p.Cut)
	r, err := cut.RevertImport(t.Context(), 1, "test")
	wantIs(t, err, postgres.ErrUnavailable)
	if left := len(archivetest.Export(t, s, "crash")); r.Lines == 0 || left == 0 || left > crashLines-r.Lines {
		t.Errorf("%d lines are gone and %d are left, says %v", r.Lines, left, err)
	}
	wantRevertable(t, url, other, true)
}

// What is being taken back comes into play: the rest stays.
func TestRevertComesIntoPlay(t *testing.T) {
	s, url, other := beforeRevert(t)
	defer importing.SetRevertAtOnce(crashBatch)()
	played := make(chan error, 1)
	guild := daily.NewGuild("A")
	must(t, s.Choose(t.Context(), guild, int64(must1(s.Collections(t.Context()))[0].ID)))
	p := archivetest.NewProxy(t, url)
	reverting := archivetest.Open(t, p.URL)
	p.Before("begin", 10, func() { // between two of forty parts
		_, err := s.StartGame(t.Context(), games.Player{ID: "ann"}, guild, sudoku.Sudoku, 1)
		played <- err
	})
	r, err := reverting.RevertImport(t.Context(), 1, "test")
	select {
	case err := <-played:
		must(t, err)
	default:
		t.Fatalf("no game began, since the revert had no tenth part: %d lines are gone, and the error is %v", r.Lines, err)
	}
	if !errors.As(err, new(*importing.InPlayError)) || r.Lines == 0 {
		t.Fatalf("%d lines are gone, and the error is %v", r.Lines, err)
	}
	wantRevertable(t, url, other, true)
	if _, err := s.CurrentGame(t.Context(), "ann", "A"); err != nil {
		t.Error(err)
	}
}

func TestProveRevertsKilled(t *testing.T) {
	sudokutest.Prove(t)
	for name, crash := range map[string]func(*testing.T, *rand.Rand, string){
		"revert killed": func(t *testing.T, r *rand.Rand, url string) {
			killRevert(t, url, time.Duration(r.IntN(600))*time.Millisecond)
		},
		"revert's connection terminated": func(t *testing.T, r *rand.Rand, url string) {
			killRevertWith(t, url, time.Duration(r.IntN(600))*time.Millisecond, func(*exec.Cmd) { archivetest.TerminateOthers(t, url) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			stopped := map[string]int{}
			sudokutest.Rounds(t, name, func(t *testing.T, r *rand.Rand) {
				_, url, other := beforeRevert(t)
				crash(t, r, url)
				when := name + " in the middle"
				switch wantRevertable(t, url, other, r.IntN(2) == 0) {
				case 0:
					when = "after its end"
				case len(crashEntries()):
					when = "before its first part"
				}
				mu.Lock()
				defer mu.Unlock()
				stopped[when]++
			})
			sudokutest.Reached(t, stopped, name+" in the middle")
		})
	}
}

// killRevert kills a process that takes import 1 back, kill -9, a while after it began.
func killRevert(t *testing.T, url string, after time.Duration) {
	t.Helper()
	killRevertWith(t, url, after, func(child *exec.Cmd) { must(t, child.Process.Kill()) })
}

func killRevertWith(t *testing.T, url string, after time.Duration, crash func(*exec.Cmd)) {
	t.Helper()
	child := exec.Command(must1(os.Executable()))
	child.Env = append(os.Environ(), revertVariable+"="+url)
	output := must1(child.StdoutPipe())
	must(t, child.Start())
	_, err := output.Read(make([]byte, len("opened")))
	must(t, err)
	time.Sleep(after)
	crash(child)
	_ = child.Process.Kill()
	_ = child.Wait()                    // it was killed
	archivetest.TerminateOthers(t, url) // its processes of the server, which may not have seen that
}
