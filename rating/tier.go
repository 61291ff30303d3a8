package rating

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// TierOf returns the tier of a puzzle and its certificate. The grid must have exactly one
// solution, otherwise the result means nothing; [Rate] finds out. It does not allocate.
func TierOf(g sudoku.Grid) (logic.Tier, Certificate) {
	var st state
	st.load(g)
	a, _ := analyze(g, st)
	return a.tier, a.certificate
}

// analysis is the tier of a puzzle, with the results on the way to it.
type analysis struct {
	tier        logic.Tier
	certificate Certificate
	counts      Counts // of the singles that can be placed before anything else
	needs       Needs  // of these
	rest        state  // the state that they leave
	solution    solution
}

// analyze applies the techniques tier by tier until the puzzle g, loaded into b, is solved.
// The error is that of [solver.Solve] when it does not have exactly one solution.
//
// A puzzle that singles solve has one solution. The others are searched: subsets need the
// solution as a first matching, and whether it is the only one has to be checked anyway.
func analyze(g sudoku.Grid, st state) (a analysis, err error) {
	a.certificate = st.certificate(0)
	a.counts[nakedSingle] = uint16(st.nakedSingles())
	a.needs.note(nakedSingle, int(a.counts[nakedSingle]))
	if st.solved() {
		a.tier, a.solution = logic.TierSingletons, st.solution()
		return a, nil
	}
	a.certificate = st.certificate(logic.TierSingletons)
	st.countSingles(&a.counts)
	a.needs.note(hiddenSingle, int(a.counts[hiddenSingle]))
	if st.solved() {
		a.tier, a.solution = logic.TierHidden, st.solution()
		return a, nil
	}
	if a.solution, err = st.solve(g); err != nil {
		return analysis{}, err
	}
	st.findSubsets(&a.solution)
	a.rest = st
	for a.tier = logic.TierHidden; a.tier < logic.TierGuessing; a.tier++ {
		st.fixpoint(a.tier, &a.solution)
		if st.solved() {
			return a, nil
		}
		a.certificate = st.certificate(a.tier)
	}
	return a, nil
}

// solve returns the solution of g from the state after singles, which saves the search a third of the time.
// An error is that of g itself.
func (st *state) solve(g sudoku.Grid) (solution, error) {
	solved, err := solver.Solve(st.grid(g.Shape()))
	if err != nil {
		solved, err = solver.Solve(g)
	}
	return solutionOf(solved), err
}

// fixpoint applies the techniques of the tiers up to highest until none removes anything.
// All are monotone, so any order gives the same, and the cheap ones go first.
func (st *state) fixpoint(highest logic.Tier, s *solution) {
	for changed := true; changed; {
		st.singles()
		changed = !st.empty.empty() && (st.subsets(s) ||
			highest >= logic.TierLocked && st.removeLocked() ||
			highest >= logic.TierXWing && st.fish(&st.open, s, allDigits))
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

func (st *state) certificate(tier logic.Tier) Certificate {
	return Certificate{Tier: tier, Cells: st.empty.len(), Candidates: st.candidates()}
}
