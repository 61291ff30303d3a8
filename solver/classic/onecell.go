package classic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// OneCellSets returns all one-cell sets of a solution that have at most max cells, by size and then
// in reading order. The grid must be solved; any other has
// none. Up to 12 cells take some 50 ms, each two more about three times as long.
//
// A one-cell set, after H.-Y. Shen and H. Hsieh (Taipei Municipal Jianguo High School), is an unavoidable
// set of which any one cell, filled with any digit that it may take, decides the rest. By their theorem:
//
//  1. each cell has exactly one buddy digit: a digit that occurs in the cell's row, in its column
//     and in its box, each time in a cell of the set;
//  2. each cell holds the buddy digit of exactly one other cell of its row, of its column and of
//     its box;
//  3. the graph that links each cell with the cells that hold its buddy digit is connected.
//
// docs/one-cell-sets.md shows which parts of the theorem hold.
//
// It searches as Shen and Hsieh do, depth first: it takes a cell, chooses its buddy digit, adds the
// cells that hold the digit, and goes on until each cell has one. They check the first two
// conditions at the end; here a branch ends when it breaks one.
func OneCellSets(solution sudoku.Grid, max int) []sudoku.Cells {
	if !solution.Solved() {
		return nil
	}
	s := newOneCellSearch(solution)
	s.max = max
	var sets []sudoku.Cells
	s.found = func(set sudoku.Cells) bool {
		sets = append(sets, set)
		return true
	}
	s.all(solution.Filled())
	slices.SortFunc(sets, func(a, b sudoku.Cells) int {
		if a.Len() != b.Len() {
			return a.Len() - b.Len()
		}
		return slices.Compare(a.Slice(), b.Slice())
	})
	return sets
}

// oneCellSearch is a set of cells on its way: closed when each has its buddy digit.
type oneCellSearch struct {
	solution sudoku.Grid
	holders  *[sudoku.MaxCells][sudoku.MaxSide + 1]sudoku.Cells // of a cell and a digit: where its row, column and box hold it
	max      int
	found    func(sudoku.Cells) (more bool)

	within sudoku.Cells // the cells that may come in, after the first, so that each set is found once
	in     sudoku.Cells
	chosen sudoku.Cells // the cells whose buddy digit is chosen
	buddy  [sudoku.MaxCells]sudoku.Digit
	taken  [3][sudoku.MaxSide]sudoku.Digits // of a house: the buddy digits of its cells
}

func newOneCellSearch(solution sudoku.Grid) oneCellSearch {
	s := oneCellSearch{solution: solution, holders: new([sudoku.MaxCells][sudoku.MaxSide + 1]sudoku.Cells)}
	shape := solution.Shape()
	for _, c := range shape.Cells() {
		for other := range shape.Peers(c).All() {
			d := solution.At(other)
			s.holders[c][d] = s.holders[c][d].With(other)
		}
	}
	return s
}

// all finds the sets of some cells, by the first cell of each.
func (s *oneCellSearch) all(cells sudoku.Cells) {
	for c := range cells.All() {
		cells = cells.Without(c)
		from := *s
		from.within, from.in = cells, sudoku.CellsOf(c)
		if !from.grow() {
			return
		}
	}
}

// grow goes through all choices for the cells that have no buddy digit yet. It returns false when
// no more sets are wanted.
func (s *oneCellSearch) grow() (more bool) {
	c, options, ok := s.next()
	switch {
	case !ok:
		return true
	case options == 0:
		return s.found(s.in)
	}
	for d := range options.All() {
		next := *s
		next.in = s.in.Union(s.holders[c][d])
		next.take(c, d)
		if !next.grow() {
			return false
		}
	}
	return true
}

// next returns the open cell that has the fewest digits to choose from, and the digits; none if
// each cell has its own. ok is false if the set cannot be closed.
func (s *oneCellSearch) next() (best sudoku.Cell, options sudoku.Digits, ok bool) {
	fewest := sudoku.MaxSide + 1
	for c := range s.in.All() {
		buddies := s.buddies(c)
		if s.chosen.Has(c) {
			if buddies.Len() > 1 {
				return 0, 0, false
			}
			continue
		}
		choice := s.choice(c, buddies)
		if choice == 0 {
			return 0, 0, false
		}
		if choice.Len() < fewest {
			best, options, fewest = c, choice, choice.Len()
		}
	}
	return best, options, true
}

// choice returns the digits that an open cell can choose from: its buddy digit if it has one, since
// it must not have two, or else the digits whose cells may still come in.
func (s *oneCellSearch) choice(c sudoku.Cell, buddies sudoku.Digits) sudoku.Digits {
	taken := s.takenAt(c)
	if buddies.Len() > 1 {
		return 0
	}
	if buddies != 0 {
		return buddies &^ taken
	}
	var digits sudoku.Digits
	room := s.max - s.in.Len()
	for d := range (s.solution.Shape().Digits().Without(s.solution.At(c)) &^ taken).All() {
		fresh := s.holders[c][d].Minus(s.in)
		if fresh.Minus(s.within) == (sudoku.Cells{}) && fresh.Len() <= room {
			digits = digits.With(d)
		}
	}
	return digits
}

// buddies returns the digits that stand in a cell's row, column and box, each time in the set.
func (s *oneCellSearch) buddies(c sudoku.Cell) sudoku.Digits {
	var digits sudoku.Digits
	for d := range s.solution.Shape().Digits().Without(s.solution.At(c)).All() {
		if s.holders[c][d].Minus(s.in) == (sudoku.Cells{}) {
			digits = digits.With(d)
		}
	}
	return digits
}

// takenAt returns the buddy digits of the other cells in the houses of a cell.
func (s *oneCellSearch) takenAt(c sudoku.Cell) sudoku.Digits {
	box := s.solution.Shape().Box(c)
	return s.taken[sudoku.Row][c.Row()] | s.taken[sudoku.Column][c.Column()] | s.taken[sudoku.Box][box]
}

func (s *oneCellSearch) take(c sudoku.Cell, d sudoku.Digit) {
	s.chosen = s.chosen.With(c)
	s.buddy[c] = d
	for _, h := range s.solution.Shape().HousesOf(c) {
		s.taken[h.Kind][h.Index] = s.taken[h.Kind][h.Index].With(d)
	}
}
