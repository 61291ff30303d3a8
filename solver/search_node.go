package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// node is a state of the search of a 9×9 grid: where every digit may still go. It is
// copied for every guess, and nothing is ever undone.
type node struct {
	digits [sudoku.MaxSide]places // digit d at d-1
	taken  bands                  // the union of all fixed cells
	stale  sudoku.Digits          // digits whose places have changed since they were last tightened
}

// places is where a digit may go.
type places struct {
	open  bands // cells where it may be
	fixed bands // those of them that are the only one of their row, as far as noticed
}

// lost returns the places that are taken by other digits.
func (p *places) lost(taken bands) bands {
	return p.open.and(bands{taken.upper ^ p.fixed.upper, taken.lower ^ p.fixed.lower})
}

// newNode returns the node for a grid, with nothing but the clues worked in.
func newNode(g *sudoku.Grid) node {
	n := node{stale: sudoku.Sudoku.Digits()}
	for d := range n.digits {
		n.digits[d].open = wholeGrid
	}
	digits := g.ByCell()
	var clues [sudoku.MaxCells + 1]sudoku.Cell
	count := 0
	for c, d := range digits {
		clues[count] = sudoku.Cell(c)
		count += int(d+15) / 16 // 1 for a digit, 0 for none; the processor would guess a jump wrong
	}
	for _, c := range clues[:count] {
		p := &n.digits[(digits[c]-1)%sudoku.MaxSide]
		p.open = p.open.except(peerBands[c])
		p.fixed = p.fixed.or(cellBands[c])
		n.taken = n.taken.or(cellBands[c])
	}
	return n
}

// place puts a digit into a cell. That the cell is closed for the other digits is noticed
// when the digit is tightened.
func (n *node) place(c sudoku.Cell, d sudoku.Digit) {
	p := &n.digits[d-1]
	p.open = p.open.except(peerBands[c])
	n.stale = n.stale.With(d)
}

// remove takes a digit from the candidates of a cell.
func (n *node) remove(c sudoku.Cell, d sudoku.Digit) {
	p := &n.digits[d-1]
	p.open = p.open.except(cellBands[c])
	n.stale = n.stale.With(d)
}

// grid returns the solution that a solved node holds.
func (n *node) grid() sudoku.Grid {
	var digits [sudoku.MaxCells]sudoku.Digit
	for i, p := range n.digits {
		for b := p.open; !b.empty(); {
			var c sudoku.Cell
			c, b = b.pop()
			digits[c] = sudoku.Digit(i + 1)
		}
	}
	return sudoku.FromDigits(sudoku.Sudoku, digits)
}
