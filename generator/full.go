package generator

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// FullGrid returns a random full grid of a shape, without contradictions. Every grid can
// come out, but not all with the same probability.
func FullGrid(s sudoku.Shape, r *rand.Rand) sudoku.Grid {
	f := filler{shape: s, random: r, marks: sudoku.Empty(s).Candidates()}
	f.fill() // an empty grid always has a solution
	return sudoku.FromDigits(s, f.digits)
}

// filler fills a grid by backtracking with the digits in random order.
type filler struct {
	shape  sudoku.Shape
	random *rand.Rand
	digits [sudoku.MaxCells]sudoku.Digit
	marks  sudoku.Pencilmarks // of the empty cells
}

// fill fills the empty cell with the fewest candidates, and the others after it.
func (f *filler) fill() bool {
	c, ok := f.tightest()
	if !ok {
		return true
	}
	digits := f.marks[c]
	for _, i := range f.random.Perm(f.shape.Side()) {
		d := sudoku.Digit(i + 1)
		if !digits.Has(d) {
			continue
		}
		before := f.marks
		f.digits[c], f.marks[c] = d, 0
		for p := range f.shape.Peers(c).All() {
			f.marks[p] = f.marks[p].Without(d)
		}
		if f.fill() {
			return true
		}
		f.marks = before
		f.digits[c] = 0
	}
	return false
}

// tightest returns the empty cell with the fewest candidates. ok is false when none is empty.
func (f *filler) tightest() (tightest sudoku.Cell, ok bool) {
	fewest := sudoku.MaxSide + 1
	for _, c := range f.shape.Cells() {
		if n := f.marks[c].Len(); f.digits[c] == 0 && n < fewest {
			tightest, fewest = c, n
		}
	}
	return tightest, fewest <= sudoku.MaxSide
}
