package logic

import (
	"errors"

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

// MaxConclusions is how many assumptions, trials and rounds of conclusions are followed in search of the contradictions of
// a path, or of a single step: about ten seconds of a processor.
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
	if step, ok := v.refuteBySingles(assumptions, &v.left); ok {
		return step, true
	}
	if step, ok := v.refuteByPatterns(assumptions, &v.left); ok {
		return step, true
	}
	return v.byTrials(assumptions, &v.left)
}

// refuteByPatterns looks at the dead ends of the first round that has any for each assumption, and at the first reason
// of each single. Now and then another reason, or a later dead end, needs a step less.
func (s State) refuteByPatterns(assumptions []sudoku.Candidate, left *int) (best Step, ok bool) {
	a := assumption{left: left}
	for _, assumed := range assumptions {
		if step, ok := a.suppose(s, assumed, byPatterns, sudoku.MaxCells); ok && shorter(step, best) {
			best = step
		}
	}
	return best, best.Technique != ""
}

// refuteBySingles looks for short chains first: a dead end reached in the n-th round needs
// a step of each round before it, so a chain of few steps soon ends the search.
func (s State) refuteBySingles(assumptions []sudoku.Candidate, left *int) (Step, bool) {
	a := assumption{left: left}
	var best Step
	limit := sudoku.MaxCells
	for _, rounds := range [...]int{1, 3, sudoku.MaxCells} {
		for _, assumed := range assumptions {
			step, ok := a.suppose(s, assumed, bySingles, min(rounds, limit))
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

// propagation follows singles without their reasons: a quick check of whether a chain is
// worth building.
type propagation struct {
	shape    sudoku.Shape
	possible [sudoku.MaxCells]sudoku.Digits // the candidates of an open cell, the digit of a filled one
	done     sudoku.Cells                   // cells whose digit has been removed from their peers
}

// failsBySingles reports whether that many rounds of singles lead an assumption to a
// contradiction. A round here goes at least as far as one of a chain, since each single
// takes effect immediately.
func failsBySingles(s State, assumed sudoku.Candidate, rounds int) bool {
	p := propagation{shape: s.Grid.Shape(), possible: s.Marks}
	digits := s.Grid.ByCell()
	for _, c := range p.shape.Cells() {
		if digits[c] != 0 {
			p.possible[c] = sudoku.DigitsOf(digits[c])
			p.done = p.done.With(c)
		}
	}
	p.possible[assumed.Cell] = sudoku.DigitsOf(assumed.Digit)
	for changed := true; changed && rounds >= 0; rounds-- {
		naked, ok := p.nakedSingles()
		if !ok {
			return true
		}
		hidden, ok := p.hiddenSingles()
		if !ok {
			return true
		}
		changed = naked || hidden
	}
	return false
}

// nakedSingles removes the digit of each single from its peers. It is not ok if a cell is
// left without a digit.
func (p *propagation) nakedSingles() (changed, ok bool) {
	for _, c := range p.shape.Cells() {
		only := p.possible[c]
		if only == 0 {
			return changed, false
		}
		if only&(only-1) != 0 || p.done.Has(c) {
			continue
		}
		p.done = p.done.With(c)
		changed = true
		for _, h := range p.shape.HousesOf(c) {
			for _, peer := range p.shape.House(h) {
				p.possible[peer] &^= only
			}
		}
		p.possible[c] = only
	}
	return changed, true
}

// hiddenSingles leaves a cell only the digit that has no other place in a house. It is not
// ok if a digit has no place, or a cell would hold two.
func (p *propagation) hiddenSingles() (changed, ok bool) {
	for _, h := range p.shape.Houses() {
		var once, twice sudoku.Digits
		cells := p.shape.House(h)
		for _, c := range cells {
			twice |= once & p.possible[c]
			once |= p.possible[c]
		}
		if once != p.shape.Digits() {
			return changed, false
		}
		for _, c := range cells {
			switch single := p.possible[c] &^ twice; {
			case single == 0 || single == p.possible[c]:
			case single&(single-1) != 0:
				return changed, false
			default:
				p.possible[c] = single
				changed = true
			}
		}
	}
	return changed, true
}
