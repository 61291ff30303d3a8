package generator

import (
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// exchanges returns the simplest unavoidable sets of a full grid, about 80 of 9×9: cells of two
// digits, and cells of two lines of a chute, in which exchanging the two gives another full
// grid. They are found in a few microseconds, and more than half of the clues of a minimal
// puzzle are the only clue of one of them, so that no search is needed to see that they cannot
// go.
func exchanges(full sudoku.Grid) []sudoku.Cells {
	sets := lineExchanges(unavoidable.OfTwoDigits(full), full, sudoku.Row, full.Shape().BoxHeight())
	return lineExchanges(sets, full, sudoku.Column, full.Shape().BoxWidth())
}

// lineExchanges appends the sets of two lines of a chute: with a cell, the set has the cell of the
// other line in the same place, and the other cell of the same digit. chute is its number of lines.
func lineExchanges(sets []sudoku.Cells, full sudoku.Grid, kind sudoku.HouseKind, chute int) []sudoku.Cells {
	digits, side := full.ByCell(), full.Shape().Side()
	for i := range side {
		first := full.Shape().House(sudoku.House{Kind: kind, Index: uint8(i)})
		for j := i + 1; j%chute != 0; j++ {
			second := full.Shape().House(sudoku.House{Kind: kind, Index: uint8(j)})
			var placeOf [sudoku.MaxSide + 1]int // of each digit in the first line
			for place, c := range first {
				placeOf[digits[c]] = place
			}
			var done [sudoku.MaxSide]bool
			for start := range side {
				var set sudoku.Cells
				for place := start; !done[place]; place = placeOf[digits[second[place]]] {
					done[place] = true
					set = set.With(first[place]).With(second[place])
				}
				if set != (sudoku.Cells{}) {
					sets = append(sets, set)
				}
			}
		}
	}
	return sets
}
