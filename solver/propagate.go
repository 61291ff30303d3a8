package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// outcome is what propagation leads to.
type outcome uint8

const (
	deadEnd   outcome = iota // the node has no solution
	complete                 // every cell has one candidate left
	undecided                // nothing follows any more: guess
)

// propagate draws all conclusions from singles and locked candidates, in rounds over all
// digits.
func (n *node) propagate() outcome {
	for {
		once, twice := n.exclude()
		if once != wholeGrid {
			return deadEnd
		}
		if singles := once.except(twice).except(n.taken); !singles.empty() {
			n.placeSingles(singles)
		}
		if n.stale == 0 {
			if twice.empty() {
				return complete
			}
			return undecided
		}
		if !n.tighten() {
			return deadEnd
		}
	}
}

// exclude closes the taken cells for all digits but the one in them. It returns the cells
// that have a candidate, and those that have more than one.
func (n *node) exclude() (once, twice bands) {
	stale := uint64(n.stale)
	for i := range n.digits {
		p := &n.digits[i]
		lost := p.lost(n.taken)
		some := lost.upper | lost.lower
		stale |= (some | -some) >> 63 << i // 1 if there are some; a jump would often be guessed wrong
		p.open = p.open.except(lost)
		twice = twice.or(once.and(p.open))
		once = once.or(p.open)
	}
	n.stale = sudoku.Digits(stale)
	return once, twice
}

// placeSingles places the last candidate of each of the cells.
func (n *node) placeSingles(cells bands) {
	for !cells.empty() {
		var c sudoku.Cell
		c, cells = cells.pop()
		for i := range n.digits {
			if !n.digits[i].open.and(cellBands[c]).empty() {
				n.place(c, sudoku.Digit(i+1))
				break
			}
		}
	}
}

// tighten works out locked candidates and hidden singles of the digits whose places have
// changed. It reports false for a contradiction.
func (n *node) tighten() bool {
	taken, stale := n.taken, n.stale
	n.stale = 0
	for ; stale != 0; stale &= stale - 1 {
		p := &n.digits[stale.First()-1]
		open, ok := pairOff(p.open.except(p.lost(taken)))
		if !ok {
			return false
		}
		fixed := bands{singleInRow(open.upper, both), singleInRow(open.lower, 1)}
		if !fixed.except(p.fixed).and(taken).empty() { // two digits in one cell
			return false
		}
		p.open, p.fixed = open, fixed
		taken = taken.or(fixed)
	}
	n.taken = taken
	return true
}

// This file narrows the places of one digit.
//
// Within a band, the rows of a digit and its boxes pair off: each of the three boxes
// gives it a row of its own. So a box row, the three cells that a box and a row share,
// stays only if it belongs to one of the six ways to pair them in which every box row
// has a place. That is all that locked candidates, pointing and claiming, can conclude in
// the band, and no way left is a contradiction. Of a digit that has but one place in a row,
// it leaves no other in the box. The stacks pair columns and boxes alike.

// noWay marks an entry of the table by a bit that no cell has.
const noWay = 1 << 31

// boxRowsLeft maps the box rows of a band in which a digit has places (bit 3·box+row) to
// the cells of the box rows that stay. B. Turner's BB_Sudoku (2009) and JCZSolve (Zhouyundong
// and others, New Sudoku Players' Forum, 2012) look bands up in such tables. 2 kB.
var boxRowsLeft = func() (table [512]uint32) {
	ways := [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for occupied := range table {
		for _, boxOfRow := range ways {
			needed, cells := 0, uint32(0)
			for row, box := range boxOfRow {
				needed |= 1 << (3*box + row)
				cells |= 0o7 << (9*row + 3*box)
			}
			if occupied&needed == needed {
				table[occupied] |= cells
			}
		}
		if table[occupied] == 0 {
			table[occupied] = noWay
		}
	}
	return table
}()

// pairOff narrows the places of a digit in all bands and stacks, until nothing more
// follows. ok is false if there is no way to place the digit.
func pairOff(places bands) (left bands, ok bool) {
	for settled := (bands{}); ; settled = places {
		if places, ok = keepBoxRows(places); !ok || places == settled {
			return places, ok
		}
		before := places
		if places = keepBoxColumns(places); places == before {
			return places, true
		}
	}
}

// keepBoxRows pairs off rows and boxes in all three bands. ok is false if a band has no way.
func keepBoxRows(b bands) (kept bands, ok bool) {
	upper, lower := boxRows(b.upper), boxRows(b.lower)
	first, second, third := boxRowsLeft[upper%512], boxRowsLeft[upper>>32%512], boxRowsLeft[lower%512]
	return bands{
		b.upper & (uint64(first) | uint64(second)<<32),
		b.lower & uint64(third),
	}, (first|second|third)&noWay == 0
}

// boxRows gathers which box rows are occupied: in bits 0-8 for a word's first band, in bits
// 32-40 for its second. Other bits are rubbish.
func boxRows(word uint64) uint64 {
	word = (word | word>>1 | word>>2) & (boxStarts * both)
	return word | word>>8 | word>>16
}

// keepBoxColumns pairs off columns and boxes, in all three stacks at once.
func keepBoxColumns(b bands) bands {
	upper, lower := columns(b.upper), columns(b.lower)
	// The nine columns of each band, one band after the other: by threes, that is a
	// column of a box in each bit.
	occupied := upper&fullRow | upper>>(32-9)&(fullRow<<9) | lower&fullRow<<18
	// The same with the columns of each box moved on by one and by two, twice in a row,
	// so that a shift by nine shows the next band's.
	one := occupied<<1&0o666666666 | occupied>>2&0o111111111
	two := occupied<<2&0o444444444 | occupied>>1&0o333333333
	one |= one << 27
	two |= two << 27
	// A column of a box stays if the other two boxes of the stack can share the other two.
	kept := one>>9&(two>>18) | two>>9&(one>>18)
	return bands{
		b.upper & ((kept&fullRow | kept<<(32-9)&(fullRow<<32)) * rowStarts),
		b.lower & (kept >> 18 & fullRow * rowStarts),
	}
}

// columns gathers which columns of each band are occupied, laid out as [boxRows] does.
func columns(word uint64) uint64 { return word | word>>9 | word>>18 }

// singleInRow returns the cells of a word that are the only one of their row. Every row
// must have one. in is 1 for a word of one band, [both] for two.
func singleInRow(word, in uint64) uint64 {
	rows := rowStarts * in
	rest := word & (word - rows) // each row without its first cell
	// Carry the rows with a rest into their ninth bit, and spread that over the row.
	many := (rest&(rows*0xff) + rows*0xff | rest) & (rows << 8)
	return word &^ (many<<1 - many>>8)
}
