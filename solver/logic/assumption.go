package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// assumption follows a candidate that is assumed to be true, step by step. It is reused for one assumption
// after another.
type assumption struct {
	left      *int // of MaxConclusions
	assumed   sudoku.Candidate
	before    sudoku.Pencilmarks // without the assumption
	state     State
	steps     []Step
	singles   []Step                                     // a buffer for advance
	removedBy [sudoku.MaxCells][sudoku.MaxSide + 1]int16 // the number of the step, counted from 1, that removed a candidate; 0 for the assumption
}

// suppose follows an assumption to its contradiction, if the depth and that many rounds
// of conclusions suffice.
func (a *assumption) suppose(s State, assumed sudoku.Candidate, depth, rounds int) (Step, bool) {
	if *a.left--; *a.left < 0 || depth == bySingles && !failsBySingles(s, assumed, rounds) {
		return Step{}, false
	}
	a.start(s, assumed)
	for {
		v := newView(a.state)
		if step, ok := a.ended(&v); ok {
			return step, true
		}
		if depth == bySingles && rounds == 0 || !a.advance(&v, depth) {
			return Step{}, false
		}
		rounds--
		*a.left--
	}
}

// ended returns the shortest contradiction of the dead ends, if there are any.
func (a *assumption) ended(v *view) (shortest Step, ok bool) {
	for _, end := range v.deadEnds() {
		end.Technique = Contradiction
		end.Eliminations = []sudoku.Candidate{a.assumed}
		end.Chain = a.neededFor(end)
		if shorter(end, shortest) {
			shortest = end
		}
	}
	return shortest, shortest.Technique != ""
}

// start drops all steps and makes an assumption.
func (a *assumption) start(s State, assumed sudoku.Candidate) {
	*a = assumption{left: a.left, assumed: assumed, before: s.Marks, state: s, steps: a.steps[:0], singles: a.singles[:0]}
	a.state.place(assumed)
}

// advance adds the next steps that follow: all singles, else the easiest step within the depth.
func (a *assumption) advance(v *view, depth int) bool {
	if a.singles = v.appendSingles(a.singles[:0]); len(a.singles) > 0 {
		for _, step := range a.singles {
			a.add(step)
		}
		return true
	}
	if depth == bySingles {
		return false
	}
	if step, ok := a.state.first(patterns, TierXWing, a.left); ok {
		a.add(step)
		return true
	}
	return false
}

// add takes a step. A placement that the steps added with it have made impossible is left
// out: the contradiction is there already.
func (a *assumption) add(step Step) {
	for _, p := range step.Placements {
		if !a.state.Marks.Has(p) {
			return
		}
	}
	a.steps = append(a.steps, step)
	old := a.state.Marks
	a.state = a.state.Apply(step)
	for cell := range old {
		for d := range (old[cell] &^ a.state.Marks[cell]).All() {
			a.removedBy[cell][d] = int16(len(a.steps))
		}
	}
}

// deadEnds returns the open cells without candidates, and the houses that lack a digit
// and have no place for it.
func (v *view) deadEnds() []Step {
	var ends []Step
	digits := v.Grid.ByCell()
	for _, c := range v.shape.Cells() {
		if digits[c] == 0 && v.Marks[c] == 0 {
			ends = append(ends, Step{Cells: sudoku.CellsOf(c)})
		}
	}
	for _, h := range v.shape.Houses() {
		var known sudoku.Digits
		for _, c := range v.shape.House(h) {
			known |= v.Marks[c].With(digits[c])
		}
		for d := range (v.shape.Digits() &^ known).All() {
			ends = append(ends, Step{Houses: []sudoku.House{h}, Digits: sudoku.DigitsOf(d)})
		}
	}
	return ends
}

// neededFor returns the steps without which a dead end could not be reached.
func (a *assumption) neededFor(end Step) []Step {
	needed := make([]bool, len(a.steps)+1)
	a.markNeeded(needed, end)
	for i := len(a.steps); i > 0; i-- {
		if needed[i] {
			a.markNeeded(needed[:i], a.steps[i-1])
		}
	}
	var kept []Step
	for i, step := range a.steps {
		if needed[i+1] {
			kept = append(kept, step)
		}
	}
	return kept
}

// markNeeded marks the earlier steps that a step rests on: its pattern exists because they removed
// candidates. If several removed the same candidate, one that is needed anyway suffices, else
// the first.
func (a *assumption) markNeeded(needed []bool, step Step) {
	var removers [][]int
	for _, gone := range a.mustBeGone(step) {
		if by := a.removers(gone, len(needed)); len(by) > 0 {
			removers = append(removers, by)
		}
	}
	slices.SortStableFunc(removers, func(a, b []int) int { return len(a) - len(b) })
	for _, by := range removers {
		if !slices.ContainsFunc(by, func(i int) bool { return needed[i] }) {
			needed[by[0]] = true
		}
	}
}

// removers returns the numbers below limit of the steps that rule a candidate out, none if
// the assumption does or it is still there.
func (a *assumption) removers(gone sudoku.Candidate, limit int) []int {
	first := int(a.removedBy[gone.Cell][gone.Digit])
	if first == 0 || first >= limit {
		return nil
	}
	by := []int{first}
	for i := first + 1; i < limit; i++ {
		if a.steps[i-1].rulesOut(gone, a.state.Grid.Shape()) {
			by = append(by, i)
		}
	}
	return by
}

// rulesOut reports whether a step rules a candidate out, even one that was gone before.
func (s Step) rulesOut(gone sudoku.Candidate, shape sudoku.Shape) bool {
	for _, p := range s.Placements {
		if p.Cell == gone.Cell && p.Digit != gone.Digit || p.Digit == gone.Digit && shape.Peers(p.Cell).Has(gone.Cell) {
			return true
		}
	}
	return slices.Contains(s.Eliminations, gone)
}

// mustBeGone returns the candidates before the assumption that must be gone for the pattern of a
// step to exist.
func (a *assumption) mustBeGone(step Step) []sudoku.Candidate {
	var gone []sudoku.Candidate
	for _, inner := range step.Chain {
		gone = append(gone, a.mustBeGone(inner)...)
	}
	note := func(cell sudoku.Cell, digits sudoku.Digits) {
		for d := range (a.before[cell] & digits).All() {
			gone = append(gone, sudoku.Candidate{Cell: cell, Digit: d})
		}
	}
	if step.naked() {
		for cell := range step.Cells.All() {
			note(cell, ^step.Digits)
		}
		return gone
	}
	for _, h := range step.Houses {
		for _, cell := range a.state.Grid.Shape().House(h) {
			if !step.Cells.Has(cell) {
				note(cell, step.Digits)
			}
		}
	}
	return gone
}

// naked reports whether the pattern of a step is cells without other candidates; see
// [technique]. A contradiction is naked if it ends in a cell.
func (s Step) naked() bool {
	if s.Technique == Contradiction {
		return s.Digits == 0
	}
	return lookUp(s.Technique, patterns).naked
}
