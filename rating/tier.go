package rating

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ascent is how far the logic of each tier gets with a puzzle.
type ascent struct {
	tier        logic.Tier
	certificate Certificate
	solution    solution
}

// climb applies the techniques tier by tier until the puzzle g, of which b is the start, is
// solved. The error is that of [solver.Solve] when it has not exactly one solution.
//
// Singles need no help, and what they solve has one solution. The subsets take the solution
// as a first matching, so the others are searched; that they have one solution has to be
// found out anyway.
func climb(g sudoku.Grid, b board) (a ascent, err error) {
	a.certificate = b.certificate(0)
	b.nakedSingles()
	if b.solved() {
		a.tier, a.solution = logic.TierSingletons, b.solution()
		return a, nil
	}
	a.certificate = b.certificate(logic.TierSingletons)
	b.singles()
	if b.solved() {
		a.tier, a.solution = logic.TierHidden, b.solution()
		return a, nil
	}
	solved, err := solver.Solve(g)
	if err != nil {
		return ascent{}, err
	}
	a.solution = solutionOf(solved)
	for a.tier = logic.TierHidden; a.tier < logic.TierGuessing; a.tier++ {
		b.exhaust(a.tier, &a.solution)
		if b.solved() {
			return a, nil
		}
		a.certificate = b.certificate(a.tier)
	}
	return a, nil
}

// exhaust applies the techniques of the tiers 1 to max until none removes anything. All are
// monotone, so the order is free, and the cheap ones go first.
func (b *board) exhaust(max logic.Tier, s *solution) {
	for changed := true; changed; {
		b.singles()
		changed = b.open > 0 && (b.subsets(s) ||
			max >= logic.TierLocked && b.locked(&b.marks) ||
			max >= logic.TierXWing && b.fish(s))
	}
}
