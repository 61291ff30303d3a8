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

// Where clues of a row share places, some of their columns have to part before the row
// can be read. They part class by class, from the right: a class is the columns with one
// digit, or the stacks with nothing but one digit, which stay together, or a stack alone.
// Every class that can be the rightmost in the smallest row is tried.

// classes are up to three sets of columns.
type classes struct {
	sets [3]uint64
	n    int
}

func (c *classes) add(set uint64) {
	c.sets[c.n] = set
	c.n++
}

// crowded reports whether clues of a row share places.
func (s state) crowded(row line) bool {
	cells := row.clues & s.alike
	stacks := chutes(cells) & s.stacks
	return crowds(cells) != 0 || stacks&(stacks-1) != 0
}

// crowds returns the first lanes of the stacks with more than one of the cells.
func crowds(cells uint64) uint64 { return members(cells) >> 1 & firstLanes }

// rivals returns the classes of which one has to part next from those it shares places
// with; none if clues of the row share places only where they are the same digit.
func (s state) rivals(row line, columns *side) classes {
	cells := row.clues & s.alike
	stacks := chutes(cells) & s.stacks
	if stacks&(stacks-1) != 0 && !row.uniform(s.stacks*chuteLanes) {
		return rivalStacks(row, fullest(cells, stacks), columns)
	}
	for rest := crowds(cells); rest != 0; rest &= rest - 1 {
		if group := rest & -rest * chuteLanes & s.alike; !row.uniform(group) {
			return s.rivalColumns(row, group&cells)
		}
	}
	return classes{}
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

// rivalStacks returns the classes of stacks, without those that are twins of another.
func rivalStacks(row line, stacks uint64, columns *side) (rivals classes) {
	for rest := stacks; rest != 0; {
		class := rest & -rest
		at := first(rest)
		switch {
		case row.uniform(class * chuteLanes):
			class = wholeChutes(row.having(lane(row.digits, at))) & stacks
		case columns.elders[at/laneBits]&stacks != 0:
			rest &^= class
			continue
		}
		rest &^= class
		rivals.add(class * chuteLanes)
	}
	return rivals
}

// rivalColumns returns the classes of the cells that may come last: each digit without a
// label, or else the one with the highest.
func (s state) rivalColumns(row line, cells uint64) (rivals classes) {
	highest := uint64(0)
	for cells != 0 {
		digit := lane(row.digits, first(cells))
		class := row.having(digit) & cells
		cells &^= class
		rank := lane(s.labels, int(laneBits*digit)) - 1 // no label ranks highest
		if rivals.n == 0 || rank > highest {
			highest, rivals.n = rank, 0
		}
		if rank == highest {
			rivals.add(class)
		}
	}
	return rivals
}

// part moves what shares places with a class to the left of it.
func (s state) part(class uint64) state {
	if stacks := wholeChutes(class); stacks != 0 {
		rest, n := s.stacks&^stacks, uint64(bits.OnesCount64(stacks))
		s.places += rest * chuteLanes * (3 * n)
		if s.stacks = stacks; n == 1 {
			s.stacks = rest
		}
		return s
	}
	rest, n := chutes(class)*chuteLanes&s.alike&^class, uint64(bits.OnesCount64(class))
	s.places += rest * n
	if n == 1 {
		s.alike &^= class
	} else {
		s.alike &^= rest
	}
	return s
}

// spread gives all columns places of their own where more than one of the cells share one.
func (s state) spread(cells uint64) state {
	cells &= s.alike
	for rest := crowds(cells); rest != 0; rest &= rest - 1 {
		group := rest & -rest * chuteLanes & s.alike
		group &= group - 1
		s.places += group               // the second and the third
		s.places += group & (group - 1) // the third once more
	}
	if stacks := chutes(cells) & s.stacks; stacks&(stacks-1) != 0 {
		stacks &= stacks - 1
		s.places += stacks * (3 * chuteLanes)
		s.places += stacks & (stacks - 1) * (3 * chuteLanes)
	}
	return s
}

// least returns the smallest text of a row over all orders of the columns that share
// places, or some greater text if that is greater than limit.
func (s state) least(row line, columns *side, limit uint64) uint64 {
	if !s.crowded(row) {
		text, _ := s.read(row)
		return text
	}
	if s.labels == 0 { // nothing but empty rows so far
		if text := opening(row.clues); text > limit {
			return text
		} else if !row.repeats() {
			return rising(text)
		}
	}
	rivals := s.rivals(row, columns)
	if rivals.n == 0 {
		text, _ := s.spread(row.clues).read(row)
		return text
	}
	least := uint64(unknown)
	for _, class := range rivals.sets[:rivals.n] {
		least = min(least, s.part(class).least(row, columns, limit))
	}
	return least
}

// opening returns the text of a row that no clue comes before, if all its digits are the
// same: stacks by their number of clues, the fewest first. No such row is less.
func opening(clues uint64) uint64 {
	counts := members(clues)
	a, b, c := lane(counts, 0), lane(counts, 12), lane(counts, 24)
	fewest, most := min(a, b, c), max(a, b, c)
	ones := [...]uint64{0, 0x001, 0x011, 0x111}
	return ones[fewest]<<24 | ones[a+b+c-fewest-most]<<12 | ones[most]
}

// rising returns the text that an opening has if all its digits differ: each 1 becomes the
// number of ones up to there.
func rising(ones uint64) uint64 {
	sums := ones
	for shift := laneBits; shift < 64; shift *= 2 {
		sums += sums >> shift
	}
	return sums & (ones * laneMask)
}
