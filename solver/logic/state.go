package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// State is how far a puzzle is solved: the digits placed and the candidates left.
// It is a comparable value. Filled cells have no candidates, and no candidate repeats the
// digit of a peer; [NewState] and [State.Apply] ensure both.
type State struct {
	Grid  sudoku.Grid
	Marks sudoku.Pencilmarks

	// Placed are filled cells that are not clues; cells missing from it only cost steps of techniques that ask for it.
	Placed sudoku.Cells
}

// NewState returns the state of a grid of clues with all candidates that these allow.
func NewState(clues sudoku.Grid) State { return State{Grid: clues, Marks: clues.Candidates()} }

// Clues returns the grid without the placed digits.
func (s State) Clues() sudoku.Grid {
	clues := s.Grid
	for c := range s.Placed.All() {
		clues = clues.With(c, 0)
	}
	return clues
}

// Solved reports whether every house holds every digit once.
func (s State) Solved() bool { return s.Grid.Solved() }

// Apply returns the state after a step: its digits placed and removed from the candidates of
// their peers, its eliminations made.
func (s State) Apply(step Step) State {
	for _, p := range step.Placements {
		s.place(p)
	}
	for _, e := range step.Eliminations {
		s.Marks[e.Cell] = s.Marks[e.Cell].Without(e.Digit)
	}
	return s
}

// place fills a cell and removes the digit from the candidates of its peers.
func (s *State) place(p sudoku.Candidate) {
	shape := s.Grid.Shape()
	s.Grid = s.Grid.With(p.Cell, p.Digit)
	s.Placed = s.Placed.With(p.Cell)
	s.Marks[p.Cell] = 0
	for _, h := range shape.HousesOf(p.Cell) {
		for _, c := range shape.House(h) {
			s.Marks[c] = s.Marks[c].Without(p.Digit)
		}
	}
}

// Next returns the easiest step that the techniques of the tiers 1 to upTo find, and false
// if they find none. At [TierGuessing] that is at worst a contradiction, for
// a grid with exactly one solution, all of whose digits are still candidates.
//
// Next also finds none if the contradictions take too long to look for: [Path] returns [ErrTooHard] then.
//
// Here and elsewhere, unwanted techniques can be left out, such as [Uniqueness].
func (s State) Next(upTo Tier, without ...Technique) (Step, bool) {
	left := MaxConclusions
	return s.first(allBut(without, techniques), upTo, &left)
}

// first returns the step of the first technique in a list that finds one. Conclusions of contradictions are
// taken off left.
func (s State) first(list []technique, upTo Tier, left *int) (Step, bool) {
	v := newView(s)
	v.left = *left
	defer func() { *left = v.left }()
	return v.first(list, upTo)
}

func (v *view) first(list []technique, upTo Tier) (Step, bool) {
	for _, t := range list {
		if t.tier > upTo {
			continue
		}
		if step, ok := t.step(v); ok {
			return step, true
		}
	}
	return Step{}, false
}

// Fixpoint returns the state after all steps of the techniques of the tiers 1 to upTo. For a state
// that has a solution it does not depend on the order of the steps: see [Closed].
func Fixpoint(s State, upTo Tier) State { return s.fixpoint(techniques, upTo) }

// fixpoint applies the techniques of a list that are of the tiers 1 to upTo, a round at a time.
func (s State) fixpoint(list []technique, upTo Tier) State {
	known, left := barren{}, MaxConclusions
	for {
		if upTo > TierSingletons && len(list) > 1 && list[0].key == NakedSingle && list[1].key == HiddenSingle {
			s = s.afterSingles()
		}
		v := newView(s)
		v.barren, v.left = known, left
		round := v.round(list, upTo)
		if len(round) == 0 {
			return s
		}
		for _, step := range round {
			s = s.Apply(step)
		}
		left = v.left
	}
}

// afterSingles returns the state in which naked and hidden singles find nothing more, or the same if they contradict each
// other.
func (s State) afterSingles() State {
	c := closureOf(s)
	if c.dead {
		return s
	}
	after := State{Grid: s.Grid, Marks: c.marks, Placed: s.Placed}
	for _, cell := range c.shape.Cells() {
		switch {
		case s.Grid.At(cell) != 0:
			after.Marks[cell] = 0
		case c.marks[cell].Len() == 1:
			after.Grid, after.Placed = after.Grid.With(cell, c.marks[cell].First()), after.Placed.With(cell)
			after.Marks[cell] = 0
		}
	}
	return after
}

// round returns all steps of the first technique in a list that finds one, the first step for each conclusion. The state
// after them depends neither on which of them is taken first nor on how the grid is turned.
func (v *view) round(list []technique, upTo Tier) (round []Step) {
	for _, t := range list {
		if t.tier > upTo {
			continue
		}
		for step := range t.each(v) {
			same := func(other Step) bool {
				return slices.Equal(step.Placements, other.Placements) && slices.Equal(step.Eliminations, other.Eliminations)
			}
			if !slices.ContainsFunc(round, same) {
				round = append(round, step)
			}
		}
		if len(round) > 0 {
			break
		}
	}
	return round
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

// Path returns the steps that solve a grid, each the easiest among the techniques up to the
// grid's own tier, contradictions included. The grid must have exactly one solution; the
// errors are those of [solver.Solve], and [ErrTooHard] with the steps up to there.
func Path(g sudoku.Grid, without ...Technique) ([]Step, error) {
	solution, err := solver.Solve(g)
	if err != nil {
		return nil, err
	}
	left := MaxConclusions
	return NewState(g).path(solution, allBut(without, techniques), &left)
}

// path returns the steps of a list that solve a state. Conclusions of contradictions are taken off left.
func (s State) path(solution sudoku.Grid, list []technique, left *int) ([]Step, error) {
	tier := tierOf(s)
	var path []Step
	var held []closure
	known := barren{}
	for !s.Solved() {
		v := newView(s)
		v.left, v.solution, v.holding, v.barren = *left, solution, held, known
		step, ok := v.first(list, tier)
		*left, held = v.left, v.holding
		if !ok {
			return path, ErrTooHard
		}
		path = append(path, step)
		s = s.Apply(step)
	}
	return path, nil
}
