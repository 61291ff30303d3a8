package unavoidable_test

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// oracle returns the minimal unavoidable sets of a solution up to a size by the definition,
// slowly. It puts another digit into a cell; then the cells that hold this digit in the same
// houses need another digit too, and so on until nothing is in conflict. Each set is found
// from its first cell.
func oracle(solution sudoku.Grid, max int) []sudoku.Cells {
	o := exchanger{old: solution, now: solution, max: max, found: map[sudoku.Cells]bool{}}
	for _, c := range solution.Shape().Cells() {
		o.change(c)
		o.kept = o.kept.With(c)
	}
	return o.minimal()
}

type exchanger struct {
	old, now      sudoku.Grid
	max           int
	changed, kept sudoku.Cells
	found         map[sudoku.Cells]bool
}

// change tries every other digit in a cell.
func (o *exchanger) change(c sudoku.Cell) {
	for d := range o.old.Shape().Digits().Without(o.old.At(c)).All() {
		if o.clashes(c, d, o.changed) != (sudoku.Cells{}) {
			continue
		}
		o.now, o.changed = o.now.With(c, d), o.changed.With(c)
		o.goOn()
		o.now, o.changed = o.now.With(c, o.old.At(c)), o.changed.Without(c)
	}
}

// goOn changes a cell that is in conflict with a changed one.
func (o *exchanger) goOn() {
	var clashing sudoku.Cells
	for c := range o.changed.All() {
		clashing = clashing.Union(o.clashes(c, o.now.At(c), o.old.Filled().Minus(o.changed)))
	}
	switch {
	case clashing.Intersect(o.kept) != (sudoku.Cells{}), o.changed.Len()+clashing.Len() > o.max:
	case clashing == (sudoku.Cells{}):
		o.found[o.changed] = true
	default:
		o.change(clashing.Slice()[0])
	}
}

// clashes returns those of some cells that share a house with a cell and hold a digit.
func (o *exchanger) clashes(c sudoku.Cell, d sudoku.Digit, among sudoku.Cells) sudoku.Cells {
	var clashing sudoku.Cells
	for p := range among.Intersect(o.old.Shape().Peers(c)).All() {
		if o.now.At(p) == d {
			clashing = clashing.With(p)
		}
	}
	return clashing
}

func (o *exchanger) minimal() []sudoku.Cells { return minimalOf(o.found) }

// minimalOf compares all sets with all others.
func minimalOf(found map[sudoku.Cells]bool) []sudoku.Cells {
	var sets []sudoku.Cells
	for s := range found {
		inside := false
		for other := range found {
			inside = inside || other != s && other.Minus(s) == (sudoku.Cells{})
		}
		if !inside {
			sets = append(sets, s)
		}
	}
	slices.SortFunc(sets, func(a, b sudoku.Cells) int {
		if a.Len() != b.Len() {
			return a.Len() - b.Len()
		}
		return slices.Compare(a.Slice(), b.Slice())
	})
	return sets
}
