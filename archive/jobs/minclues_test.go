package jobs

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// As a job, the search finds what it finds at once, and counts what has nothing to be found.
func TestMinClues(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	shidoku := sudokutest.Parse(t, "1.....3..2.....4")
	for _, below := range []int{4, 5} {
		m := MinClues{Grids: []sudoku.Grid{shidoku}, Below: below, Of: "one", Into: "few", By: "test"}
		added, err := AddMinClues(t.Context(), store, m)
		must(t, err)
		if again, err := AddMinClues(t.Context(), store, m); err != nil || again.New || again.ID != added.ID {
			t.Errorf("%+v, then %+v, %v", added, again, err)
		}
	}
	workToEnd(t, store, url)
	solution, err := solver.Solve(shidoku)
	must(t, err)
	var found []int64
	for i, below := range []int{4, 5} {
		_, ok, err := generator.FewerClues(t.Context(), solution, below, nil)
		must(t, err)
		p := list(t, store)[i]
		if has := p.Counts["with such a puzzle"] == 1; has != ok || p.Counts["without"] == 1 == ok || p.Counts["grids"] != 1 {
			t.Errorf("below %d: %v, want %t", below, p.Counts, ok)
		}
		found = append(found, p.Counts["puzzles"])
	}
	if n := int64(len(keys(t, store, "few"))); n != found[0]+found[1] || !slices.Contains(found, 1) {
		t.Errorf("%d puzzles, the counts are %v", n, found)
	}
	_, err = AddMinClues(t.Context(), store, MinClues{Grids: []sudoku.Grid{shidoku}, Into: "few"})
	wantError(t, err, "fewer clues than 0: want 1 or more")
}
