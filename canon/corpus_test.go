package canon_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// mostSymmetric is the full grid with the most automorphisms, 648 (E. Russell, F. Jarvis,
// "Mathematics of Sudoku II", 2006).
const mostSymmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

// prove returns few, or many where the long checks are wanted.
func prove(few, many int) int {
	if os.Getenv("GRIDKEEPER_PROVE") != "" {
		return many
	}
	return few
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func parse(t testing.TB, text string) sudoku.Grid {
	t.Helper()
	g, err := sudoku.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// fullGrid returns a random full grid.
func fullGrid(shape sudoku.Shape, r *rand.Rand) sudoku.Grid {
	g, _ := fill(sudoku.Empty(shape), r)
	return g
}

func fill(g sudoku.Grid, r *rand.Rand) (sudoku.Grid, bool) {
	marks := g.Candidates()
	best := sudoku.Cell(0)
	fewest := sudoku.MaxSide + 1
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 && marks[c].Len() < fewest {
			best, fewest = c, marks[c].Len()
		}
	}
	if fewest > sudoku.MaxSide {
		return g, true
	}
	for _, i := range r.Perm(g.Shape().Side()) {
		if d := sudoku.Digit(i + 1); marks[best].Has(d) {
			if full, ok := fill(g.With(best, d), r); ok {
				return full, true
			}
		}
	}
	return g, false
}

// someClues returns a grid with n of the digits of a full grid.
func someClues(full sudoku.Grid, n int, r *rand.Rand) sudoku.Grid {
	g := sudoku.Empty(full.Shape())
	cells := full.Shape().Cells()
	for _, i := range r.Perm(len(cells))[:n] {
		g = g.With(cells[i], full.At(cells[i]))
	}
	return g
}

// anyDigits returns a grid with n cells filled without regard to the rules, with digits
// up to highest.
func anyDigits(shape sudoku.Shape, n, highest int, r *rand.Rand) sudoku.Grid {
	g := sudoku.Empty(shape)
	cells := shape.Cells()
	for _, i := range r.Perm(len(cells))[:n] {
		g = g.With(cells[i], sudoku.Digit(1+r.IntN(highest)))
	}
	return g
}
