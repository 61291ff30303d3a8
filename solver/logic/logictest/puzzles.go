package logictest

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// SmallShapes lists the shapes of [Puzzle]: all but 9×9.
var SmallShapes = slices.DeleteFunc(slices.Clone(sudoku.Shapes), func(s sudoku.Shape) bool { return s.Side() == sudoku.MaxSide })

// normalised lists the grids of a small shape whose first row is in order: 12 shidoku, 39,168 of 6×6.
var normalised = sudoku.ByShape(func(s sudoku.Shape) func() []sudoku.Grid {
	return sync.OnceValue(func() (grids []sudoku.Grid) {
		g := sudoku.Empty(s)
		for i, c := range s.House(sudoku.House{Kind: sudoku.Row}) {
			g = g.With(c, sudoku.Digit(i+1))
		}
		for full := range solver.Solutions(g) {
			grids = append(grids, full)
		}
		return grids
	})
})

// Puzzle returns a random puzzle of a small shape. Each grid is equally likely to be its solution. About one in so many clues is
// kept without need; 0: none.
func Puzzle(s sudoku.Shape, r *rand.Rand, spare int) sudoku.Grid {
	grids := normalised[s]()
	g := sudoku.RandomTransform(s, r).Apply(grids[r.IntN(len(grids))])
	for _, i := range r.Perm(len(s.Cells())) {
		without := g.With(s.Cells()[i], 0)
		if _, err := solver.Solve(without); err == nil && (spare == 0 || r.IntN(spare) > 0) {
			g = without
		}
	}
	return g
}

// Puzzles returns so many random puzzles of a small shape, most of them minimal.
func Puzzles(s sudoku.Shape, n int) (puzzles []sudoku.Grid) {
	r := rand.New(rand.NewPCG(5, 6))
	for range n {
		puzzles = append(puzzles, Puzzle(s, r, 8))
	}
	return puzzles
}
