package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// candidates is a set of candidates: the cells of digit d at d-1.
type candidates [sudoku.MaxSide]bands

func (s *candidates) len() (n int) {
	for _, cells := range s {
		n += cells.len()
	}
	return n
}

func (s *candidates) has(c sudoku.Candidate) bool {
	return !s[c.Digit-1].and(cellBands[c.Cell]).empty()
}

func (s *candidates) remove(c sudoku.Candidate) {
	s[c.Digit-1] = s[c.Digit-1].except(cellBands[c.Cell])
}

// first returns a candidate of the set.
func (s *candidates) first() (c sudoku.Candidate, ok bool) {
	for d, cells := range s {
		if !cells.empty() {
			cell, _ := cells.pop()
			return sudoku.Candidate{Cell: cell, Digit: sudoku.Digit(d + 1)}, true
		}
	}
	return sudoku.Candidate{}, false
}

// everything is the set of all candidates.
var everything = func() (s candidates) {
	for d := range s {
		s[d] = wholeGrid
	}
	return s
}()

// counts holds the candidates in at least one of the solutions found, and the candidates in at least two.
type counts struct{ once, twice candidates }

// add counts a solution for its candidates of some digits: from, less one, to nine.
func (n *counts) add(solution *candidates, from int) {
	for d := from; d < len(solution); d++ {
		open := solution[d]
		n.twice[d] = n.twice[d].or(n.once[d].and(open))
		n.once[d] = n.once[d].or(open)
	}
}

// addTwice counts candidates that are in two solutions.
func (n *counts) addTwice(solutions *candidates, from int) {
	for d := from; d < len(solutions); d++ {
		n.twice[d] = n.twice[d].or(solutions[d])
	}
}
