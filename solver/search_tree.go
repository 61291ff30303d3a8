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
