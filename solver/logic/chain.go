package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// chain is what follows from an assumption, step by step. One serves many assumptions.
type chain struct {
	assumed sudoku.Candidate
	before  sudoku.Pencilmarks // without the assumption
	state   State
	steps   []Step
	singles []Step                                     // those found last, kept for its memory
	goneBy  [sudoku.MaxCells][sudoku.MaxSide + 1]int16 // the number of the step, counted from 1, that ruled a candidate out; 0 for the assumption
}

// start forgets all steps and makes an assumption.
func (c *chain) start(s State, assumed sudoku.Candidate) {
	*c = chain{assumed: assumed, before: s.Marks, state: s, steps: c.steps[:0], singles: c.singles[:0]}
	c.state.place(assumed)
}

// add takes a step. One whose candidate is gone meanwhile is left out: it has become the
// contradiction.
func (c *chain) add(step Step) {
	for _, p := range step.Placements {
		if !c.state.Marks.Has(p) {
			return
		}
	}
	c.steps = append(c.steps, step)
	old := c.state.Marks
	c.state = c.state.Apply(step)
	for cell := range old {
		for d := range (old[cell] &^ c.state.Marks[cell]).All() {
			c.goneBy[cell][d] = int16(len(c.steps))
		}
	}
}

// shortest returns the contradiction at the dead end that needs fewest of the steps.
func (c *chain) shortest(ends []Step) Step {
	var best Step
	for _, end := range ends {
		end.Technique = Contradiction
		end.Eliminations = []sudoku.Candidate{c.assumed}
		end.Chain = c.neededFor(end)
		if shorter(end, best) {
			best = end
		}
	}
	return best
}

// neededFor returns the steps without which an end could not be reached.
func (c *chain) neededFor(end Step) []Step {
	needed := make([]bool, len(c.steps)+1)
	c.mark(needed, end)
	for i := len(c.steps); i > 0; i-- {
		if needed[i] {
			c.mark(needed[:i], c.steps[i-1])
		}
	}
	var kept []Step
	for i, step := range c.steps {
		if needed[i+1] {
			kept = append(kept, step)
		}
	}
	return kept
}

// mark notes the steps, of those before, that a step rests on: those that ruled out what
// must be gone for its pattern to stand. Where several ruled out the same, one that is
// needed anyway serves, else the first.
func (c *chain) mark(needed []bool, step Step) {
	var removers [][]int
	for _, gone := range c.mustBeGone(step) {
		if by := c.removers(gone, len(needed)); len(by) > 0 {
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
func (c *chain) removers(gone sudoku.Candidate, limit int) []int {
	first := int(c.goneBy[gone.Cell][gone.Digit])
	if first == 0 || first >= limit {
		return nil
	}
	by := []int{first}
	for i := first + 1; i < limit; i++ {
		if c.steps[i-1].removes(gone, c.state.Grid.Shape()) {
			by = append(by, i)
		}
	}
	return by
}

// removes reports whether a step rules a candidate out, be it gone before or not.
func (s Step) removes(gone sudoku.Candidate, shape sudoku.Shape) bool {
	for _, p := range s.Placements {
		if p.Cell == gone.Cell && p.Digit != gone.Digit || p.Digit == gone.Digit && shape.Peers(p.Cell).Has(gone.Cell) {
			return true
		}
	}
	return slices.Contains(s.Eliminations, gone)
}

// mustBeGone returns the candidates, of those before the assumption, without which the
// pattern of a step stands.
func (c *chain) mustBeGone(step Step) []sudoku.Candidate {
	var gone []sudoku.Candidate
	for _, inner := range step.Chain {
		gone = append(gone, c.mustBeGone(inner)...)
	}
	note := func(cell sudoku.Cell, digits sudoku.Digits) {
		for d := range (c.before[cell] & digits).All() {
			gone = append(gone, sudoku.Candidate{Cell: cell, Digit: d})
		}
	}
	if step.restsOnCells() {
		for cell := range step.Cells.All() {
			note(cell, ^step.Digits)
		}
		return gone
	}
	for _, h := range step.Houses {
		for _, cell := range c.state.Grid.Shape().House(h) {
			if !step.Cells.Has(cell) {
				note(cell, step.Digits)
			}
		}
	}
	return gone
}

// restsOnCells reports whether a step needs cells that have no candidates but its digits;
// the others need houses that have no places for its digits but its cells.
func (s Step) restsOnCells() bool {
	switch s.Technique {
	case NakedSingle, NakedPair, NakedTriple, NakedQuad:
		return true
	case Contradiction:
		return s.Digits == 0
	}
	return false
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
