package solver

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Where the search gives up, the rest is as it was, and nothing is called unique that is not.
func TestAdditionsGiveUp(t *testing.T) {
	puzzle := sudokutest.Parse(t, sudokutest.Moler)
	away := puzzle.Filled().Slice()[:2]
	g := puzzle.With(away[0], 0).With(away[1], 0)
	for n := 1; n <= 2; n++ {
		want := Additions(g, n, nil, func([]sudoku.Candidate) {})
		for _, limit := range []int{0, 5, 10, 20, 1000} {
			got := additionsUpTo(t, g, n, limit)
			if got.Unique > want.Unique || got.Multiple > want.Multiple || got.None > want.None ||
				got.Excluded != want.Excluded || got.Ways() != want.Ways() {
				t.Errorf("%d clues, %d guesses: %+v, without limit %+v", n, limit, got, want)
			}
			if limit == 0 && got.Undecided == 0 || limit == 1000 && got.Undecided > 0 {
				t.Errorf("%d clues, %d guesses: %d undecided", n, limit, got.Undecided)
			}
		}
	}
}

func additionsUpTo(t *testing.T, g sudoku.Grid, n, maxGuesses int) Tally {
	t.Helper()
	wanted := wantedOf(g, nil)
	a := newAdder(n, func(added []sudoku.Candidate) {
		more := g
		for _, c := range added {
			more = more.With(c.Cell, c.Digit)
		}
		if found, _ := Count(more, 2); found != 1 {
			t.Errorf("%s: %d solutions", more, found)
		}
	})
	a.maxGuesses = maxGuesses
	a.run(&g, wanted)
	a.tally.Excluded = ways(wanted, n) - a.tally.Ways()
	return a.tally
}
