package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// cells is a set of the 81 cells. A band takes 27 bits, row by row; the first two
// share a word, at bits 0 and 32, the third has its own. So a few operations look at all
// houses of a kind at once. The five bits between two bands keep shifts apart.
type cells struct{ upper, lower uint64 }

// Patterns within a band, and the same in both bands of a word.
const (
	row      = 1<<9 - 1
	inRows   = 1 | 1<<9 | 1<<18       // times a set of columns: that set in each row
	inBoxes  = 1 | 1<<3 | 1<<6        // the first cell of each box
	minirows = inBoxes * inRows       // the first cell of each minirow, the three cells that a row and a box share
	fullBox  = (1<<3 - 1) * inRows    // the first box
	both     = 1 | 1<<32              // times a pattern: that pattern in both bands
	fullBand = uint64(1<<27-1) * both // both bands of the upper word
)

func (s cells) and(o cells) cells    { return cells{s.upper & o.upper, s.lower & o.lower} }
func (s cells) or(o cells) cells     { return cells{s.upper | o.upper, s.lower | o.lower} }
func (s cells) xor(o cells) cells    { return cells{s.upper ^ o.upper, s.lower ^ o.lower} }
func (s cells) except(o cells) cells { return cells{s.upper &^ o.upper, s.lower &^ o.lower} }

// some returns 1 if a set has any cells, and 0 if it has none. A branch would often be mispredicted.
func (s cells) some() uint16 {
	x := s.upper | s.lower
	return uint16((x | -x) >> 63)
}

func (s cells) empty() bool { return s.upper|s.lower == 0 }
func (s cells) len() int    { return bits.OnesCount64(s.upper) + bits.OnesCount64(s.lower) }

// pop returns the place of the first cell of a set, by which the tables are indexed, and the rest. The set must
// not be empty.
func (s cells) pop() (place int, rest cells) {
	if s.upper != 0 {
		return bits.TrailingZeros64(s.upper), cells{s.upper & (s.upper - 1), s.lower}
	}
	return 64 + bits.TrailingZeros64(s.lower), cells{0, s.lower & (s.lower - 1)}
}

// places is how many places a cell can have: its bit in upper, or 64 and its bit in lower.
const places = 128

// Tables by place, for the cell there: its row, column and box among the 27 houses, and its number in a matching of
// each; and the cells of each house in reading order.
var (
	housesAt   [places]uint32 // as bits
	houseAt    [places][3]uint8
	placeIn    [places][3]uint8
	houseCells [27][sudoku.MaxSide]cells
	houseAll   [27]cells     // all of them
	peersAt    [places]cells // the cells that share a house with the one there, which is among them
)

func init() {
	for h, house := range sudoku.Sudoku.Houses() {
		for i, c := range sudoku.Sudoku.House(house) {
			houseCells[h][i] = cellAlone(c)
			houseAll[h] = houseAll[h].or(houseCells[h][i])
			place, _ := houseCells[h][i].pop()
			housesAt[place] |= 1 << h
			houseAt[place][house.Kind], placeIn[place][house.Kind] = uint8(h), uint8(9*i)
		}
		for _, c := range houseCells[h] {
			place, _ := c.pop()
			peersAt[place] = peersAt[place].or(houseAll[h])
		}
	}
}

func cellAlone(c sudoku.Cell) cells {
	switch c / 27 {
	case 0:
		return cells{upper: 1 << c}
	case 1:
		return cells{upper: 1 << (c - 27 + 32)}
	}
	return cells{lower: 1 << (c - 54)}
}

// tally counts three sets bit by bit: it returns the bits in at least one of them, and the bits in at least two.
func tally(a, b, c uint64) (once, twice uint64) { return a | b | c, a&b | (a|b)&c }

// seen returns all cells of the rows, columns and boxes that have a cell of the set.
func (s cells) seen() cells {
	upper, lower := s.upper|s.upper>>9|s.upper>>18, s.lower|s.lower>>9|s.lower>>18
	columns := (upper | upper>>32 | lower) & row
	return cells{seenInBand(s.upper) | columns*(inRows*both), seenInBand(s.lower) | columns*inRows}
}

// seenInBand returns the rows and boxes that have a cell.
func seenInBand(word uint64) uint64 {
	word = (word | word>>1 | word>>2) & (minirows * both)
	return (word|word>>3|word>>6)&(inRows*both)*row | (word|word>>9|word>>18)&(inBoxes*both)*fullBox
}

// houses returns the houses that have a cell.
func (s cells) houses() (houses uint32) {
	for place := 0; !s.empty(); houses |= housesAt[place] {
		place, s = s.pop()
	}
	return houses
}

// inRow returns in which columns a row has a cell.
func (s cells) inRow(i int) uint16 { return uint16(s.bandOf(i) >> (9 * (i % 3)) & row) }

// inColumn returns in which rows a column has a cell.
func (s cells) inColumn(i int) uint16 {
	upper, lower := s.upper>>i&(inRows*both), s.lower>>i&inRows
	upper |= upper>>8 | upper>>16
	lower |= lower>>8 | lower>>16
	return uint16(upper&0o7 | upper>>(32-3)&0o70 | lower&0o7<<6)
}

// inBox returns which cells of a box, in reading order, are in the set.
func (s cells) inBox(i int) uint16 {
	box := s.bandOf(i) >> (3 * (i % 3)) & fullBox
	return uint16(box|box>>6|box>>12) & row
}

// bandOf returns the band of a row or of a box, with the bits above it.
func (s cells) bandOf(i int) uint64 {
	switch i / 3 {
	case 0:
		return s.upper
	case 1:
		return s.upper >> 32
	}
	return s.lower
}

// ofHouse returns the cells of a house that it numbers so.
func ofHouse(h int, numbers uint16) (s cells) {
	for ; numbers != 0; numbers &= numbers - 1 {
		s = s.or(houseCells[h][bits.TrailingZeros16(numbers)])
	}
	return s
}
