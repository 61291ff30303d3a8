package solver_test

import (
	"errors"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The error of a contradiction in plain sight has its parts as data.
func TestNoSolutionError(t *testing.T) {
	row, column := sudoku.House{Kind: sudoku.Row, Index: 0}, sudoku.House{Kind: sudoku.Column, Index: 0}
	for puzzle, want := range map[string]solver.NoSolutionError{
		"5..5..5..": {Reason: solver.Conflict, Digit: 5, House: row,
			Cells: sudoku.CellsOf(sudoku.CellAt(0, 0), sudoku.CellAt(0, 3), sudoku.CellAt(0, 6))},
		"12.. ..3. .... ...4": {Reason: solver.NoDigit, Cells: sudoku.CellsOf(sudoku.CellAt(0, 3))},
		"23....... 4........ ...1..... ......... .1....... ......... ......... ..1......": {
			Reason: solver.NoPlace, House: column, Digit: 1},
	} {
		_, err := solver.Solve(sudokutest.Parse(t, puzzle))
		var got *solver.NoSolutionError
		if !errors.As(err, &got) || *got != want || !errors.Is(err, solver.ErrNoSolution) {
			t.Errorf("%s: %#v, want %#v", puzzle, err, want)
		}
	}
}
