package solver

import (
	"iter"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Searcher counts and finds solutions without allocating. The zero value is ready for
// use, and again after every call; one Searcher serves one goroutine at a time.
type Searcher struct {
	// The nodes not yet searched, the latest last. A guess leaves one behind and places
	// a digit in an open cell, so there are never more than cells and one.
	stack [sudoku.MaxCells + 1]node
	depth int
}

// NewSearcher returns a searcher.
func NewSearcher() *Searcher { return new(Searcher) }

// Count returns how many solutions a grid has, and stops looking at limit.
func (s *Searcher) Count(g sudoku.Grid, limit int) int {
	n := 0
	if g.Shape() == sudoku.Shidoku {
		fillSmall(g, func(sudoku.Grid) bool {
			n++
			return n < limit
		})
		return min(n, max(limit, 0))
	}
	for s.start(g); n < limit && s.next(); n++ {
	}
	return n
}

// Solve returns the only solution of a grid, or the errors of the function [Solve].
func (s *Searcher) Solve(g sudoku.Grid) (sudoku.Grid, error) {
	var solution sudoku.Grid
	found := 0
	for solved := range s.Solutions(g) {
		if found++; found > 1 {
			return sudoku.Grid{}, ErrManySolutions
		}
		solution = solved
	}
	if found == 0 {
		return sudoku.Grid{}, noSolution(g)
	}
	return solution, nil
}

// Solutions yields all solutions of a grid, each once. The searcher is busy until the
// loop over them ends.
func (s *Searcher) Solutions(g sudoku.Grid) iter.Seq[sudoku.Grid] {
	return func(yield func(sudoku.Grid) bool) {
		if g.Shape() == sudoku.Shidoku {
			fillSmall(g, yield)
			return
		}
		for s.start(g); s.next(); {
			if !yield(s.stack[s.depth].grid()) {
				return
			}
		}
	}
}

// start begins the search of a 9×9 grid.
func (s *Searcher) start(g sudoku.Grid) {
	s.stack[0] = nodeOf(g)
	s.depth = 1
}

// next searches on to the next solution, and leaves it just above the stack.
func (s *Searcher) next() bool {
	for s.depth > 0 {
		top := &s.stack[s.depth-1]
		switch top.propagate() {
		case contradiction:
			s.depth--
		case solved:
			s.depth--
			return true
		case open:
			guess := &s.stack[s.depth]
			*guess = *top
			cell, digit := top.choose()
			top.remove(cell, digit)
			guess.place(cell, digit)
			s.depth++
		}
	}
	return false
}
