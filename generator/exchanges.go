package generator

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// exchanges returns the simplest unavoidable sets of a full 9×9 grid, about 80: cells of two
// digits, and cells of two lines of a chute, in which exchanging the two gives another full
// grid. They are found in a few microseconds, and more than half of the clues of a minimal
// puzzle are the only clue of one of them, so that no search is needed to see that they cannot
// go.
func exchanges(full sudoku.Grid) []sudoku.Cells {
	sets := make([]sudoku.Cells, 0, 128)
	digits := full.ByCell()
	sets = digitExchanges(sets, &digits)
	sets = lineExchanges(sets, &digits, sudoku.CellAt)
	return lineExchanges(sets, &digits, func(line, place int) sudoku.Cell { return sudoku.CellAt(place, line) })
}

// digitExchanges appends the sets of two digits: with a cell of one digit, the set has the cells
// of the other in its row, column and box.
func digitExchanges(sets []sudoku.Cells, digits *[sudoku.MaxCells]sudoku.Digit) []sudoku.Cells {
	var cells [9][9]sudoku.Cell               // of each digit, by row
	var inColumn, inBox [9][9]int             // of each digit, its row
	for _, c := range sudoku.Sudoku.Cells() { // in order of rows
		d := digits[c] - 1
		cells[d][c.Row()] = c
		inColumn[d][c.Column()] = c.Row()
		inBox[d][sudoku.Sudoku.Box(c)] = c.Row()
	}
	for a := range 9 {
		for b := range a {
			// A graph of the rows: neighbours have one of the digits and the other in the
			// same column or box.
			var neighbours [9]uint
			for row, c := range cells[a] {
				for _, other := range [2]int{inColumn[b][c.Column()], inBox[b][sudoku.Sudoku.Box(c)]} {
					neighbours[row] |= 1 << other
					neighbours[other] |= 1 << row
				}
			}
			for left := uint(1<<9 - 1); left != 0; {
				rows := connected(&neighbours, left&-left)
				left &^= rows
				var set sudoku.Cells
				for ; rows != 0; rows &= rows - 1 {
					row := bits.TrailingZeros(rows)
					set = set.With(cells[a][row]).With(cells[b][row])
				}
				sets = append(sets, set)
			}
		}
	}
	return sets
}

// connected returns the nodes that can be reached from some.
func connected(neighbours *[9]uint, nodes uint) uint {
	for next := nodes; next != 0; {
		i := bits.TrailingZeros(next)
		next &= next - 1
		next |= neighbours[i] &^ nodes
		nodes |= neighbours[i]
	}
	return nodes
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
