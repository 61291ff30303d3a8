package solver_test

import (
	"errors"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Needs and Other agree with counting, on puzzles, on those with a clue too many and on those
// with a clue too few, in all shapes.
func TestNeedsAndOther(t *testing.T) {
	puzzles := append(sudokutest.Grids(t, "minimal-20k.txt")[:20], must(t, "1.....3..2.....4"), must(t, "12...3..2.....4."),
		must(t, "..4.31.........32......51...5..65..4"), must(t, "....2....5......6.3.4.....5...1....3"))
	for _, g := range puzzles {
		solution, err := solver.Solve(g)
		if err != nil {
			continue
		}
		if other, ok, err := solver.Other(g, solution); ok || err != nil {
			t.Fatalf("%s has another solution, %s, %v", g, other, err)
		}
		more := g
		for _, c := range g.Shape().Cells() {
			if g.At(c) == 0 && int(c)%2 == 0 {
				more = more.With(c, solution.At(c))
			}
		}
		for _, clues := range []sudoku.Grid{g, more} {
			for _, c := range clues.Shape().Cells() {
				checkWithout(t, clues, solution, c)
			}
		}
	}
}

// checkWithout checks what a puzzle is without the clue in a cell.
func checkWithout(t *testing.T, clues, solution sudoku.Grid, c sudoku.Cell) {
	t.Helper()
	less := clues.With(c, 0)
	want := oracleCount(less, 2) > 1
	if needed, err := solver.Needs(clues, c); needed != want || err != nil {
		t.Fatalf("%s needs %s: %t, %v", clues, c, needed, err)
	}
	other, ok, err := solver.Other(less, solution)
	if ok != want || err != nil {
		t.Fatalf("%s has another solution: %t, %v", less, ok, err)
	}
	if ok && (other == solution || !other.Solved() || !other.Extends(less)) {
		t.Fatalf("%s: %s is not another solution than %s", less, other, solution)
	}
}

func must(t *testing.T, text string) sudoku.Grid {
	t.Helper()
	g, err := sudoku.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A grid that the search gives up on says so.
func TestOtherTooHard(t *testing.T) {
	g := must(t, ".....5......6.1...............5........1.6...........553.....61......3...........")
	full := must(t, "123456789456789123789123456214365897365897214897214365531642978642978531978531642")
	for _, known := range []sudoku.Grid{g, full} {
		if _, ok, err := solver.Other(g, known); ok || !errors.Is(err, solver.ErrTooHard) {
			t.Errorf("%t, %v", ok, err)
		}
	}
}
