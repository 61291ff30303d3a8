package logic

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Practice returns the position in which a puzzle first needs a technique, for players to find the
// step themselves: the easiest steps of all techniques led there, and nothing easier is left. It
// also returns the step. ok is false if the puzzle does without the technique, or if the grid is
// not a puzzle.
func Practice(g sudoku.Grid, t Technique) (s State, step Step, ok bool) {
	if _, err := solver.Solve(g); err != nil {
		return State{}, Step{}, false
	}
	if s, step, ok = t.firstIn(NewState(g)); !ok {
		return State{}, Step{}, false
	}
	return s, step, true
}

// firstIn takes the easiest steps until the next is of the technique, and returns the state and
// that step.
func (t Technique) firstIn(s State) (State, Step, bool) {
	step, ok := s.Next(TierGuessing)
	for ok && step.Technique != t {
		s = s.Apply(step)
		step, ok = s.Next(TierGuessing)
	}
	return s, step, ok
}
