package logic

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Where no pattern helps, the solver does not guess. It takes a wrong candidate to be
// true, follows what must come of it, and rules the candidate out where that ends in a
// cell without candidates or a house without a place for a digit. It looks for the chain
// with the fewest steps, at the lowest of these depths that refutes any candidate:
const (
	bySingles  = iota // naked and hidden singles only, every chain that there is
	byPatterns        // the techniques of the tiers 1 to 4
	byNesting         // these, and contradictions within the assumption; one more level at each greater depth
)

// contradiction finds the shortest contradiction. It tries only candidates that are wrong,
// which the search tells: the others would be tried in vain.
func (s State) contradiction() (Step, bool) {
	solution, err := solver.Solve(s.Grid)
	if err != nil {
		return Step{}, false
	}
	var suspects []sudoku.Candidate
	for _, suspect := range s.suspects() {
		right := solution.At(suspect.Cell)
		if !s.Marks[suspect.Cell].Has(right) {
			return Step{}, false
		}
		if suspect.Digit != right {
			suspects = append(suspects, suspect)
		}
	}
	if len(suspects) == 0 {
		return Step{}, false
	}
	for depth := bySingles; ; depth++ { // ends: with enough nesting it is a complete search
		if step, ok := s.refute(suspects, depth); ok {
			return step, true
		}
	}
}

// suspects returns all candidates, those in cells with the fewest first: ruling one out
// there opens most.
func (s State) suspects() []sudoku.Candidate {
	var found []sudoku.Candidate
	for size := 1; size <= sudoku.MaxSide; size++ {
		for c, digits := range s.Marks {
			if digits.Len() != size {
				continue
			}
			for d := range digits.All() {
				found = append(found, sudoku.Candidate{Cell: sudoku.Cell(c), Digit: d})
			}
		}
	}
	return found
}

// refute finds the shortest chain that refutes one of the suspects; where it has to nest,
// the first, for each takes long to find.
func (s State) refute(suspects []sudoku.Candidate, depth int) (Step, bool) {
	if depth == bySingles {
		return s.refuteBySingles(suspects)
	}
	var c chain
	var best Step
	for _, suspect := range suspects {
		step, ok := c.suppose(s, suspect, depth, sudoku.MaxCells)
		if ok && depth >= byNesting {
			return step, true
		}
		if ok && shorter(step, best) {
			best = step
		}
	}
	return best, best.Technique != ""
}

// refuteBySingles looks for short chains first: a dead end reached in the n-th round needs
// a step of each round before it, so a chain of few steps soon ends the search.
func (s State) refuteBySingles(suspects []sudoku.Candidate) (Step, bool) {
	var c chain
	var best Step
	limit := sudoku.MaxCells
	for _, rounds := range [...]int{1, 3, sudoku.MaxCells} {
		for _, suspect := range suspects {
			step, ok := c.suppose(s, suspect, bySingles, min(rounds, limit))
			if ok && shorter(step, best) {
				best, limit = step, step.Len()-2
			}
		}
		if limit <= rounds {
			break
		}
	}
	return best, best.Technique != ""
}

func shorter(step, best Step) bool { return best.Technique == "" || step.Len() < best.Len() }

// suppose follows an assumption to its contradiction, if the depth and that many rounds
// of conclusions suffice.
func (c *chain) suppose(s State, assumed sudoku.Candidate, depth, rounds int) (Step, bool) {
	if depth == bySingles && !failsBySingles(s, assumed, rounds) {
		return Step{}, false
	}
	c.start(s, assumed)
	for {
		v := newView(c.state)
		if ends := v.deadEnds(); len(ends) > 0 {
			return c.shortest(ends), true
		}
		if depth == bySingles && rounds == 0 || !c.advance(&v, depth) {
			return Step{}, false
		}
		rounds--
	}
}

// advance adds what follows at once: all singles, else the easiest step within the depth.
func (c *chain) advance(v *view, depth int) bool {
	if c.singles = v.appendSingles(c.singles[:0]); len(c.singles) > 0 {
		for _, step := range c.singles {
			c.add(step)
		}
		return true
	}
	if depth == bySingles {
		return false
	}
	if step, ok := c.state.Next(TierXWing); ok {
		c.add(step)
		return true
	}
	for inner := bySingles; inner <= depth-byNesting; inner++ {
		if step, ok := c.state.refute(c.state.suspects(), inner); ok {
			c.add(step)
			return true
		}
	}
	return false
}
