package logic

import (
	"errors"
	"math"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Contradiction is the key of the contradiction.
const Contradiction Technique = "contradiction"

// If no pattern helps, the solver does not guess. It assumes a wrong candidate, follows its
// consequences, and rules the candidate out if they end in a cell without candidates or a house
// without a place for a digit.
var contradiction = technique{
	key: Contradiction, tier: TierGuessing, find: (*view).contradiction,
	example: "..6.4.28...5..819..2.9............51.9.6.17.....8.....4..5..67.....8.4....2..6..3",
}

// The solver looks for a chain of few steps: of singles, else of patterns. Where neither refutes any candidate, trials are
// nested: see trial.go.
const (
	bySingles  = iota // naked and hidden singles only, all chains of them
	byPatterns        // the techniques of the tiers 1 to 4
)

// ErrTooHard is the error of a position whose trees of trials are too large. That takes a sukaku that nobody would solve: all
// known puzzles have a path.
var ErrTooHard = errors.New("too hard to explain: trial and error led to no contradiction within its limits")

// MaxConclusions is how many assumptions, trials and rounds of patterns are followed in search of the contradictions of
// a path, or of a single step: some seconds of a processor.
const MaxConclusions = 2_400_000

// contradiction finds the contradiction with the shortest chain, as far as [refute] looks. It knows the solution,
// and assumes only wrong candidates: no others can be refuted.
func (v *view) contradiction() (Step, bool) {
	solution, err := solver.Solve(v.Grid)
	if err != nil {
		if solution, err = solver.SolveWithin(v.Grid, v.Marks); err != nil { // of a sukaku
			return Step{}, false
		}
	}
	var wrong []sudoku.Candidate
	for _, a := range v.assumptions() {
		right := solution.At(a.Cell)
		if !v.Marks[a.Cell].Has(right) {
			return Step{}, false
		}
		if a.Digit != right {
			wrong = append(wrong, a)
		}
	}
	if len(wrong) == 0 {
		return Step{}, false
	}
	return v.refute(wrong)
}

// assumptions returns all candidates, cells with the fewest first: to rule one out there helps most.
func (s State) assumptions() []sudoku.Candidate {
	var all []sudoku.Candidate
	for size := 1; size <= sudoku.MaxSide; size++ {
		for c, digits := range s.Marks {
			if digits.Len() != size {
				continue
			}
			for d := range digits.All() {
				all = append(all, sudoku.Candidate{Cell: sudoku.Cell(c), Digit: d})
			}
		}
	}
	return all
}

// refute returns the shortest contradiction found that refutes one of the assumptions: a chain of singles, else of patterns,
// else a tree of trials. It gives up if no conclusions are left.
func (v *view) refute(assumptions []sudoku.Candidate) (Step, bool) {
	start, a := v.State.propagation(), assumption{left: &v.left}
	if step, ok := a.refuteBySingles(&start, assumptions); ok {
		return step, true
	}
	if step, ok := a.refuteByPatterns(v, &start, assumptions); ok {
		return step, true
	}
	return a.refuteByTrials(v.State, &start, assumptions)
}

// refuteBySingles looks for short chains first: a dead end reached in the n-th round needs
// a link of each round before it, so a chain of few links soon ends the search.
func (a *assumption) refuteBySingles(start *propagation, assumptions []sudoku.Candidate) (best Step, ok bool) {
	most, limit := math.MaxInt, sudoku.MaxCells
	for _, rounds := range [...]int{1, 3, sudoku.MaxCells} {
		for _, assumed := range assumptions {
			if a.suppose(start, assumed, bySingles, min(rounds, limit), most) {
				best, ok = a.step(), true
				most, limit = best.Len(), best.Len()-2
			}
		}
		if limit <= rounds {
			break
		}
	}
	return best, ok
}

// refuteByPatterns looks at the dead ends of the first round that has any for each assumption, and at the first reason
// of each single. Now and then another reason, or a later dead end, needs a step less.
func (a *assumption) refuteByPatterns(v *view, start *propagation, assumptions []sudoku.Candidate) (best Step, ok bool) {
	var implied sudoku.Pencilmarks
	known := v.holding
	v.holding = nil
	keep := func(h holding) {
		for _, l := range a.chain {
			if l.step == nil {
				h.grid = h.grid.With(l.Cell, l.Digit)
			}
		}
		for _, c := range v.shape.Cells() {
			implied[c] = implied[c].With(h.grid.At(c))
		}
		v.holding = append(v.holding, h)
	}
	for _, h := range known {
		if a.holds(&h, v.State) {
			keep(h)
		}
	}
	most := math.MaxInt
	for _, assumed := range assumptions {
		switch {
		case implied.Has(assumed):
		case a.suppose(start, assumed, byPatterns, sudoku.MaxCells, most):
			best, ok = a.step(), true
			most = best.Len()
		case *a.left > 0 && !a.now.dead:
			keep(holding{v.Grid.With(assumed.Cell, assumed.Digit), a.now})
		}
	}
	return best, ok
}

// holding is an assumption that patterns do not refute, with all that follows from it. They refute none of the digits in it
// either, since these leave no less. A path keeps it for its next steps, and follows what has gone since.
type holding struct {
	grid sudoku.Grid
	left propagation
}

// holds follows what a state has removed from the candidates of an assumption, and reports whether it comes to no dead end.
func (a *assumption) holds(h *holding, s State) bool {
	a.now, a.chain = h.left, a.chain[:0]
	changed := false
	for _, c := range a.now.shape.Cells() {
		possible := s.Marks[c].With(s.Grid.At(c))
		if d := h.grid.At(c); d != 0 && !possible.Has(d) {
			return false
		}
		for d := range (a.now.marks[c] &^ possible).All() {
			changed = true
			a.remove(sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	for changed = changed && !a.now.dead; changed; *a.left-- {
		changed = (a.placeSingles() || a.usePattern()) && !a.now.dead
	}
	h.left = a.now
	return !a.now.dead
}
