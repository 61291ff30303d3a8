package archive_test

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The whole list of 17-clue puzzles: all new, all known the second time, and all known when
// they come turned, mirrored and relabelled.
func TestProveImport(t *testing.T) {
	if os.Getenv("GRIDKEEPER_PROVE") == "" {
		t.Skip("a long check: make prove")
	}
	s := archivetest.New(t)
	r := rand.New(rand.NewPCG(1, 1))
	var lines, isomorphs []string
	for _, g := range sudokutest.Grids(t, "royle-17-clue.txt") {
		lines = append(lines, g.String())
		isomorphs = append(isomorphs, turned(g.String(), r))
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
		report := importLines(t, s, run.collection, run.lines...)
		t.Logf("%s: %s in %s", run.collection, counts(report), time.Since(start).Round(time.Millisecond))
		wantCounts(t, report, run.want)
	}
	if got := exportLines(t, s, "turned"); len(got) != len(isomorphs) {
		t.Errorf("%d entries, want %d", len(got), len(isomorphs))
	}
}
