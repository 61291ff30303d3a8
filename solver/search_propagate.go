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
