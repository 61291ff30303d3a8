package generator

import (
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// exchanges returns the simplest unavoidable sets of a full 9×9 grid, about 80: cells of two
// digits, and cells of two lines of a chute, in which exchanging the two gives another full
// grid. They are found in a few microseconds, and more than half of the clues of a minimal
// puzzle are the only clue of one of them, so that no search is needed to see that they cannot
// go.
func exchanges(full sudoku.Grid) []sudoku.Cells {
	digits := full.ByCell()
	sets := lineExchanges(unavoidable.OfTwoDigits(full), &digits, sudoku.CellAt)
	return lineExchanges(sets, &digits, func(line, place int) sudoku.Cell { return sudoku.CellAt(place, line) })
}

// lineExchanges appends the sets of two lines of a chute: with a cell, the set has the cell of the
// other line in the same place, and the other cell of the same digit.
func lineExchanges(sets []sudoku.Cells, digits *[sudoku.MaxCells]sudoku.Digit, at func(line, place int) sudoku.Cell) []sudoku.Cells {
	for first := range 9 {
		for second := first + 1; second < first/3*3+3; second++ {
			var placeOf [10]int // of each digit in the first line
			for place := range 9 {
				placeOf[digits[at(first, place)]] = place
			}
			var done [9]bool
			for start := range 9 {
				var set sudoku.Cells
				for place := start; !done[place]; place = placeOf[digits[at(second, place)]] {
					done[place] = true
					set = set.With(at(first, place)).With(at(second, place))
				}
				if set != (sudoku.Cells{}) {
					sets = append(sets, set)
				}
			}
		}
	}
	return sets
}
