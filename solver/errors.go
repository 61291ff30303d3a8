package solver

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// NoSolutionReason says which contradiction a grid has. The values are keys, for whoever puts
// them into words.
type NoSolutionReason string

const (
	Conflict NoSolutionReason = "conflict" // Cells of House, two or more, hold Digit
	NoDigit  NoSolutionReason = "no-digit" // no digit fits in the one cell of Cells
	NoPlace  NoSolutionReason = "no-place" // no cell of House can hold Digit
)

// NoSolutionError is the error of a grid that has no solution, where that shows without search.
// It wraps [ErrNoSolution]. Fields that its Reason does not name are zero.
type NoSolutionError struct {
	Reason NoSolutionReason
	Digit  sudoku.Digit
	House  sudoku.House
	Cells  sudoku.Cells
}

func (e *NoSolutionError) Unwrap() error { return ErrNoSolution }

func (e *NoSolutionError) Error() string {
	switch e.Reason {
	case Conflict:
		return fmt.Sprintf("%v: digit %d twice in %s: %s", ErrNoSolution, e.Digit, e.House.Name(), names(e.Cells))
	case NoDigit:
		return fmt.Sprintf("%v: no digit fits in %s", ErrNoSolution, e.Cells)
	}
	return fmt.Sprintf("%v: no cell of %s can hold digit %d", ErrNoSolution, e.House.Name(), e.Digit)
}

// noSolution returns the error of a grid without a solution.
func noSolution(g sudoku.Grid) error {
	for c := range g.Conflicts() {
		return &NoSolutionError{Reason: Conflict, Digit: c.Digit, House: c.House, Cells: c.Cells}
	}
	marks := g.Candidates()
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 && marks[c] == 0 {
			return &NoSolutionError{Reason: NoDigit, Cells: sudoku.CellsOf(c)}
		}
	}
	for _, h := range g.Shape().Houses() {
		open := g.Digits(h)
		for _, c := range g.Shape().House(h) {
			open |= marks[c]
		}
		if missing := g.Shape().Digits() &^ open; missing != 0 {
			return &NoSolutionError{Reason: NoPlace, House: h, Digit: missing.First()}
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
