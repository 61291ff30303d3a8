package solver

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// bands is a set of cells of the 9×9 grid, laid out for the search: a band takes 27 bits,
// row by row; the first two bands share a word, at bits 0 and 32, the third has its own.
// So one operation works on two bands, and the five bits between them keep carries and
// shifts apart. Bands of 27 bits come from JCZSolve (Zhouyundong and others, New Sudoku
// Players' Forum, 2012).
type bands struct{ upper, lower uint64 }

// Patterns within a band, and the same in both bands of a word.
const (
	rowStarts     = 1 | 1<<9 | 1<<18 // the first cell of each row; times a set of columns: that set in each row
	minirowStarts = 0o111111111      // the first cell of each minirow
	fullRow       = 1<<9 - 1
	fullBand      = 1<<27 - 1
	both          = 1 | 1<<32 // times a pattern: that pattern in both bands
)

var wholeGrid = bands{fullBand * both, fullBand}

// bandsOf returns the set of the cells given.
func bandsOf(cells sudoku.Cells) bands {
	var b bands
	for c := range cells.All() {
		switch c / 27 {
		case 0:
			b.upper |= 1 << c
		case 1:
			b.upper |= 1 << (c - 27 + 32)
		case 2:
			b.lower |= 1 << (c - 54)
		}
	}
	return b
}

func (b bands) and(o bands) bands    { return bands{b.upper & o.upper, b.lower & o.lower} }
func (b bands) or(o bands) bands     { return bands{b.upper | o.upper, b.lower | o.lower} }
func (b bands) except(o bands) bands { return bands{b.upper &^ o.upper, b.lower &^ o.lower} }
func (b bands) empty() bool          { return b.upper|b.lower == 0 }
func (b bands) len() int             { return bits.OnesCount64(b.upper) + bits.OnesCount64(b.lower) }

// pop returns the first cell of a set that is not empty, and the rest.
func (b bands) pop() (sudoku.Cell, bands) {
	if b.upper != 0 {
		i := bits.TrailingZeros64(b.upper)
		return sudoku.Cell(i - i/32*5), bands{b.upper & (b.upper - 1), b.lower}
	}
	return sudoku.Cell(54 + bits.TrailingZeros64(b.lower)), bands{0, b.lower & (b.lower - 1)}
}

// cellBands and peerBands hold each cell, and its peers. They have an entry for every
// number that a Cell can hold, so that reading them needs no bounds check.
var (
	cellBands = bandsByCell(func(c sudoku.Cell) sudoku.Cells { return sudoku.CellsOf(c) })
	peerBands = bandsByCell(sudoku.Sudoku.Peers)
)

func bandsByCell(of func(sudoku.Cell) sudoku.Cells) (table [256]bands) {
	for _, c := range sudoku.Sudoku.Cells() {
		table[c] = bandsOf(of(c))
	}
	return table
}
