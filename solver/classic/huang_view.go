package classic

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// mask is a set of up to nine digits, columns, rows or places in a box: bit i stands for the one
// with index i. Huang's C, R, D and N are all of this type, so that one code serves them.
type mask = uint16

// sizes holds how many bits each mask has: his table of 512 counts.
var sizes = func() (table [1 << sudoku.MaxSide]uint8) {
	for m := range table {
		table[m] = uint8(bits.OnesCount(uint(m)))
	}
	return table
}()

// cube is the candidates seen from each side, after Huang, section 3.1: a candidate is one bit in
// each of the four. Filled cells have no candidates.
type cube struct {
	shape sudoku.Shape
	d     [sudoku.MaxSide][sudoku.MaxSide]mask // D(c,r) by row and column: digits
	c     [sudoku.MaxSide][sudoku.MaxSide]mask // C(r,d) by row and digit: columns
	r     [sudoku.MaxSide][sudoku.MaxSide]mask // R(c,d) by column and digit: rows
	n     [sudoku.MaxSide][sudoku.MaxSide]mask // N(b,d) by box and digit: places in the box
}

func newCube(shape sudoku.Shape, marks sudoku.Pencilmarks) cube {
	v := cube{shape: shape}
	for _, cell := range shape.Cells() {
		for digit := range marks[cell].All() {
			row, column, box, place, d := v.indexes(cell, digit)
			v.d[row][column] |= 1 << d
			v.c[row][d] |= 1 << column
			v.r[column][d] |= 1 << row
			v.n[box][d] |= 1 << place
		}
	}
	return v
}

// indexes returns row, column, box, place in the box and digit, all counted from 0.
func (v *cube) indexes(cell sudoku.Cell, digit sudoku.Digit) (row, column, box, place, d int) {
	height, width := v.shape.BoxHeight(), v.shape.BoxWidth()
	row, column = cell.Row(), cell.Column()
	return row, column, v.shape.Box(cell), row%height*width + column%width, int(digit) - 1
}

// remove takes a candidate away, and reports whether it was there.
func (v *cube) remove(k sudoku.Candidate) bool {
	row, column, box, place, d := v.indexes(k.Cell, k.Digit)
	if v.d[row][column]&(1<<d) == 0 {
		return false
	}
	v.d[row][column] &^= 1 << d
	v.c[row][d] &^= 1 << column
	v.r[column][d] &^= 1 << row
	v.n[box][d] &^= 1 << place
	return true
}

// place fills a cell: its candidates go, and so does the digit from its peers.
func (v *cube) place(cell sudoku.Cell, digit sudoku.Digit) {
	for d := range v.digits(cell).All() {
		v.remove(sudoku.Candidate{Cell: cell, Digit: d})
	}
	for peer := range v.shape.Peers(cell).All() {
		v.remove(sudoku.Candidate{Cell: peer, Digit: digit})
	}
}

// digits returns the candidates of a cell.
func (v *cube) digits(cell sudoku.Cell) sudoku.Digits {
	return sudoku.Digits(v.d[cell.Row()][cell.Column()])
}

func (v *cube) marks() (marks sudoku.Pencilmarks) {
	for _, cell := range v.shape.Cells() {
		marks[cell] = v.digits(cell)
	}
	return marks
}

// contradicts reports whether a set is empty that must not be: that of an open cell, or of a digit
// in a house that does not hold it.
func (v *cube) contradicts(g sudoku.Grid) bool {
	for _, cell := range v.shape.Cells() {
		if v.digits(cell) == 0 && g.At(cell) == 0 {
			return true
		}
	}
	for _, house := range v.shape.Houses() {
		if v.in(house)|g.Digits(house) != v.shape.Digits() {
			return true
		}
	}
	return false
}

// in returns the digits that are candidates in a house.
func (v *cube) in(house sudoku.House) (digits sudoku.Digits) {
	sets := [...]*[sudoku.MaxSide][sudoku.MaxSide]mask{&v.c, &v.r, &v.n}[house.Kind]
	for d, m := range sets[house.Index] {
		if m != 0 {
			digits = digits.With(sudoku.Digit(d + 1))
		}
	}
	return digits
}

// side is a way to look at the candidates as nine masks. One of row, column, box or digit is fixed, a second
// one numbers the masks, and a third their bits.
type side uint8

const (
	nakedRow     side = iota // a row fixed, its cells by column: digits
	nakedColumn              // a column fixed, its cells by row: digits
	nakedBox                 // a box fixed, its cells by place: digits
	hiddenRow                // a row fixed, by digit: columns
	hiddenColumn             // a column fixed, by digit: rows
	hiddenBox                // a box fixed, by digit: places
	xWingRows                // a digit fixed, by row: columns
	xWingColumns             // a digit fixed, by column: rows
)

// View is the kind of sets that a side shows, as [Huang] writes it.
type View string

// The views.
const (
	DigitsView  View = "D(c,r)"
	ColumnsView View = "C(r,d)"
	RowsView    View = "R(c,d)"
	PlacesView  View = "N(b,d)"
)

// view returns the kind of sets that the masks of a side are.
func (s side) view() View {
	switch s {
	case hiddenRow, xWingRows:
		return ColumnsView
	case hiddenColumn, xWingColumns:
		return RowsView
	case hiddenBox:
		return PlacesView
	}
	return DigitsView
}

// look returns the masks of a side.
func (v *cube) look(s side, fixed int) (masks [sudoku.MaxSide]mask) {
	switch s {
	case nakedRow:
		return v.d[fixed]
	case hiddenRow:
		return v.c[fixed]
	case hiddenColumn:
		return v.r[fixed]
	case hiddenBox:
		return v.n[fixed]
	}
	for i := range v.shape.Side() {
		switch s {
		case nakedColumn:
			masks[i] = v.d[i][fixed]
		case nakedBox:
			row, column := v.inBox(fixed, i)
			masks[i] = v.d[row][column]
		case xWingRows:
			masks[i] = v.c[i][fixed]
		case xWingColumns:
			masks[i] = v.r[i][fixed]
		}
	}
	return masks
}

// inBox returns the row and column of a place in a box.
func (v *cube) inBox(box, place int) (row, column int) {
	c := v.shape.House(sudoku.House{Kind: sudoku.Box, Index: uint8(box)})[place]
	return c.Row(), c.Column()
}

// candidate returns the candidate that a bit of a mask stands for.
func (v *cube) candidate(s side, fixed, index, bit int) sudoku.Candidate {
	row, column, d := 0, 0, 0
	switch s {
	case nakedRow:
		row, column, d = fixed, index, bit
	case nakedColumn:
		row, column, d = index, fixed, bit
	case nakedBox:
		row, column = v.inBox(fixed, index)
		d = bit
	case hiddenRow:
		row, column, d = fixed, bit, index
	case hiddenColumn:
		row, column, d = bit, fixed, index
	case hiddenBox:
		row, column = v.inBox(fixed, bit)
		d = index
	case xWingRows:
		row, column, d = index, bit, fixed
	case xWingColumns:
		row, column, d = bit, index, fixed
	}
	return sudoku.Candidate{Cell: sudoku.CellAt(row, column), Digit: sudoku.Digit(d + 1)}
}

// house returns the house that a side looks at: of an X-Wing that of one line.
func (s side) house(fixed, index int) sudoku.House {
	switch s {
	case nakedRow, hiddenRow:
		return sudoku.House{Kind: sudoku.Row, Index: uint8(fixed)}
	case nakedColumn, hiddenColumn:
		return sudoku.House{Kind: sudoku.Column, Index: uint8(fixed)}
	case nakedBox, hiddenBox:
		return sudoku.House{Kind: sudoku.Box, Index: uint8(fixed)}
	case xWingRows:
		return sudoku.House{Kind: sudoku.Row, Index: uint8(index)}
	}
	return sudoku.House{Kind: sudoku.Column, Index: uint8(index)}
}
