package generator

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// leastAscended is the number of clues from which on [Puzzles] ascends to puzzles. Taking clues away at random makes one
// of 28 clues in 400 puzzles, but one of 29 in 7,000.
const leastAscended = 29

const (
	// standstill is how many exchanges an ascent tries without a clue more, before another begins elsewhere.
	standstill = 10_000
	// mostSets is how many unavoidable sets an ascent keeps. To look through them has to be quicker than to search.
	mostSets = 2_000
)

// ascend looks for a minimal puzzle of n clues, 9×9. It begins with a puzzle of a random solution and exchanges
// clues again and again, as long as that leaves as many or more. groups are single cells.
func ascend(n int, groups []sudoku.Cells, r *rand.Rand) (puzzle sudoku.Grid, ok bool) {
	t := thinned(FullGrid(sudoku.Sudoku, r), groups, r)
	for tried := 0; t.cells.Len() < n && tried < standstill; tried++ {
		before := t
		t.exchange(r)
		switch after := t.cells.Len(); {
		case after < before.cells.Len() || after > n:
			t.clues, t.cells = before.clues, before.cells
		case after > before.cells.Len():
			tried = 0
		}
		if len(t.unavoidable) > mostSets {
			t.unavoidable = t.unavoidable[:mostSets/2]
		}
	}
	return t.clues, t.cells.Len() == n
}

// exchange takes a clue away, adds others until there is one solution again, and removes what can go then: of the clues
// before first, so that those added tend to stay.
func (t *thinning) exchange(r *rand.Rand) {
	gone := anyOf(t.cells, r)
	t.remove(gone)
	var groups []sudoku.Cells
	for c := range t.cells.All() {
		groups = append(groups, sudoku.CellsOf(c))
	}
	r.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	for set, more := t.missed(); more; set, more = t.missed() {
		added := anyOf(set.Minus(gone), r)
		t.add(added)
		groups = append(groups, added)
	}
	t.thin(groups)
}

// anyOf returns one of some cells.
func anyOf(cells sudoku.Cells, r *rand.Rand) sudoku.Cells {
	all := cells.Slice()
	return sudoku.CellsOf(all[r.IntN(len(all))])
}
