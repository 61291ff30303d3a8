package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// State is how far a puzzle is solved: the digits placed and the candidates left.
// It is a comparable value. Filled cells have no candidates, and no candidate repeats a
// digit that a peer holds; [NewState] and [State.Apply] see to both.
type State struct {
	Grid  sudoku.Grid
	Marks sudoku.Pencilmarks
}

// NewState returns the state of a grid in which nothing has been ruled out but by its digits.
func NewState(g sudoku.Grid) State { return State{g, g.Candidates()} }

// Solved reports whether every house holds every digit once.
func (s State) Solved() bool { return s.Grid.Solved() }

// Apply returns the state after a step: its digits placed and ruled out in their peers,
// its eliminations made.
func (s State) Apply(step Step) State {
	for _, p := range step.Placements {
		s.place(p)
	}
	for _, e := range step.Eliminations {
		s.Marks[e.Cell] = s.Marks[e.Cell].Without(e.Digit)
	}
	return s
}

// place fills a cell and takes the digit from its peers.
func (s *State) place(p sudoku.Candidate) {
	shape := s.Grid.Shape()
	s.Grid = s.Grid.With(p.Cell, p.Digit)
	s.Marks[p.Cell] = 0
	for _, h := range shape.HousesOf(p.Cell) {
		for _, c := range shape.House(h) {
			s.Marks[c] = s.Marks[c].Without(p.Digit)
		}
	}
}
