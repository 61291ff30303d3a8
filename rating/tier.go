package rating

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// climb solves a puzzle tier by tier, as far as its logic goes, and returns the tier and
// what the tier below it leaves open. solve is asked for the solution when singles are
// not enough; ok is false when it has none to give.
func (r *Rater) climb(g sudoku.Grid) (tier solver.Tier, c Certificate, err error) {
	var b board
	b.start(g)
	c = b.certificate(0)
	b.nakedSingles()
	if b.open == 0 {
		return solver.Singletons, c, nil
	}
	c = b.certificate(solver.Singletons)
	b.singles()
	if b.open == 0 {
		return solver.Hidden, c, nil
	}
	solved, err := r.search.Solve(g)
	if err != nil {
		return 0, Certificate{}, err
	}
	s := solutionOf(solved)
	for tier := solver.Hidden; tier < solver.Guessing; tier++ {
		b.exhaust(tier, &s)
		if b.open == 0 {
			return tier, c, nil
		}
		c = b.certificate(tier)
	}
	return solver.Guessing, c, nil
}

// exhaust applies the techniques of the tiers 1 to max until none removes anything. All are
// monotone, so the order is free, and the cheap ones go first.
func (b *board) exhaust(max solver.Tier, s *solution) {
	for {
		b.singles()
		if b.open == 0 {
			return
		}
		changed := b.subsets(s)
		if !changed && max >= solver.Locked {
			changed = b.locked()
		}
		if !changed && max >= solver.XWing {
			changed = b.fish(s)
		}
		if !changed {
			return
		}
	}
}
