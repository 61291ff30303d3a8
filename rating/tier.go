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
	counts      Counts // of the singles that can be placed before anything else
	needs       Needs  // of these
	rest        board  // what they leave
	solution    solution
}

// analyze applies the techniques tier by tier until the puzzle g, loaded into b, is solved.
// The error is that of [solver.Solve] when it does not have exactly one solution.
//
// A puzzle that singles solve has one solution. The others are searched: subsets need the
// solution as a first matching, and whether it is the only one has to be checked anyway.
func analyze(g sudoku.Grid, b board) (a analysis, err error) {
	a.certificate = b.certificate(0)
	a.counts[nakedSingle] = uint16(b.nakedSingles())
	a.needs.note(nakedSingle, int(a.counts[nakedSingle]))
	if b.solved() {
		a.tier, a.solution = logic.TierSingletons, b.solution()
		return a, nil
	}
	a.certificate = b.certificate(logic.TierSingletons)
	b.countSingles(&a.counts)
	a.needs.note(hiddenSingle, int(a.counts[hiddenSingle]))
	if b.solved() {
		a.tier, a.solution = logic.TierHidden, b.solution()
		return a, nil
	}
	if a.solution, err = b.solve(g); err != nil {
		return analysis{}, err
	}
	b.findSubsets(&a.solution)
	a.rest = b
	for a.tier = logic.TierHidden; a.tier < logic.TierGuessing; a.tier++ {
		b.fixpoint(a.tier, &a.solution)
		if b.solved() {
			return a, nil
		}
		a.certificate = b.certificate(a.tier)
	}
	return a, nil
}

// solve returns the solution of g, of which b is what singles leave. The search goes on from
// there, which saves it a third of the time; an error is that of g itself.
func (b *board) solve(g sudoku.Grid) (solution, error) {
	solved, err := solver.Solve(b.grid(g.Shape()))
	if err != nil {
		solved, err = solver.Solve(g)
	}
	return solutionOf(solved), err
}

// fixpoint applies the techniques of the tiers up to highest until none removes anything.
// All are monotone, so any order gives the same, and the cheap ones go first.
func (b *board) fixpoint(highest logic.Tier, s *solution) {
	for changed := true; changed; {
		b.singles()
		changed = !b.empty.empty() && (b.subsets(s) ||
			highest >= logic.TierLocked && b.removeLocked() ||
			highest >= logic.TierXWing && b.fish(&b.open, s, allDigits))
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
	return Certificate{Tier: tier, Cells: b.empty.len(), Candidates: b.candidates()}
}
