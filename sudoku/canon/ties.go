package canon

import (
	"math/bits"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// state holds the decisions of the rows chosen so far about columns and digits.
//
// Columns of a stack that look the same in these rows, most often because they are empty,
// are tied, and so are stacks of such columns. They stay side by side, and their order is
// left open until a row breaks the tie: otherwise an empty row would multiply the work by up
// to 1296. Tied columns share a place, the rightmost that any of them can still come to.
type state struct {
	places uint64 // the place of column i in lane i, 0 the rightmost
	alike  uint64 // in each stack, the columns that are tied
	stacks uint64 // the stacks that are tied, by their first lanes
	labels uint64 // the label of digit d in lane d, 0 for none yet; in lane 0, how many have one
}

// A fifth field would cost half of the speed: Go keeps structs of up to four in registers.

// start is the state before any row is chosen: all columns are tied, no digit has a label.
var start = state{alike: allLanes, stacks: firstLanes}

// read returns the text of a row: its digits relabelled and in their places, as packed
// numbers that compare like text. It also returns s with the new labels. If the text is greater
// than limit, it may return another text, also greater than limit.
func (s state) read(row line, limit uint64) (uint64, state) {
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
	if text > limit { // new labels make it greater still
		return text, s
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

// leftOf returns the columns whose places are to the left of a text's first clue.
func (s state) leftOf(text uint64) uint64 {
	clue := uint64(bits.Len64(text)+laneBits-1) / laneBits // its place, counted from 1
	if clue >= sudoku.MaxSide {
		return 0
	}
	// A number above clue-1 is above 7 when 8-clue is added, and has its highest bit set.
	return (s.places + (8-clue)*allLanes) >> (laneBits - 1) & allLanes
}

// refine leaves the columns with a clue in the row just read in their places, and moves
// columns that were tied with them to the left. If all tied columns have a clue, all
// stay: no tie was left to break, so it is the same digit.
func (s state) refine(row line) state {
	cells := row.clues & s.alike
	touched := chutes(cells)
	if rest := s.stacks &^ touched; rest != s.stacks && rest != 0 {
		s.stacks = rest
		s.places += rest * (3 * chuteLanes)
	}
	rest := touched * chuteLanes & s.alike &^ cells
	s.places += rest
	s.alike &^= chutes(rest) * chuteLanes & cells
	return s
}

// If a row has clues in tied columns, the tie has to be broken before the row can be
// read. Columns are split off from the right, set by set: the columns that have one digit,
// or the stacks that have that digit and no other, which stay tied, or a single stack.
// Every set that can be the rightmost in the smallest row is tried.

// columnSets are up to three sets of columns.
type columnSets struct {
	sets [3]uint64
	n    int
}

func (c *columnSets) add(set uint64) {
	c.sets[c.n] = set
	c.n++
}

// tied reports whether a row has several clues in columns, or in stacks, that are tied.
func (s state) tied(row line) bool {
	cells := row.clues & s.alike
	stacks := chutes(cells) & s.stacks
	return several(cells) != 0 || stacks&(stacks-1) != 0
}

// several returns the first lanes of the stacks with more than one of the cells.
func several(cells uint64) uint64 { return lanesPerChute(cells) >> 1 & firstLanes }

// splits returns the sets one of which has to be split off next; none if all tied clues of the
// row are the same digit.
func (s state) splits(row line, columns *orientation) columnSets {
	cells := row.clues & s.alike
	stacks := chutes(cells) & s.stacks
	if stacks&(stacks-1) != 0 && !row.uniform(s.stacks*chuteLanes) {
		return stackSplits(row, fullest(cells, stacks), columns)
	}
	for rest := several(cells); rest != 0; rest &= rest - 1 {
		if tied := rest & -rest * chuteLanes & s.alike; !row.uniform(tied) {
			return s.columnSplits(row, tied&cells)
		}
	}
	return columnSets{}
}

// fullest returns the stacks with the most cells. A stack with fewer has to stand to the
// left: it starts with more empty cells.
func fullest(cells, stacks uint64) uint64 {
	var fullest, most uint64
	for counts := lanesPerChute(cells); stacks != 0; stacks &= stacks - 1 {
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

// stackSplits returns the sets of stacks to split off, without duplicates of others.
func stackSplits(row line, stacks uint64, columns *orientation) (splits columnSets) {
	for rest := stacks; rest != 0; {
		set := rest & -rest
		at := first(rest)
		switch {
		case row.uniform(set * chuteLanes):
			set = wholeChutes(row.cellsWith(lane(row.digits, at))) & stacks
		case columns.duplicateOf[at/laneBits]&stacks != 0:
			rest &^= set
			continue
		}
		rest &^= set
		splits.add(set * chuteLanes)
	}
	return splits
}

// columnSplits returns the sets of cells that may come last: the cells of each digit
// without a label, or else of the digit with the highest label.
func (s state) columnSplits(row line, cells uint64) (splits columnSets) {
	highest := uint64(0)
	for cells != 0 {
		digit := lane(row.digits, first(cells))
		set := row.cellsWith(digit) & cells
		cells &^= set
		rank := lane(s.labels, int(laneBits*digit)) - 1 // no label ranks highest
		if splits.n == 0 || rank > highest {
			highest, splits.n = rank, 0
		}
		if rank == highest {
			splits.add(set)
		}
	}
	return splits
}

// split moves the columns or stacks tied with a set to the left of it.
func (s state) split(set uint64) state {
	if stacks := wholeChutes(set); stacks != 0 {
		rest, n := s.stacks&^stacks, uint64(bits.OnesCount64(stacks))
		s.places += rest * chuteLanes * (3 * n)
		if s.stacks = stacks; n == 1 {
			s.stacks = rest
		}
		return s
	}
	rest, n := chutes(set)*chuteLanes&s.alike&^set, uint64(bits.OnesCount64(set))
	s.places += rest * n
	if n == 1 {
		s.alike &^= set
	} else {
		s.alike &^= rest
	}
	return s
}

// spread gives tied columns places of their own if more than one of the cells are tied.
func (s state) spread(cells uint64) state {
	cells &= s.alike
	for rest := several(cells); rest != 0; rest &= rest - 1 {
		tied := rest & -rest * chuteLanes & s.alike
		tied &= tied - 1
		s.places += tied              // the second and the third
		s.places += tied & (tied - 1) // the third once more
	}
	if stacks := chutes(cells) & s.stacks; stacks&(stacks-1) != 0 {
		stacks &= stacks - 1
		s.places += stacks * (3 * chuteLanes)
		s.places += stacks & (stacks - 1) * (3 * chuteLanes)
	}
	return s
}

// leastText returns the smallest text of a row over all orders of tied columns, or, if that
// is greater than limit, some text that is greater than limit.
func (s state) leastText(row line, columns *orientation, limit uint64) uint64 {
	if !s.tied(row) {
		text, _ := s.read(row, limit)
		return text
	}
	if s.labels == 0 { // nothing but empty rows so far
		if text := sameDigitText(row.clues); text > limit {
			return text
		} else if !row.repeatsDigit() {
			return ascendingText(text)
		}
	}
	splits := s.splits(row, columns)
	if splits.n == 0 {
		text, _ := s.spread(row.clues).read(row, limit)
		return text
	}
	least := uint64(unknown)
	for _, set := range splits.sets[:splits.n] {
		least = min(least, s.split(set).leastText(row, columns, limit))
	}
	return least
}

// sameDigitText returns the smallest text of a first row with clues, if all its digits are
// the same: stacks by their number of clues, the fewest first. If they are not, its text is
// not smaller than that.
func sameDigitText(clues uint64) uint64 {
	counts := lanesPerChute(clues)
	return sameDigitTexts[(counts|counts>>10|counts>>20)%64]
}

// sameDigitTexts has the text for each three numbers of clues, two bits each.
var sameDigitTexts = func() (texts [64]uint64) {
	ones := [...]uint64{0, 0x001, 0x011, 0x111}
	for i := range texts {
		counts := []int{i % 4, i / 4 % 4, i / 16}
		slices.Sort(counts)
		texts[i] = ones[counts[0]]<<24 | ones[counts[1]]<<12 | ones[counts[2]]
	}
	return texts
}()

// ascendingText returns the text if all the digits differ instead: each 1 becomes the
// number of ones up to there.
func ascendingText(ones uint64) uint64 {
	sums := ones
	for shift := laneBits; shift < 64; shift *= 2 {
		sums += sums >> shift
	}
	return sums & (ones * laneMask)
}
