package solver

import (
	"errors"
	"iter"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ErrNoSolution and ErrManySolutions say why a grid is not a puzzle; see [Solve].
var (
	ErrNoSolution    = errors.New("no solution")
	ErrManySolutions = errors.New("more than one solution")
)

// Count returns how many solutions a grid has, and stops at limit: 2 is enough to see
// whether the grid is a puzzle. A limit below 1 counts nothing. It does not allocate.
func Count(g sudoku.Grid, limit int) int {
	if limit < 1 {
		return 0
	}
	s := search{limit: limit}
	s.run(&g)
	return s.found
}

// Solve returns the only solution of a grid. Otherwise the error is [ErrManySolutions] or wraps
// [ErrNoSolution]: a [*NoSolutionError] where the contradiction shows without search.
func Solve(g sudoku.Grid) (sudoku.Grid, error) {
	var solution sudoku.Grid
	found := 0
	for solved := range Solutions(g) {
		if found++; found > 1 {
			return sudoku.Grid{}, ErrManySolutions
		}
		solution = solved
	}
	if found == 0 {
		return sudoku.Grid{}, noSolution(g)
	}
	return solution, nil
}

// Solutions yields all solutions of a grid, each once, in no particular order.
func Solutions(g sudoku.Grid) iter.Seq[sudoku.Grid] {
	return func(yield func(sudoku.Grid) bool) {
		s := search{yield: yield}
		s.run(&g)
	}
}
