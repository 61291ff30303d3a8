package library_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

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
			_, err := archivetest.Open(t, url).ImportFile(t.Context(), crashOptions(func(r library.Report) {
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
