package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// search is one walk through the tree of guesses: it counts solutions up to a limit, or
// hands out each of them.
type search struct {
	limit, found int
	yield        func(sudoku.Grid) bool // nil: count
}

// run searches a grid of either shape.
func (s *search) run(g *sudoku.Grid) {
	if g.Shape() == sudoku.Shidoku {
		s.small(*g)
		return
	}
	n := newNode(g)
	s.walk(&n)
}

// walk searches a node and all below it, and reports whether to go on with others. The
// states of the guesses lie on the stack: nothing is allocated.
func (s *search) walk(n *node) (more bool) {
	for {
		switch n.propagate() {
		case deadEnd:
			return true
		case complete:
			if s.yield != nil {
				return s.yield(n.grid())
			}
			return s.count()
		}
		c, d := n.guess()
		if !s.try(*n, c, d) {
			return false
		}
		n.remove(c, d)
	}
}

// try searches a copy of a node with a digit placed.
func (s *search) try(n node, c sudoku.Cell, d sudoku.Digit) (more bool) {
	n.place(c, d)
	return s.walk(&n)
}

// small searches a Shidoku by plain backtracking: its 16 cells need no better.
func (s *search) small(g sudoku.Grid) (more bool) {
	if g.Solved() {
		if s.yield != nil {
			return s.yield(g)
		}
		return s.count()
	}
	marks := g.Candidates()
	best, fewest := sudoku.Cell(0), sudoku.MaxSide+1
	for _, c := range g.Shape().Cells() {
		if n := marks[c].Len(); g.At(c) == 0 && n < fewest {
			best, fewest = c, n
		}
	}
	for d := range marks[best].All() {
		if !s.small(g.With(best, d)) {
			return false
		}
	}
	return true
}

// count counts a solution, and reports whether more are wanted.
func (s *search) count() (more bool) {
	s.found++
	return s.found < s.limit
}

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

// guess chooses what to try: a candidate of a cell with as few as there are, nearly always
// two. Of those cells it takes the one whose candidates have the greatest product of gains,
// so that each way leads far. The gain of a candidate is how many others of its digit it
// excludes at once; those that leave a single behind count four times.
//
// The hardest puzzles need 117 guesses each. It was 342 with the first cell of two, 226 with
// the one that has most such cells among its peers, 193 with the sum of the gains.
func (n *node) guess() (cell sudoku.Cell, digit sudoku.Digit) {
	pairs, cells := n.fewest()
	var product [256]int32
	best := int32(0)
	for i := range n.digits {
		open := n.digits[i].open
		for rest := open.and(cells); !rest.empty(); {
			var c sudoku.Cell
			c, rest = rest.pop()
			excluded := open.and(peerBands[c])
			gain := 1 + excluded.len() + 3*excluded.and(pairs).len()
			product[c] = int32(gain) * max(1, product[c])
			if product[c] > best {
				best, cell, digit = product[c], c, sudoku.Digit(i+1)
			}
		}
	}
	return cell, digit
}

// fewest returns the cells of two candidates; and the cells to choose from: those same if
// there are any, else those of three, else all that are open.
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
