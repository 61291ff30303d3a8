package depth

import "github.com/gridkeeper/gridkeeper/sudoku"

// state is candidates in which naked and hidden singles find nothing more. It is small and has no pointers
// into itself, so that a trial is a copy.
type state struct {
	shape  sudoku.Shape
	dead   bool               // a contradiction was found; nothing else means anything then
	open   uint8              // cells with two candidates or more
	marks  sudoku.Pencilmarks // a filled cell has its digit
	places [3 * sudoku.MaxSide][sudoku.MaxSide + 1]uint8
}

// load returns the state of a grid.
func load(g sudoku.Grid) state {
	s := state{shape: g.Shape(), open: uint8(len(g.Shape().Cells()))}
	for _, c := range s.shape.Cells() {
		s.marks[c] = s.shape.Digits()
	}
	for h := range s.places {
		for d := range s.places[h] {
			s.places[h][d] = uint8(s.shape.Side())
		}
	}
	for _, c := range s.shape.Cells() {
		if d := g.At(c); d != 0 {
			s.place(c, d)
		}
	}
	return s
}

// place removes the other candidates of a cell.
func (s *state) place(c sudoku.Cell, d sudoku.Digit) {
	if !s.marks[c].Has(d) {
		s.dead = true
	}
	for other := range s.marks[c].Without(d).All() {
		s.remove(c, other)
	}
}

// remove removes a candidate, and all that singles remove then.
func (s *state) remove(c sudoku.Cell, d sudoku.Digit) {
	if s.dead || !s.marks[c].Has(d) {
		return
	}
	s.marks[c] = s.marks[c].Without(d)
	near := &neighbourhoods[s.shape][c]
	for _, h := range near.houses {
		s.places[h][d]--
	}
	switch s.marks[c].Len() {
	case 0:
		s.dead = true
	case 1:
		s.open--
		for _, peer := range near.peers {
			s.remove(peer, s.marks[c].First())
		}
	}
	for kind, h := range near.houses {
		switch s.places[h][d] {
		case 0:
			s.dead = true
		case 1:
			s.placeIn(near.members[kind], d)
		}
	}
}

// placeIn places a digit in the one cell of a house that has it.
func (s *state) placeIn(house []sudoku.Cell, d sudoku.Digit) {
	for _, c := range house {
		if s.marks[c].Has(d) {
			s.place(c, d)
			return
		}
	}
}

// candidates returns the candidates of the open cells.
func (s *state) candidates() sudoku.Pencilmarks {
	open := s.marks
	for c := range open {
		if open[c].Len() == 1 {
			open[c] = 0
		}
	}
	return open
}

// neighbourhood is the tables that remove needs for a cell.
type neighbourhood struct {
	peers   []sudoku.Cell
	houses  [3]uint8 // numbered through all kinds
	members [3][]sudoku.Cell
}

var neighbourhoods = sudoku.ByShape(func(s sudoku.Shape) (all [sudoku.MaxCells]neighbourhood) {
	for _, c := range s.Cells() {
		near := neighbourhood{peers: s.Peers(c).Slice()}
		for kind, h := range s.HousesOf(c) {
			near.houses[kind] = uint8(kind*sudoku.MaxSide) + h.Index
			near.members[kind] = s.House(h)
		}
		all[c] = near
	}
	return all
})
