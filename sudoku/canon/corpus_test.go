package canon_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// mostSymmetric is the full grid with the most automorphisms, 648 (E. Russell, F. Jarvis,
// "Mathematics of Sudoku II", 2006).
const mostSymmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

// checkAll checks all grids, shows the first that fails, and says how many do.
func checkAll(t *testing.T, name string, grids []sudoku.Grid, check func(sudoku.Grid) error) {
	t.Helper()
	differences := 0
	for _, g := range grids {
		if err := check(g); err != nil {
			if differences++; differences == 1 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	t.Logf("%s: %d grids, %d differences", name, len(grids), differences)
}

// take returns n grids.
func take(n int, next func() sudoku.Grid) (grids []sudoku.Grid) {
	for range n {
		grids = append(grids, next())
	}
	return grids
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

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

// oddGrids returns grids with much symmetry, or many contradictions, that take the
// search to its limits.
func oddGrids() (grids []sudoku.Grid) {
	for _, digit := range []func(row, column int) int{
		func(row, column int) int { return 0 },
		func(row, column int) int { return 1 },
		func(row, column int) int { return row + 1 },
		func(row, column int) int { return row%3*3 + column%3 + 1 }, // all boxes the same
		func(row, column int) int { return row/3*3 + column/3 + 1 }, // a digit a box
		func(row, column int) int { return (row+column)%9 + 1 },     // a Latin square
		func(row, column int) int { return row * column % 8 },
		func(row, column int) int { return max(row, column) + 1 },     // few symmetries, few digits a row
		func(row, column int) int { return 1 + row/8*column },         // only the last row tells columns apart
		func(row, column int) int { return 1 + max(0, row-column-6) }, // three cells tell columns apart
		func(row, column int) int { return oneIf(row == column) },     // a diagonal
		func(row, column int) int { return oneIf(row == column) * (row + 1) },
		func(row, column int) int { return oneIf(row == column) + 1 },
		func(row, column int) int { return oneIf(row/3 == column/3) * (row%3*3 + column%3 + 1) },
	} {
		g := sudoku.Empty(sudoku.Sudoku)
		for _, c := range g.Shape().Cells() {
			g = g.With(c, sudoku.Digit(digit(c.Row(), c.Column())))
		}
		grids = append(grids, g)
	}
	return grids
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
