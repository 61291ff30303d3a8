package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// outcome is what propagation leads to.
type outcome uint8

const (
	contradiction outcome = iota // the node has no solution
	solved                       // every cell has one candidate left
	undecided                    // nothing follows any more: guess
)

// propagate draws all conclusions from singles and locked candidates.
func (n *node) propagate() outcome {
	for {
		taken := n.taken
		if !n.tighten() {
			return contradiction
		}
		once, twice := n.count()
		// No candidate in a cell; or two digits in one, each the only one of its row.
		if once != wholeGrid || !twice.and(taken).empty() {
			return contradiction
		}
		if singles := once.except(twice).except(n.taken); !singles.empty() {
			n.placeSingles(singles)
			continue
		}
		if n.stale != 0 {
			continue
		}
		if twice.empty() {
			return solved
		}
		if n.taken == taken {
			return undecided
		}
	}
}

// tighten goes through the digits once, and through locked candidates and hidden singles
// of those whose places have changed. It reports whether all digits still have places.
//
// All digits see the cells that were taken before: so the processor works on several at
// a time, which outweighs the rounds that are saved by telling the next digit at once.
func (n *node) tighten() bool {
	taken, stale := n.taken, n.stale
	n.stale = 0
	for i := range n.digits {
		p := &n.digits[i]
		lost := p.open.and(bands{taken.upper ^ p.fixed.upper, taken.lower ^ p.fixed.lower})
		if lost.upper|lost.lower|uint64(stale>>i&1) == 0 {
			continue
		}
		rows, ok := keepBoxRows(p.open.except(lost))
		if !ok {
			return false
		}
		p.open = keepBoxColumns(rows)
		if p.open != rows { // the rows may have more to say
			n.stale |= 1 << i
		}
		p.fixed = bands{singleInRow(p.open.upper, both), singleInRow(p.open.lower, 1)}
		n.taken = n.taken.or(p.fixed)
	}
	return true
}

// count returns the cells that have a candidate, and those that have more than one.
func (n *node) count() (once, twice bands) {
	for i := range n.digits {
		open := n.digits[i].open
		twice = twice.or(once.and(open))
		once = once.or(open)
	}
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
