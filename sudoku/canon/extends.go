package canon

import "github.com/gridkeeper/gridkeeper/sudoku"

// ExtendsIsomorph reports whether a grid has all digits of an isomorph of a puzzle. The shape is a small one: all maps
// are tried.
func ExtendsIsomorph(g, puzzle sudoku.Grid) bool {
	shape := g.Shape()
	if puzzle.Shape() != shape {
		return false
	}
	e := extension{shape: shape, grid: g.ByCell(), puzzle: puzzle.ByCell()}
	if e.isThere() || !shape.CanTranspose() {
		return e.found
	}
	for _, c := range shape.Cells() {
		e.puzzle[c] = puzzle.At(sudoku.CellAt(c.Column(), c.Row()))
	}
	return e.isThere()
}

// extension is a grid, and a puzzle whose columns have an order.
type extension struct {
	shape        sudoku.Shape
	grid, puzzle [sudoku.MaxCells]sudoku.Digit
	columns      uint64
	found        bool
}

// isThere tries all orders of the columns.
func (e *extension) isThere() bool {
	for _, e.columns = range columnOrders[e.shape]() {
		if e.found = e.reaches(0, labelling{}, 0, 0); e.found {
			break
		}
	}
	return e.found
}

// labelling is what digits of a puzzle are in a grid, as far as it is known.
type labelling struct {
	labels [sudoku.MaxSide + 1]sudoku.Digit
	taken  sudoku.Digits
}

// reaches reports whether rows of the puzzle can be those of the grid from row n on, after rows of the puzzle were taken,
// the one before last.
func (e *extension) reaches(n int, l labelling, taken uint, last int) bool {
	side, each := e.shape.Side(), e.shape.BoxHeight()
	if n == side {
		return true
	}
	for row := range side {
		if taken&(1<<row) != 0 || n%each != 0 && row/each != last/each {
			continue
		}
		if longer, ok := e.fits(n, row, l); ok && e.reaches(n+1, longer, taken|1<<row, row) {
			return true
		}
	}
	return false
}

// fits reports whether row n of the grid has the digits of a row of the puzzle, and returns the labels with those of its
// new digits.
func (e *extension) fits(n, row int, l labelling) (longer labelling, ok bool) {
	side := e.shape.Side()
	for column := range side {
		d := e.puzzle[sudoku.CellAt(row, int(lane(e.columns, laneBits*(side-1-column))))]
		if d == 0 {
			continue
		}
		is := e.grid[sudoku.CellAt(n, column)]
		if is == 0 || l.labels[d] != is && (l.labels[d] != 0 || l.taken.Has(is)) {
			return l, false
		}
		l.labels[d], l.taken = is, l.taken.With(is)
	}
	return l, true
}
