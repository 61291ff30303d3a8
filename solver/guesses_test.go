package solver_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestGuesses(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  int
	}{
		{sudokutest.MolerSolved, 2, 0},
		{sudokutest.Moler, 0, 0},
		{".....5......6.1...............5........1.6...........553.....61......3...........", 2, solver.MaxGuesses},
	} {
		if got := solver.Guesses(sudokutest.Parse(t, test.text), test.limit); got != test.want {
			t.Errorf("%s to %d: %d guesses, want %d", test.text, test.limit, got, test.want)
		}
	}
	// Each guess puts one digit in, and an empty grid has no clue to follow from.
	if n := solver.Guesses(sudoku.Empty(sudoku.Sudoku), 1); n < 8 || n > 81 {
		t.Errorf("%d guesses for an empty grid", n)
	}
}
