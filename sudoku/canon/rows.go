package canon

import (
	"math/bits"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Nine small numbers are packed in a uint64, four bits each: lane i is bits 4i to 4i+3.
// A set of cells of a line, or of lines, has the lowest bit of each of its lanes set, so
// that adding a set to packed numbers adds one to each member.
const (
	laneBits = 4
	laneMask = 15

	allLanes   = 0x111111111
	firstLanes = 0x001001001 // of each chute
	chuteLanes = 0x111       // times first lanes: all lanes of their chutes
	chuteBits  = 3 * laneBits
)

// lane returns the number in the lane that starts at bit at.
func lane(packed uint64, at int) uint64 { return packed >> (at & 63) & laneMask }

// first returns the bit at which the first lane of a set starts. The set must not be empty.
func first(set uint64) int { return bits.TrailingZeros64(set) }

// chutes returns the first lanes of the chutes that set has a member in.
func chutes(set uint64) uint64 { return (set | set>>4 | set>>8) & firstLanes }

// wholeChutes returns the first lanes of the chutes that are in set with all three lanes.
func wholeChutes(set uint64) uint64 { return set & (set >> 4) & (set >> 8) & firstLanes }

// lanesPerChute returns how many lanes of each chute are in set, in the chute's first lane.
func lanesPerChute(set uint64) uint64 { return (set + set>>4 + set>>8) & (3 * firstLanes) }

// equalLanes returns the lanes of which both words have the same number.
func equalLanes(a, b uint64) uint64 {
	differ := a ^ b
	return allLanes &^ (differ | differ>>1 | differ>>2 | differ>>3)
}

// line is a row or a column.
type line struct {
	digits uint64 // the digit of cell i in lane i, 0 if empty
	clues  uint64 // the set of cells that hold a digit
}

// cellsWith returns the cells with a digit.
func (l line) cellsWith(digit uint64) uint64 { return equalLanes(l.digits, digit*allLanes) }

// uniform reports whether all of the cells have the same digit, or none has any.
func (l line) uniform(cells uint64) bool {
	return l.cellsWith(lane(l.digits, first(cells)))&cells == cells
}

// repeatsDigit reports whether a digit stands in the line more than once.
func (l line) repeatsDigit() bool {
	seen := uint64(0)
	for rest := l.clues; rest != 0; rest &= rest - 1 {
		bit := uint64(1) << lane(l.digits, first(rest))
		if seen&bit != 0 {
			return true
		}
		seen |= bit
	}
	return false
}

// orientation is the grid seen by its rows, or by its columns.
type orientation struct {
	lines [sudoku.MaxSide]line

	// Equal lines of a chute can be swapped without effect, and so can chutes of equal
	// lines. duplicateOf has, for each line, the lines before it with which it can be
	// swapped so, alone or with its chute. A line is not chosen where one of these can
	// be, so that duplicates are tried in one order only.
	duplicateOf [sudoku.MaxSide]uint64
	duplicates  uint64 // the lines that are a duplicate of any
}

// orient fills in a 9×9 grid seen by its rows and by its columns.
func orient(both *[2]orientation, digits *[sudoku.MaxCells]sudoku.Digit) {
	rows, columns := &both[0].lines, &both[1].lines
	var words [sudoku.MaxSide]uint64 // the first eight digits of each row, a byte each
	for row := range words {
		d := (*[sudoku.MaxSide]sudoku.Digit)(digits[sudoku.MaxSide*row:])
		words[row] = uint64(d[0]) | uint64(d[1])<<8 | uint64(d[2])<<16 | uint64(d[3])<<24 |
			uint64(d[4])<<32 | uint64(d[5])<<40 | uint64(d[6])<<48 | uint64(d[7])<<56
		rows[row].digits = packBytes(words[row]) | uint64(d[8])<<(8*laneBits)
		columns[8].digits |= uint64(d[8]) << (laneBits * row)
	}
	pairs := [...]uint64{words[0] | words[1]<<4, words[2] | words[3]<<4, words[4] | words[5]<<4, words[6] | words[7]<<4}
	for column := range 8 {
		at := 8 * column
		columns[column].digits = pairs[0]>>at&0xff | pairs[1]>>at&0xff<<8 | pairs[2]>>at&0xff<<16 |
			pairs[3]>>at&0xff<<24 | words[8]>>at<<(8*laneBits)&(laneMask<<(8*laneBits))
	}
	for i := range both {
		for j := range both[i].lines {
			d := both[i].lines[j].digits
			both[i].lines[j].clues = (d | d>>1 | d>>2 | d>>3) & allLanes
		}
		both[i].findDuplicates()
	}
}

// packBytes packs eight bytes of small numbers into lanes.
func packBytes(word uint64) uint64 {
	word = (word | word>>4) & 0x00ff00ff00ff00ff
	word = (word | word>>8) & 0x0000ffff0000ffff
	return (word | word>>16) & 0xffffffff
}

func (o *orientation) findDuplicates() {
	for i := range o.lines {
		for j := i / 3 * 3; j < i; j++ {
			if o.lines[j].digits == o.lines[i].digits {
				o.duplicateOf[i] |= 1 << (laneBits * j)
				o.duplicates |= 1 << (laneBits * i)
			}
		}
	}
	for i := range sudoku.MaxSide / 3 {
		for j := range i {
			if o.sameChutes(i, j) {
				o.duplicates |= chuteLanes << (chuteBits * i)
				for k := 3 * i; k < 3*i+3; k++ {
					o.duplicateOf[k] |= chuteLanes << (chuteBits * j)
				}
			}
		}
	}
}

// sameChutes reports whether two chutes have the same lines, in any order.
func (o *orientation) sameChutes(i, j int) bool {
	a := [...]uint64{o.lines[3*i].digits, o.lines[3*i+1].digits, o.lines[3*i+2].digits}
	b := [...]uint64{o.lines[3*j].digits, o.lines[3*j+1].digits, o.lines[3*j+2].digits}
	if a[0]+a[1]+a[2] != b[0]+b[1]+b[2] {
		return false // nearly always, and quicker than sorting
	}
	slices.Sort(a[:])
	slices.Sort(b[:])
	return a == b
}

// withoutDuplicates leaves out the lines that are a duplicate of another in the set.
func (o *orientation) withoutDuplicates(set uint64) uint64 {
	if set&o.duplicates == 0 {
		return set
	}
	kept := set
	for rest := set; rest != 0; rest &= rest - 1 {
		if o.duplicateOf[first(rest)/laneBits]&set != 0 {
			kept &^= rest & -rest
		}
	}
	return kept
}

// swaps returns how many orders of its lines leave the grid the same.
func (o *orientation) swaps() int {
	orders := 1
	for i, equal := range o.duplicateOf {
		own := equal & (chuteLanes << (chuteBits * (i / 3)))
		orders *= 1 + bits.OnesCount64(own)
		if i%3 == 0 {
			orders *= 1 + bits.OnesCount64(chutes(equal&^own))
		}
	}
	return orders
}
