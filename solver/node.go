package solver

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// band is a set of cells of one band: 27 bits, bit 9·row+column within the band.
type band uint32

const (
	wholeBand band = 1<<27 - 1
	wholeRow  band = 1<<9 - 1
	firstCols band = 1 | 1<<9 | 1<<18 // the first cell of each row; times a column set: that set in each row
)

// node is a state of the search: for every digit, the cells where it may still go.
// A contradictory node may hold anything that cannot be completed.
type node struct {
	left  [9][3]band
	fixed [3]band // cells with one digit, known to be closed for the others
}

// nodeOf returns the node with the clues of a grid placed.
func nodeOf(g sudoku.Grid) node {
	n := node{}
	for d := range n.left {
		n.left[d] = [3]band{wholeBand, wholeBand, wholeBand}
	}
	digits := g.ByCell()
	for c, d := range digits {
		if d != 0 {
			n.place(sudoku.Cell(c), int(d)-1)
		}
	}
	return n
}

func (n *node) place(c sudoku.Cell, d int) {
	bit := band(1) << (c % 27)
	for other := range n.left {
		if other != d {
			n.left[other][c/27] &^= bit
		}
	}
	for b := range n.left[d] {
		n.left[d][b] &= afterPlacing[c][b]
	}
}

func (n *node) remove(c sudoku.Cell, d int) {
	n.left[d][c/27] &^= 1 << (c % 27)
}

// grid returns the solution that a solved node holds.
func (n *node) grid() sudoku.Grid {
	var digits [sudoku.MaxCells]sudoku.Digit
	for d := range n.left {
		for b, cells := range n.left[d] {
			for ; cells != 0; cells &= cells - 1 {
				digits[27*b+bits.TrailingZeros32(uint32(cells))] = sudoku.Digit(d + 1)
			}
		}
	}
	return sudoku.FromDigits(sudoku.Sudoku, digits)
}

// afterPlacing holds, for a digit placed in a cell, the cells where it may still be: the
// cell itself and those that are no peer of it.
var afterPlacing = func() (table [sudoku.MaxCells][3]band) {
	for c := range table {
		table[c] = [3]band{wholeBand, wholeBand, wholeBand}
		for peer := range sudoku.Sudoku.Peers(sudoku.Cell(c)).All() {
			table[c][peer/27] &^= 1 << (peer % 27)
		}
	}
	return table
}()
