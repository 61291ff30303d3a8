package generator

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// How long [WithClues] searches: so many beginnings, so many places after each.
const (
	beginnings = 8
	perBegin   = 4096
)

// WithClues looks for a minimal puzzle with at most n clues that has a solution: at random, and
// for a second at most. Nearly all random 9×9 solutions give one of 22 clues, half of them one of
// 21, and one in twenty one of 20. ok is false if it finds none; whether there is none is for
// [FewerClues] to say. A grid that is not a solution gives none.
func WithClues(solution sudoku.Grid, n int, r *rand.Rand) (puzzle sudoku.Grid, ok bool) {
	if n < 1 || !solution.Solved() {
		return sudoku.Grid{}, false
	}
	n = min(n, solution.Len())
	sets := unavoidable.Sets(solution, smallSets)
	for range beginnings {
		h := newHitting(solution, n)
		h.stop = func() bool { return h.places >= perBegin }
		h.order = func(cells []sudoku.Cell) {
			r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		}
		h.search(place{left: n, sets: sets})
		if h.found != (sudoku.Cells{}) {
			puzzle, err := withoutNeedless(solution, h.found)
			return puzzle, err == nil
		}
	}
	return sudoku.Grid{}, false
}
