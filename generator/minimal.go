package generator

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Minimal reports whether a puzzle, a grid with exactly one solution, needs every clue:
// without any one of them it has more solutions.
func Minimal(g sudoku.Grid) bool {
	for c := range g.Filled().All() {
		if unique(g.With(c, 0)) {
			return false
		}
	}
	return true
}

// Minimize takes clues away from a puzzle, a grid with exactly one solution, in random
// order until none can go.
func Minimize(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	clues := g.Filled().Slice()
	r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	// The first third of a full grid can nearly always go, so trying many at once saves two
	// checks of five; after that most clues have to be tried one by one.
	many := len(clues) / 3
	g = take(g, clues[:many])
	for i := many; i < len(clues); i++ {
		g = take(g, clues[i:i+1])
	}
	return g
}

// take takes away those of the clues that can go, each tried after those before it. If all
// can go together, they can go one after another; a clue that cannot go cannot go later
// either, when there are fewer others.
func take(g sudoku.Grid, clues []sudoku.Cell) sudoku.Grid {
	less := g
	for _, c := range clues {
		less = less.With(c, 0)
	}
	switch {
	case unique(less):
		return less
	case len(clues) == 1:
		return g
	}
	half := len(clues) / 2
	return take(take(g, clues[:half]), clues[half:])
}

// unique reports whether a grid is known to have exactly one solution.
func unique(g sudoku.Grid) bool {
	n, err := solver.Count(g, 2)
	return n == 1 && err == nil
}
