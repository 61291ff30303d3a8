package logic

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Practice returns the position in which a puzzle needs a technique, for players to find the step
// themselves: the easier steps led there, and none is left. It also returns the step. ok is false
// if the puzzle does not need the technique, as [NeededAt] has it, or if the grid is not a puzzle.
func Practice(g sudoku.Grid, t Technique, without ...Technique) (s State, step Step, ok bool) {
	if _, err := solver.Solve(g); err != nil {
		return State{}, Step{}, false
	}
	return NeededAt(NewState(g), t, without...)
}

// StepsIn returns the steps of a technique that a state offers, to decide whether players have found
// one of them: all singles, one contradiction, and of the other techniques at least all steps that share no
// eliminations.
func (t Technique) StepsIn(s State) []Step {
	v := newView(s)
	switch t {
	case NakedSingle:
		return v.nakedSingles()
	case HiddenSingle:
		return v.hiddenSingles()
	case Contradiction:
		if step, ok := v.contradiction(); ok {
			step.Technique = t
			return []Step{step}
		}
		return nil
	}
	return lookUp(t, techniques).stepsIn(s)
}

func (v *view) nakedSingles() []Step {
	var found []Step
	for _, c := range v.shape.Cells() {
		if v.Marks[c].Len() == 1 {
			found = append(found, v.nakedSingleAt(c))
		}
	}
	return found
}

// hiddenSingles returns one for each cell and digit, by the first house where the digit is one.
func (v *view) hiddenSingles() []Step {
	var found []Step
	var taken sudoku.Cells
	for _, kind := range []sudoku.HouseKind{sudoku.Box, sudoku.Row, sudoku.Column} {
		for i := range v.shape.Side() {
			h := sudoku.House{Kind: kind, Index: uint8(i)}
			for d := range v.shape.Digits().All() {
				cells := v.cellsOf(h, v.placesIn(h, d))
				if cells.Len() != 1 || cells.Minus(taken) == (sudoku.Cells{}) {
					continue
				}
				taken = taken.Union(cells)
				found = append(found, placement(HiddenSingle, sudoku.Candidate{Cell: cells.Slice()[0], Digit: d}, h))
			}
		}
	}
	return found
}

// stepsIn makes one step after the other, and returns the steps that were possible from the start.
func (t technique) stepsIn(s State) []Step {
	if t.all != nil {
		return t.stepsOfAll(s)
	}
	if t.find == nil {
		return nil
	}
	var found []Step
	left := MaxConclusions
	for after := s; ; {
		step, ok := after.first([]technique{t}, TierGuessing, &left)
		if !ok {
			return found
		}
		if step.holdsIn(s, t.naked) {
			found = append(found, step)
		}
		after = after.Apply(step)
	}
}

// holdsIn reports whether the pattern of a step is one in an earlier state too, which may have had
// more candidates.
func (s Step) holdsIn(earlier State, naked bool) bool {
	if naked {
		var digits sudoku.Digits
		for c := range s.Cells.All() {
			digits |= earlier.Marks[c]
		}
		return digits == s.Digits
	}
	shape, confined := earlier.Grid.Shape(), s.Cells
	for _, h := range s.Cover {
		confined = confined.Union(sudoku.CellsOf(shape.House(h)...))
	}
	for _, h := range s.Houses {
		for _, c := range shape.House(h) {
			if earlier.Marks[c]&s.Digits != 0 && !confined.Has(c) {
				return false
			}
		}
	}
	return true
}
