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

// SharedClues returns how many clues two 6×6 puzzles have in common, at most, when one is turned and relabelled so that the
// solutions are the same. It is 0 for solutions that are no isomorphs.
func SharedClues(a, solutionOfA, b, solutionOfB sudoku.Grid) int {
	e := extension{
		shape: sudoku.SixBySix, grid: solutionOfA.ByCell(), puzzle: solutionOfB.ByCell(), all: true, clues: [2]sudoku.Cells{a.Filled(), b.Filled()},
	}
	e.search()
	return e.shared
}

// extension is the search for a puzzle in a grid.
type extension struct {
	shape        sudoku.Shape
	grid, puzzle [sudoku.MaxCells]sudoku.Digit
	columns      uint64 // the order of the puzzle's columns, the first in the highest lane
	found        bool

	all    bool                // the search does not end with the first map, and counts the clues that each has in common
	clues  [2]sudoku.Cells     // of the grid and of the puzzle, which are solutions
	rows   [sudoku.MaxSide]int // the row of the puzzle for each of the grid
	shared int                 // the most clues in common so far
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
		if e.all {
			e.shared = max(e.shared, e.common())
		}
		return !e.all
	}
	for row := range side {
		if taken&(1<<row) != 0 || n%band != 0 && row/band != last/band {
			continue
		}
		e.rows[n] = row
		if longer, ok := e.fits(n, row, l); ok && e.reaches(n+1, longer, taken|1<<row, row) {
			return true
		}
	}
	return false
}

// common counts the cells with clues of both, by the map that was found.
func (e *extension) common() (n int) {
	for c := range e.clues[0].All() {
		if e.clues[1].Has(e.source(e.rows[c.Row()], c.Column())) {
			n++
		}
	}
	return n
}

// source returns the cell of the puzzle in one of its rows that comes to a column of the grid.
func (e *extension) source(row, column int) sudoku.Cell {
	return sudoku.CellAt(row, int(lane(e.columns, laneBits*(e.shape.Side()-1-column))))
}

// fits reports whether row n of the grid has the digits of a row of the puzzle, and returns the labels with those of its
// new digits.
func (e *extension) fits(n, row int, l labelling) (longer labelling, ok bool) {
	side := e.shape.Side()
	for column := range side {
		d := e.puzzle[e.source(row, column)]
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
