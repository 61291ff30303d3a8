package logic

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ladder is the techniques of the tiers 1 to 4, the easiest first, each with its finder:
// of all its patterns on the board the one that opens most, that is, that takes most
// candidates off the board; of equals the first found.
var ladder = []struct {
	technique Technique
	find      func(*view) (Step, bool)
}{
	{NakedSingle, (*view).nakedSingle},
	{HiddenSingle, (*view).hiddenSingle},
	{Pointing, (*view).pointing},
	{Claiming, (*view).claiming},
	{NakedPair, func(v *view) (Step, bool) { return v.nakedSubset(2) }},
	{HiddenPair, func(v *view) (Step, bool) { return v.hiddenSubset(2) }},
	{NakedTriple, func(v *view) (Step, bool) { return v.nakedSubset(3) }},
	{HiddenTriple, func(v *view) (Step, bool) { return v.hiddenSubset(3) }},
	{NakedQuad, func(v *view) (Step, bool) { return v.nakedSubset(4) }},
	{HiddenQuad, func(v *view) (Step, bool) { return v.hiddenSubset(4) }},
	{XWing, func(v *view) (Step, bool) { return v.fish(2) }},
	{Swordfish, func(v *view) (Step, bool) { return v.fish(3) }},
	{Jellyfish, func(v *view) (Step, bool) { return v.fish(4) }},
}

// Next returns the easiest step that the techniques of the tiers 1 to max find, and false
// if they find none. At [Guessing] that is the shortest contradiction found, for a grid
// with exactly one solution and candidates that leave it standing.
func (s State) Next(max Tier) (Step, bool) {
	v := newView(s)
	for _, rung := range ladder {
		if rung.technique.Tier() > max {
			continue
		}
		if step, ok := rung.find(&v); ok {
			step.Technique = rung.technique
			return step, true
		}
	}
	if max < TierGuessing {
		return Step{}, false
	}
	return s.contradiction()
}

// Fixpoint returns what the techniques of the tiers 1 to max leave of a state. For a state
// that has a solution it does not depend on the order of the steps: what a pattern rules
// out stays ruled out, and no elimination destroys a pattern's argument.
func Fixpoint(s State, max Tier) State {
	for {
		step, ok := s.Next(max)
		if !ok {
			return s
		}
		s = s.Apply(step)
	}
}

// tierOf returns the smallest tier whose techniques solve a state.
func tierOf(s State) Tier {
	for t := TierSingletons; t < TierGuessing; t++ {
		if s = Fixpoint(s, t); s.Solved() {
			return t
		}
	}
	return TierGuessing
}

// Path returns the steps that solve a grid, each the easiest there is among the
// techniques up to the grid's own tier, contradictions included. The grid must have
// exactly one solution; the errors are those of [Solve].
func Path(g sudoku.Grid) ([]Step, error) {
	if _, err := solver.Solve(g); err != nil {
		return nil, err
	}
	s := NewState(g)
	max := tierOf(s)
	var path []Step
	for step, ok := s.Next(max); ok; step, ok = s.Next(max) {
		path = append(path, step)
		s = s.Apply(step)
	}
	return path, nil
}
