package canon

import "github.com/gridkeeper/gridkeeper/sudoku"

// ExtendsIsomorph reports whether a grid has all digits of an isomorph of a puzzle, of a shape smaller than 9×9: all maps
// are tried.
func ExtendsIsomorph(g, puzzle sudoku.Grid) bool {
	shape := g.Shape()
	if puzzle.Shape() != shape {
		return false
	}
	e := extension{shape: shape, grid: g.ByCell(), puzzle: puzzle.ByCell()}
	if e.search() || !shape.CanTranspose() {
		return e.found
	}
	for _, c := range shape.Cells() {
		e.puzzle[c] = puzzle.At(sudoku.CellAt(c.Column(), c.Row()))
	}
	return e.search()
}

// extension is the search for a puzzle in a grid.
type extension struct {
	shape        sudoku.Shape
	grid, puzzle [sudoku.MaxCells]sudoku.Digit
	columns      uint64 // the order of the puzzle's columns, the first in the highest lane
	found        bool
}

// search tries all orders of the columns, and reports whether the puzzle was found with one.
func (e *extension) search() bool {
	for _, e.columns = range columnOrders[e.shape]() {
		if e.found = e.reaches(0, labelling{}, 0, 0); e.found {
			break
		}
	}
	return e.found
}

// labelling maps digits of the puzzle to those of the grid.
type labelling struct {
	labels [sudoku.MaxSide + 1]sudoku.Digit // 0: not known yet
	taken  sudoku.Digits                    // of the grid
}

// reaches reports whether the rows of the grid from row n on extend rows of the puzzle that are not taken. last is the row of the
// puzzle before them.
func (e *extension) reaches(n int, l labelling, taken uint, last int) bool {
	side, band := e.shape.Side(), e.shape.BoxHeight()
	if n == side {
		return true
	}
	for row := range side {
		if taken&(1<<row) != 0 || n%band != 0 && row/band != last/band {
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
		label := e.grid[sudoku.CellAt(n, column)]
		if label == 0 || l.labels[d] != label && (l.labels[d] != 0 || l.taken.Has(label)) {
			return l, false
		}
		l.labels[d], l.taken = label, l.taken.With(label)
	}
	return l, true
}
