package generator

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// RecombineByFilters finds the same children as [Recombine] in the way of Huang (2009), chapter 4, to measure one
// against the other. Every child goes through filters, and the rest through a search:
//
//  1. Logic is applied to the mother without the clues taken away. Only remaining candidates are put in.
//  2. A child in which two lines of a chute can be exchanged has several solutions, if any.
//
// It allows the same changes as [Recombine], and its counts differ only between excluded and others. A pair
// of new clues that contradict each other counts as none here; that and the second filter
// among the excluded come nearest to his tables.
func RecombineByFilters(mother sudoku.Grid, change Change, yield func(child sudoku.Grid) bool) (Counts, error) {
	return recombine(mother, change, yield, filtered)
}

// filtered finds the additions of a grid by filters.
func filtered(g sudoku.Grid, n int, except []sudoku.Candidate, child func(sudoku.Grid)) Counts {
	f := filters{child: child}
	left := logic.Fixpoint(logic.NewState(g), logic.TierXWing)
	f.put(g, left, candidatesLeft(g, left, except), n)
	f.counts.Children = waysToAdd(g, n, except)
	f.counts.Excluded = f.counts.Children - f.counts.None - f.counts.Multiple - f.counts.Unique - f.counts.Undecided
	return f.counts
}

// waysToAdd returns how many ways there are to put n clues into a grid.
func waysToAdd(g sudoku.Grid, n int, except []sudoku.Candidate) int {
	digits, all, same := g.Shape().Side(), 0, 0
	for _, c := range g.Shape().Cells() {
		if g.At(c) != 0 {
			continue
		}
		here := digits
		for _, e := range except {
			if e.Cell == c {
				here--
			}
		}
		all += here
		same += here * here
	}
	if n == 1 {
		return all
	}
	return (all*all - same) / 2
}

// candidatesLeft returns the digits that logic leaves to the empty cells of a grid: the candidates,
// and the digits placed.
func candidatesLeft(g sudoku.Grid, left logic.State, except []sudoku.Candidate) []sudoku.Candidate {
	var list []sudoku.Candidate
	for _, c := range g.Shape().Cells() {
		if g.At(c) != 0 {
			continue
		}
		digits := left.Marks[c].With(left.Grid.At(c))
		for _, e := range except {
			if e.Cell == c {
				digits = digits.Without(e.Digit)
			}
		}
		for d := range digits.All() {
			list = append(list, sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	return list
}

// filters counts the children of one grid.
type filters struct {
	child  func(sudoku.Grid)
	counts Counts
}

// put puts n of the candidates into a grid. s is its state after logic.
func (f *filters) put(g sudoku.Grid, s logic.State, from []sudoku.Candidate, n int) {
	for i, c := range from {
		if g.At(c.Cell) != 0 {
			continue
		}
		more, known := g.With(c.Cell, c.Digit), with(s, c)
		if n > 1 {
			f.put(more, known, from[i+1:], n-1)
			continue
		}
		f.examine(more, known)
	}
}

// with returns a state with a digit placed, and its candidates removed from the peers.
func with(s logic.State, c sudoku.Candidate) logic.State {
	return s.Apply(logic.Step{Placements: []sudoku.Candidate{c}})
}

// examine counts a child.
func (f *filters) examine(g sudoku.Grid, known logic.State) {
	if exchangeable(known) {
		f.counts.Exchangeable++
		return
	}
	switch n, err := solver.Count(g, 2); {
	case n > 1:
		f.counts.Multiple++
	case err != nil:
		f.counts.Undecided++
	case n == 0:
		f.counts.None++
	default:
		f.counts.Unique++
		f.child(g)
	}
}

// exchangeable reports whether two lines of a chute are alike: the same cells are filled in both,
// and open cells have the same candidates. In any solution of the grid the digits of the
// open cells can then change sides, which gives a second solution: so Huang, 4.2. Two empty lines of
// a chute, his first example, are alike, and of three lines, his third, two are.
func exchangeable(s logic.State) bool {
	shape := s.Grid.Shape()
	for kind, each := range []int{sudoku.Row: shape.BoxHeight(), sudoku.Column: shape.BoxWidth()} {
		for first := range shape.Side() {
			for second := first + 1; second%each != 0; second++ {
				a := shape.House(sudoku.House{Kind: sudoku.HouseKind(kind), Index: uint8(first)})
				b := shape.House(sudoku.House{Kind: sudoku.HouseKind(kind), Index: uint8(second)})
				if alike(&s, a, b) {
					return true
				}
			}
		}
	}
	return false
}

func alike(s *logic.State, a, b []sudoku.Cell) bool {
	open := false
	for i := range a {
		filled, other := s.Grid.At(a[i]) != 0, s.Grid.At(b[i]) != 0
		if filled != other || s.Marks[a[i]] != s.Marks[b[i]] {
			return false
		}
		open = open || !filled
	}
	return open
}
