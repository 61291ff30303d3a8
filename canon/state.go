package canon

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// state is what the rows chosen so far have decided about columns and digits.
//
// Columns without a clue so far stand leftmost in their stack, stacks without one stand
// leftmost in the grid, and their order is left open until a row tells them apart: an
// empty row would else multiply the work by up to 1296. Such a column has the rightmost
// place that it may still come to; columns that may come to the same place share it.
type state struct {
	places   uint64 // the place of column i in lane i, 0 the rightmost
	blank    uint64 // the columns without a clue so far
	labels   uint64 // the label of digit d in lane d, 0 for none yet
	labelled uint64 // how many digits have a label
}

var start = state{blank: allLanes}

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
			s.labelled++
			s.labels |= s.labelled << (digit & 63)
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

// opening returns what the text of a row that comes before all clues cannot be less than:
// stacks by their number of clues, the fewest first, and no label above 1.
func opening(clues uint64) uint64 {
	counts := members(clues)
	a, b, c := lane(counts, 0), lane(counts, 12), lane(counts, 24)
	fewest, most := min(a, b, c), max(a, b, c)
	ones := [...]uint64{0, 0x001, 0x011, 0x111}
	return ones[fewest]<<24 | ones[a+b+c-fewest-most]<<12 | ones[most]
}

// settle gives cells, columns with a clue in the row at hand, the places that they have,
// and moves those they shared them with to the left.
func (s state) settle(cells uint64) state {
	cells &= s.blank
	hit := chutes(cells)
	if loose := wholeChutes(s.blank); loose&hit != 0 {
		s.places += loose &^ hit * (3 * chuteLanes)
	}
	s.places += hit * chuteLanes & s.blank &^ cells
	s.blank &^= cells
	return s
}

// settleAll gives every column a place of its own, at the end, when the columns that are
// left hold no clue at all.
func (s state) settleAll() state {
	for s.blank != 0 {
		s = s.settle(s.blank & -s.blank)
	}
	return s
}

// rivals returns cells of a row that share a place, of which one has to be settled
// before the row can be read: each that may come to the rightmost place. It returns the
// empty set if no cells of the row share a place.
func (s state) rivals(row line) uint64 {
	cells := row.clues & s.blank
	loose := wholeChutes(s.blank) & chutes(cells)
	if loose&(loose-1) != 0 {
		return s.lastInStacks(row, fullest(cells, loose))
	}
	twos := cells&(cells>>4|cells>>8)&firstLanes | cells&(cells>>4)&(firstLanes<<4)
	if twos == 0 {
		return 0
	}
	return s.lastInStacks(row, chutes(twos&-twos))
}

// least returns the smallest text of a row over all orders of the cells that share places.
func (s state) least(row line, columns *side) uint64 {
	rivals := s.rivals(row)
	if rivals == 0 {
		text, _ := s.read(row)
		return text
	}
	least := uint64(unknown)
	for rest := columns.withoutYounger(rivals); rest != 0; rest &= rest - 1 {
		least = min(least, s.settle(rest&-rest).least(row, columns))
	}
	return least
}

// fullest returns those of the stacks that have the most cells. One with fewer has to
// stand to the left: it starts with more empty cells.
func fullest(cells, stacks uint64) uint64 {
	var fullest, most uint64
	for counts := members(cells); stacks != 0; stacks &= stacks - 1 {
		at := first(stacks)
		switch n := lane(counts, at); {
		case n > most:
			fullest, most = 1<<at, n
		case n == most:
			fullest |= 1 << at
		}
	}
	return fullest
}

// lastInStacks returns the blank columns of each of the stacks whose digit in the row
// may come last: the digits without a label, if there are any, else the highest label.
func (s state) lastInStacks(row line, stacks uint64) (last uint64) {
	for ; stacks != 0; stacks &= stacks - 1 {
		cells := row.clues & s.blank & (stacks & -stacks * chuteLanes)
		var these, highest uint64
		for ; cells != 0; cells &= cells - 1 {
			at := first(cells)
			label := lane(s.labels, int(laneBits*lane(row.digits, at)))
			switch rank := label - 1; { // no label ranks highest
			case these == 0 || rank > highest:
				these, highest = 1<<at, rank
			case rank == highest:
				these |= 1 << at
			}
		}
		last |= these
	}
	return last
}
