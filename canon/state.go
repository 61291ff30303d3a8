package canon

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// state is what the rows chosen so far have decided about columns and digits.
//
// Columns of a stack that look the same so far, empty ones above all, stay next to each
// other, and so do stacks of such columns. Their order is left open until a row tells
// them apart (crowd.go): an empty row would else multiply the work by up to 1296. They
// share a place, the rightmost that any of them can still come to.
type state struct {
	places uint64 // the place of column i in lane i, 0 the rightmost
	alike  uint64 // in each stack, the columns that share a place
	stacks uint64 // the stacks that share their places, by their first lanes
	labels uint64 // the label of digit d in lane d, 0 for none yet; in lane 0, how many have one
}

// A fifth field would cost half of the speed: Go keeps structs of up to four in registers.

var start = state{alike: allLanes, stacks: firstLanes}

// read returns a row as it is seen from s: its digits relabelled and in their places, as
// packed numbers that compare like text. It also returns s with the new labels.
func (s state) read(row line) (uint64, state) {
	text, fresh := uint64(0), uint64(0) // fresh: the digits without a label, in their places
	for cells := row.clues; cells != 0; cells &= cells - 1 {
		at := first(cells)
		digit, place := lane(row.digits, at), laneBits*lane(s.places, at)
		label := lane(s.labels, int(laneBits*digit))
		text |= label << (place & 63)
		if label == 0 {
			fresh |= digit << (place & 63)
		}
	}
	for fresh != 0 {
		place := (63 - bits.LeadingZeros64(fresh)) / laneBits * laneBits
		digit := laneBits * lane(fresh, place)
		if lane(s.labels, int(digit)) == 0 {
			s.labels++
			s.labels |= s.labels & laneMask << (digit & 63)
		}
		text |= lane(s.labels, int(digit)) << (place & 63)
		fresh &^= laneMask << (place & 63)
	}
	return text, s
}

// leftOf returns the columns that stand to the left of where a row's first clue stands.
func (s state) leftOf(text uint64) uint64 {
	clue := uint64(bits.Len64(text)+laneBits-1) / laneBits // its place, counted from 1
	if clue >= sudoku.MaxSide {
		return 0
	}
	// What exceeds clue-1 exceeds 7 when 8-clue is added, and has its highest bit set.
	return (s.places + (8-clue)*allLanes) >> (laneBits - 1) & allLanes
}

// settle leaves the columns with a clue in the row just read in their places, and moves
// those that shared them to the left. Where all that share have a clue, all stay: the
// row was uncrowded, so it is the same digit.
func (s state) settle(row line) state {
	cells := row.clues & s.alike
	hit := chutes(cells)
	if rest := s.stacks &^ hit; rest != s.stacks && rest != 0 {
		s.stacks = rest
		s.places += rest * (3 * chuteLanes)
	}
	rest := hit * chuteLanes & s.alike &^ cells
	s.places += rest
	s.alike &^= chutes(rest) * chuteLanes & cells
	return s
}
