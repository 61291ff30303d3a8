package solver

import (
	"errors"
	"fmt"
	"iter"
	"strings"

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

// Solve returns the only solution of a grid, or an error that wraps [ErrNoSolution] or
// [ErrManySolutions]. Where the contradiction of the clues shows without search, the error
// names its digit, cells or house.
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

// noSolution returns the error for a grid without a solution, with the contradiction if it
// shows without search.
func noSolution(g sudoku.Grid) error {
	for c := range g.Conflicts() {
		return fmt.Errorf("%w: digit %d twice in %s: %s", ErrNoSolution, c.Digit, c.House.Name(), names(c.Cells))
	}
	marks := g.Candidates()
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 && marks[c] == 0 {
			return fmt.Errorf("%w: no digit fits in %s", ErrNoSolution, c)
		}
	}
	for _, h := range g.Shape().Houses() {
		open := g.Digits(h)
		for _, c := range g.Shape().House(h) {
			open |= marks[c]
		}
		if missing := g.Shape().Digits() &^ open; missing != 0 {
			return fmt.Errorf("%w: no cell of %s can hold digit %d", ErrNoSolution, h.Name(), missing.First())
		}
	}
	return ErrNoSolution
}

// names lists cells one by one: "r1c1, r1c4".
func names(cells sudoku.Cells) string {
	var list []string
	for c := range cells.All() {
		list = append(list, c.String())
	}
	return strings.Join(list, ", ")
}
