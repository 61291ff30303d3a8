package canon_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// No grid takes long to canonicalise, valid or not. It looks for slow ones by changing a few
// cells and keeping what takes longer: symmetric grids have ties that have to be tried.
func TestNothingTakesLong(t *testing.T) {
	for _, slow := range []string{ // found by TestProveNothingTakesLong, and one by a formula
		"65365165188483488474.745765656657657884884884545345565658658658884814884545745.65",
		".242414133.213.41313..2441341313.3.2241.243.2.244133.23.2.2424113.4132414133.2241",
	} {
		if took := timeOf(sudokutest.Parse(t, slow)); took > 10*time.Second {
			t.Errorf("%s takes %v", slow, took)
		}
	}
	climb(t, 3, 200)
}

func TestProveNothingTakesLong(t *testing.T) {
	sudokutest.Prove(t)
	climb(t, 60, 2000)
}

func climb(t *testing.T, hills, steps int) {
	r := rand.New(rand.NewPCG(4, 4))
	slowest, longest := sudoku.Grid{}, time.Duration(0)
	for range hills {
		g, digits := sudoku.Empty(sudoku.Sudoku), 1+r.IntN(9)
		for range r.IntN(60) {
			g = setPattern(g, r, digits)
		}
		took := timeOf(g)
		for range steps {
			next := setPattern(g, r, digits)
			if slower := timeOf(next); slower > took {
				g, took = next, slower
			}
		}
		if took > longest {
			slowest, longest = g, took
		}
	}
	if longest > 10*time.Second {
		t.Errorf("%s takes %v", slowest, longest)
	}
	t.Logf("%d hills of %d steps: the slowest, %s, takes %v", hills, steps, slowest, longest)
}

// setPattern writes a digit, or none, into cells that lie regularly: one, or all that are as far
// apart as bands and stacks.
func setPattern(g sudoku.Grid, r *rand.Rand, digits int) sudoku.Grid {
	row, column, d := r.IntN(9), r.IntN(9), sudoku.Digit(r.IntN(digits+1))
	bands, stacks := []int{1, 3}[r.IntN(2)], []int{1, 3}[r.IntN(2)]
	for i := range bands {
		for j := range stacks {
			g = g.With(sudoku.CellAt((row+3*i)%9, (column+3*j)%9), d)
		}
	}
	return g
}

// timeOf returns the shorter of two times of the processor.
func timeOf(g sudoku.Grid) time.Duration {
	shortest := time.Hour
	for range 2 {
		begin := sudokutest.CPU()
		canon.Of(g)
		shortest = min(shortest, sudokutest.CPU()-begin)
	}
	return shortest
}
