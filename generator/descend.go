package generator

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// mostDescended is the number of clues up to which [Puzzles] descends to puzzles. Taking clues away at
// random makes one of 21 clues in 500 puzzles, but one of 20 in 10,000.
const mostDescended = 20

// firstClues is the number of clues with which a descent begins, or fewer. From the 24 of most minimal
// puzzles it takes three times as long.
const firstClues = 21

// patience is how many puzzles of a number of clues a descent looks at, before another
// begins elsewhere: those that it can reach may be few.
const patience = 30

// descend looks for a minimal puzzle of n clues, 9×9. It begins with a puzzle of a random solution
// and goes on to one with a clue less by {-2+1}, see [Change]; where there is none, to another with as
// many by {-1+1}. One descent in three reaches 18 clues.
func descend(n int, r *rand.Rand) (puzzle sudoku.Grid, ok bool) {
	g, ok := WithClues(FullGrid(sudoku.Sudoku, r), firstClues, r)
	for tried := 0; ok && g.Len() > n && tried < patience; tried++ {
		// Children are canonical forms, and the first is taken: turned at random, it is not always
		// the one with the smallest digits in the first cells.
		g = sudoku.RandomTransform(g.Shape(), r).Apply(g)
		if less, found := anyChild(g, Change{Minus: 2, Plus: 1}, r, 1); found {
			g, tried = less, 0
			continue
		}
		g, ok = anyChild(g, Change{Minus: 1, Plus: 1}, r, allChildren)
	}
	if !ok || g.Len() != n {
		return sudoku.Grid{}, false
	}
	return sudoku.RandomTransform(g.Shape(), r).Apply(g), true
}

// allChildren asks anyChild to choose from all.
const allChildren = -1

// anyChild returns one of the first children of a mother, made minimal.
func anyChild(mother sudoku.Grid, change Change, r *rand.Rand, first int) (child sudoku.Grid, ok bool) {
	var children []sudoku.Grid
	_, err := Recombine(mother, change, func(g sudoku.Grid) bool {
		children = append(children, g)
		return len(children) != first
	})
	if err != nil || len(children) == 0 {
		return sudoku.Grid{}, false
	}
	return Minimize(children[r.IntN(len(children))], r), true
}
