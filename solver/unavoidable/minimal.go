package unavoidable

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// minimal returns those of the sets that have no other inside, in order.
func minimal(sets []sudoku.Cells) []sudoku.Cells {
	slices.SortFunc(sets, compare)
	var kept []sudoku.Cells
	var byFirst [sudoku.MaxCells][]sudoku.Cells // by their first cell
	for _, s := range sets {
		if !containsAny(s, &byFirst) {
			kept = append(kept, s)
			first := firstOf(s)
			byFirst[first] = append(byFirst[first], s)
		}
	}
	return kept
}

// containsAny reports whether one of the smaller sets, or the same, is inside of a set.
func containsAny(s sudoku.Cells, byFirst *[sudoku.MaxCells][]sudoku.Cells) bool {
	for c := range s.All() {
		for _, other := range byFirst[c] {
			if other.Minus(s) == (sudoku.Cells{}) {
				return true
			}
		}
	}
	return false
}

// compare orders sets: smaller ones first, those of a size in reading order.
func compare(a, b sudoku.Cells) int {
	if d := a.Len() - b.Len(); d != 0 || a == b {
		return d
	}
	if firstOf(a.Minus(b)) < firstOf(b.Minus(a)) {
		return -1
	}
	return 1
}

// firstOf returns the first cell of a set that is not empty.
func firstOf(s sudoku.Cells) sudoku.Cell {
	for c := range s.All() {
		return c
	}
	return 0
}
