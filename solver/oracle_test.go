package solver_test

import (
	"math"
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// oracle is the plain backtracker that the fast search is checked against and measured
// by: it fills the open cell with the fewest digits left, and takes the digit back.
type oracle struct {
	shape  sudoku.Shape
	digits [sudoku.MaxCells]sudoku.Digit
	held   [3][sudoku.MaxSide]sudoku.Digits // by house: the digits it holds
	nodes  int                              // of the tree, that it may still visit before it gives up
}

// oracleSolutions calls found with every solution of a grid until found returns false. It
// returns false if it gave up after that many nodes: few clues that contradict each other
// would keep it busy for hours.
func oracleSolutions(g sudoku.Grid, nodes int, found func(sudoku.Grid) bool) (done bool) {
	o := oracle{shape: g.Shape(), nodes: nodes}
	for _, c := range g.Shape().Cells() {
		if d := g.At(c); d != 0 {
			if !o.fits(c).Has(d) {
				return true
			}
			o.put(c, d)
		}
	}
	o.search(found)
	return o.nodes >= 0
}

// oracleCount counts solutions up to a limit, however long it takes.
func oracleCount(g sudoku.Grid, limit int) int {
	n := 0
	oracleSolutions(g, math.MaxInt, func(sudoku.Grid) bool {
		n++
		return n < limit
	})
	return n
}

func (o *oracle) search(found func(sudoku.Grid) bool) (more bool) {
	if o.nodes--; o.nodes < 0 {
		return false
	}
	best, fewest := sudoku.Cell(0), sudoku.MaxSide+1
	for _, c := range o.shape.Cells() {
		if o.digits[c] != 0 {
			continue
		}
		if n := bits.OnesCount16(uint16(o.fits(c))); n < fewest {
			best, fewest = c, n
		}
	}
	if fewest > sudoku.MaxSide {
		return found(sudoku.FromDigits(o.shape, o.digits))
	}
	for d := range o.fits(best).All() {
		o.put(best, d)
		if !o.search(found) {
			return false
		}
		o.take(best)
	}
	return true
}

// fits returns the digits that no house of a cell holds.
func (o *oracle) fits(c sudoku.Cell) sudoku.Digits {
	held := o.held[sudoku.Row][c.Row()] | o.held[sudoku.Column][c.Column()] | o.held[sudoku.Box][o.shape.Box(c)]
	return o.shape.Digits() &^ held
}

func (o *oracle) put(c sudoku.Cell, d sudoku.Digit) {
	o.digits[c] = d
	for _, h := range o.shape.HousesOf(c) {
		o.held[h.Kind][h.Index] = o.held[h.Kind][h.Index].With(d)
	}
}

func (o *oracle) take(c sudoku.Cell) {
	for _, h := range o.shape.HousesOf(c) {
		o.held[h.Kind][h.Index] = o.held[h.Kind][h.Index].Without(o.digits[c])
	}
	o.digits[c] = 0
}
