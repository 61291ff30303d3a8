package rating

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// TierOf returns the tier of a puzzle and its certificate. The grid must have exactly one
// solution, otherwise the result means nothing; [Rate] finds out. It does not allocate.
func TierOf(g sudoku.Grid) (logic.Tier, Certificate) {
	var b board
	b.load(g)
	a, _ := analyze(g, b)
	return a.tier, a.certificate
}

// analysis is the tier of a puzzle, and what was found on the way to it.
type analysis struct {
	tier        logic.Tier
	certificate Certificate
	solution    solution
}

// analyze applies the techniques tier by tier until the puzzle g, loaded into b, is solved.
// The error is that of [solver.Solve] when it does not have exactly one solution.
//
// A puzzle that singles solve has one solution. The others are searched: subsets need the
// solution as a first matching, and whether it is the only one has to be checked anyway.
func analyze(g sudoku.Grid, b board) (a analysis, err error) {
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
		return analysis{}, err
	}
	a.solution = solutionOf(solved)
	for a.tier = logic.TierHidden; a.tier < logic.TierGuessing; a.tier++ {
		b.fixpoint(a.tier, &a.solution)
		if b.solved() {
			return a, nil
		}
		a.certificate = b.certificate(a.tier)
	}
	return a, nil
}

// fixpoint applies the techniques of the tiers up to highest until none removes anything.
// All are monotone, so any order gives the same, and the cheap ones go first.
func (b *board) fixpoint(highest logic.Tier, s *solution) {
	for changed := true; changed; {
		b.singles()
		changed = b.open > 0 && (b.subsets(s) ||
			highest >= logic.TierLocked && b.locked(&b.marks) ||
			highest >= logic.TierXWing && b.fish(s))
	}
}

// Certificate shows why a puzzle is not in a lower tier: all techniques of the tiers up to
// Tier, applied until none removes anything, leave these cells open. Their order makes no
// difference, so this is a theorem that anyone can check.
type Certificate struct {
	Tier       logic.Tier `json:"tier"`       // the tier below the puzzle's; 0 for a puzzle of tier 1
	Cells      int        `json:"cells"`      // open cells
	Candidates int        `json:"candidates"` // candidates in them
}

func (b *board) certificate(tier logic.Tier) Certificate {
	return Certificate{Tier: tier, Cells: b.open, Candidates: b.candidates()}
}
