package canon

import (
	"math/bits"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Nine small numbers are packed in a uint64, four bits each: lane i is bits 4i to 4i+3.
// A set of lines or of cells of a line has the lowest bit of each of its lanes set, so
// that adding a set to packed numbers adds one to each member.
const (
	laneBits = 4
	laneMask = 15

	allLanes   = 0x111111111
	firstLanes = 0x001001001 // of each chute
	chuteLanes = 0x111       // all of the chute whose first lane it is multiplied by
)

// lane returns the number in the lane that starts at bit at.
func lane(packed uint64, at int) uint64 { return packed >> (at & 63) & laneMask }

// chutes returns the first lanes of the chutes that set has a member in.
func chutes(set uint64) uint64 { return (set | set>>4 | set>>8) & firstLanes }

// wholeChutes returns the first lanes of the chutes that are in set with all three lanes.
func wholeChutes(set uint64) uint64 { return set & (set >> 4) & (set >> 8) & firstLanes }

// members returns how many lanes of each chute are in set, in the chute's first lane.
func members(set uint64) uint64 { return (set + set>>4 + set>>8) & (3 * firstLanes) }

// exchanges returns in how many orders the lines make the same grid.
func (s *side) exchanges() int {
	orders := 1
	for i, elders := range s.elders {
		own := elders & (chuteLanes << (3 * laneBits * (i / 3)))
		orders *= 1 + bits.OnesCount64(own)
		if i%3 == 0 {
			orders *= 1 + bits.OnesCount64(chutes(elders&^own))
		}
	}
	return orders
}

// full reports whether a grid holds every digit once in every house.
func full(digits *[sudoku.MaxCells]sudoku.Digit) bool {
	var rows, columns, boxes [sudoku.MaxSide]sudoku.Digits
	for row := range sudoku.MaxSide {
		for column := range sudoku.MaxSide {
			d := digits[sudoku.MaxSide*row+column]
			if d == 0 {
				return false
			}
			bit := sudoku.Digits(1) << (d - 1)
			rows[row] |= bit
			columns[column] |= bit
			boxes[row/3*3+column/3] |= bit
		}
	}
	all := sudoku.Sudoku.Digits()
	for i := range sudoku.MaxSide {
		if rows[i]&columns[i]&boxes[i] != all {
			return false
		}
	}
	return true
}

// withoutYounger leaves out the lines of which the set has an elder.
func withoutYounger(set uint64, elders *[sudoku.MaxSide]uint64) uint64 {
	kept := set
	for rest := set; rest != 0; rest &= rest - 1 {
		if elders[first(rest)/laneBits]&set != 0 {
			kept &^= rest & -rest
		}
	}
	return kept
}

// first returns where the first lane of a set that is not empty starts.
func first(set uint64) int { return bits.TrailingZeros64(set) }

// line is a row or a column.
type line struct {
	digits uint64 // the digit of cell i in lane i, 0 if empty
	clues  uint64 // the set of cells that hold a digit
}

// side is the grid seen by its rows, or by its columns.
type side struct {
	lines [sudoku.MaxSide]line

	// Lines that look the same can be swapped without effect, and so can chutes whose
	// lines look the same. The search tries such twins in one order only: where a line
	// and some of its elders can be chosen, it is not.
	elders [sudoku.MaxSide]uint64
}

// sides returns the 9×9 grid seen by its rows and by its columns.
func sides(digits *[sudoku.MaxCells]sudoku.Digit) (s [2]side) {
	for row := range sudoku.MaxSide {
		for column := range sudoku.MaxSide {
			d := uint64(digits[sudoku.MaxSide*row+column])
			s[0].lines[row].digits |= d << (laneBits * column)
			s[1].lines[column].digits |= d << (laneBits * row)
		}
	}
	for i := range s {
		for j := range s[i].lines {
			d := s[i].lines[j].digits
			s[i].lines[j].clues = (d | d>>1 | d>>2 | d>>3) & allLanes
		}
	}
	for i := range s {
		s[i].findElders()
	}
	return s
}

func (s *side) findElders() {
	var chute [3][3]uint64 // the lines of each chute, sorted
	for i := range sudoku.MaxSide {
		for j := i / 3 * 3; j < i; j++ {
			if s.lines[j] == s.lines[i] {
				s.elders[i] |= 1 << (laneBits * j)
			}
		}
		chute[i/3][i%3] = s.lines[i].digits
	}
	for i := range chute {
		slices.Sort(chute[i][:])
		for j := range i {
			if chute[j] == chute[i] {
				for k := 3 * i; k < 3*i+3; k++ {
					s.elders[k] |= chuteLanes << (3 * laneBits * j)
				}
			}
		}
	}
}
