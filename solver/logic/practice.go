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
// one of them: one contradiction, and of the other techniques all steps, the first for each conclusion.
func (t Technique) StepsIn(s State) []Step {
	v := newView(s)
	return v.round([]technique{lookUp(t, techniques)}, TierGuessing)
}
