package generator

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Features are 27 counts that all isomorphs of a grid share, from Huang (2009), section 4.3: how often
// each digit stands in it, and how many clues each row and column has. They are sorted as
// the transforms allow: digits, lines within a chute, chutes, and rows against columns.
type Features [3 * sudoku.MaxSide]uint8

// FeaturesOf returns the features of a grid.
func FeaturesOf(g sudoku.Grid) Features {
	var digits [sudoku.MaxSide]uint8
	for _, c := range clues(g) {
		digits[c.Digit-1]++
	}
	descending(digits[:])
	rows, columns := linesSorted(g, sudoku.Row), linesSorted(g, sudoku.Column)
	if slices.Compare(rows, columns) < 0 {
		rows, columns = columns, rows
	}
	return Features(slices.Concat(digits[:], rows, columns))
}

func descending(counts []uint8) {
	slices.Sort(counts)
	slices.Reverse(counts)
}

// linesSorted returns the clues of each row, or column, in the order that features have.
func linesSorted(g sudoku.Grid, kind sudoku.HouseKind) []uint8 {
	counts := lineCounts(g, kind)
	chutes := slices.Collect(slices.Chunk(counts[:g.Shape().Side()], g.Shape().BoxSide()))
	for _, chute := range chutes {
		descending(chute)
	}
	slices.SortFunc(chutes, func(a, b []uint8) int { return slices.Compare(b, a) })
	return append(slices.Concat(chutes...), make([]uint8, sudoku.MaxSide-g.Shape().Side())...)
}

func lineCounts(g sudoku.Grid, kind sudoku.HouseKind) (counts [sudoku.MaxSide]uint8) {
	for _, c := range clues(g) {
		if kind == sudoku.Row {
			counts[c.Cell.Row()]++
		} else {
			counts[c.Cell.Column()]++
		}
	}
	return counts
}

// FeatureSet is a set of grids up to isomorphism, kept in Huang's way: a grid whose features are
// new is new; others are compared with those of the same features, under every transform that
// keeps them. It is here to be measured against a set of canonical forms.
type FeatureSet struct {
	byFeatures map[Features][]sudoku.Grid
	Compared   int // pairs of grids with the same features
	Transforms int // of rows and columns, tried on them
}

// Add adds a grid, and reports whether no isomorph of it was there.
func (s *FeatureSet) Add(g sudoku.Grid) bool {
	f := FeaturesOf(g)
	for _, other := range s.byFeatures[f] {
		if g.Shape() == other.Shape() && s.isomorphs(g, other) {
			return false
		}
	}
	if s.byFeatures == nil {
		s.byFeatures = map[Features][]sudoku.Grid{}
	}
	s.byFeatures[f] = append(s.byFeatures[f], g)
	return true
}

// isomorphs tries the orders of lines that keep the clues of each line. He also tries all
// relabellings; here the cells themselves say which there is, if any.
func (s *FeatureSet) isomorphs(a, b sudoku.Grid) bool {
	s.Compared++
	flip := sudoku.Identity(a.Shape())
	flip.Transpose = true
	for _, b := range []sudoku.Grid{b, flip.Apply(b)} {
		rows, columns := orders(a, b, sudoku.Row), orders(a, b, sudoku.Column)
		for _, r := range rows {
			for _, c := range columns {
				s.Transforms++
				if relabelled(a, b, r, c) {
					return true
				}
			}
		}
	}
	return false
}

// orders returns the orders of lines that give b as many clues in each line as a has.
func orders(a, b sudoku.Grid, kind sudoku.HouseKind) [][]int {
	side := a.Shape().Side()
	want, have := lineCounts(a, kind), lineCounts(b, kind)
	var found [][]int
	var extend func(order []int)
	extend = func(order []int) {
		i := len(order)
		if i == side {
			found = append(found, slices.Clone(order))
			return
		}
		box := a.Shape().BoxSide()
		for line := range side {
			sameChute := i%box == 0 || line/box == order[i-1]/box
			if have[line] == want[i] && sameChute && !slices.Contains(order, line) && (i%box > 0 || freshChute(order, line/box, box)) {
				extend(append(order, line))
			}
		}
	}
	extend(nil)
	return found
}

func freshChute(order []int, chute, box int) bool {
	return !slices.ContainsFunc(order, func(line int) bool { return line/box == chute })
}

// relabelled reports whether b with its lines in the orders given is a with other digits.
func relabelled(a, b sudoku.Grid, rows, columns []int) bool {
	var to, from [sudoku.MaxSide + 1]sudoku.Digit
	digits, others := a.ByCell(), b.ByCell()
	for i, r := range rows {
		for j, c := range columns {
			x, y := digits[sudoku.CellAt(i, j)], others[sudoku.CellAt(r, c)]
			if (x == 0) != (y == 0) || x != 0 && (to[y] != 0 && to[y] != x || from[x] != 0 && from[x] != y) {
				return false
			}
			to[y], from[x] = x, y
		}
	}
	return true
}
