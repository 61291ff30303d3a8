package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// guess chooses what to try: a candidate of a cell with as few as there are, two nearly
// always. Of those cells it takes the one where each way opens most, as measured by the
// product over its candidates: what a candidate excludes at once, and once more twice for
// each single that this leaves.
//
// The first cell of two, and no more, needs three times as many guesses in the hardest
// puzzles; the sum in place of the product, half as many again.
func (n *node) guess() (sudoku.Cell, sudoku.Digit) {
	pairs, cells := n.fewest()
	var product [256]int
	var cell sudoku.Cell
	var digit sudoku.Digit
	best := 0
	for i := range n.digits {
		open := n.digits[i].open
		for rest := open.and(cells); !rest.empty(); {
			var c sudoku.Cell
			c, rest = rest.pop()
			excluded := open.and(peerBands[c])
			gain := 2 + excluded.len() + 2*excluded.and(pairs).len()
			product[c] = gain * max(1, product[c])
			if product[c] > best {
				best, cell, digit = product[c], c, sudoku.Digit(i+1)
			}
		}
	}
	return cell, digit
}

// fewest returns the cells of two candidates; and of the open cells those with the fewest,
// where three are told from more.
func (n *node) fewest() (pairs, cells bands) {
	var once, twice, thrice, more bands
	for i := range n.digits {
		open := n.digits[i].open
		more = more.or(thrice.and(open))
		thrice = thrice.or(twice.and(open))
		twice = twice.or(once.and(open))
		once = once.or(open)
	}
	pairs = twice.except(thrice)
	if !pairs.empty() {
		return pairs, pairs
	}
	if triples := thrice.except(more); !triples.empty() {
		return pairs, triples
	}
	return pairs, twice
}
