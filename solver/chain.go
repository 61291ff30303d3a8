package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// chain is what follows from an assumption, step by step.
type chain struct {
	assumed sudoku.Candidate
	before  sudoku.Pencilmarks // without the assumption
	state   State
	steps   []Step
	goneBy  [sudoku.MaxCells][sudoku.MaxSide + 1]int16 // the number of the step, counted from 1, that ruled a candidate out; 0 for the assumption
}

func newChain(s State, assumed sudoku.Candidate) *chain {
	c := &chain{assumed: assumed, before: s.Marks, state: s}
	c.state.place(assumed)
	return c
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
// must be gone for its pattern to stand.
func (c *chain) mark(needed []bool, step Step) {
	for _, inner := range step.Chain {
		c.mark(needed, inner)
	}
	note := func(cell sudoku.Cell, gone sudoku.Digits) {
		for d := range (c.before[cell] & gone).All() {
			if by := c.goneBy[cell][d]; int(by) < len(needed) {
				needed[by] = true
			}
		}
	}
	if step.restsOnCells() {
		for cell := range step.Cells.All() {
			note(cell, ^step.Digits)
		}
		return
	}
	for _, h := range step.Houses {
		for _, cell := range c.state.Grid.Shape().House(h) {
			if !step.Cells.Has(cell) {
				note(cell, step.Digits)
			}
		}
	}
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
