package logic

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Three digits cannot fill the cells that count as a tridagon, however they are tried, and can fill all others of its kind.
func TestTridagonsCannotBeFilled(t *testing.T) {
	impossible := 0
	for choice := range 9 * 6 * 6 * 6 * 6 {
		rectangle, odd := choice%9, false
		choice /= 9
		var cells []sudoku.Cell
		for i := range 4 {
			d := diagonals[choice%6]
			choice /= 6
			odd = odd != d.odd
			band, stack := [][2]int{{0, 1}, {0, 2}, {1, 2}}[rectangle/3][i/2], [][2]int{{0, 1}, {0, 2}, {1, 2}}[rectangle%3][i%2]
			for row, column := range d.columns {
				cells = append(cells, sudoku.Sudoku.Cells()[9*(3*band+row)+3*stack+column])
			}
		}
		var filled [sudoku.MaxCells]sudoku.Digit
		if fills := canBeFilled(cells, &filled); fills == odd {
			t.Errorf("%s: odd %v, but three digits can fill it: %v", sudoku.CellsOf(cells...), odd, fills)
		}
		if odd {
			impossible++
		}
	}
	if impossible != 9*1296/2 {
		t.Errorf("%d patterns", impossible)
	}
}

// canBeFilled tries all ways to fill cells with three digits.
func canBeFilled(cells []sudoku.Cell, filled *[sudoku.MaxCells]sudoku.Digit) bool {
	if len(cells) == 0 {
		return true
	}
next:
	for d := sudoku.Digit(1); d <= 3; d++ {
		for peer := range sudoku.Sudoku.Peers(cells[0]).All() {
			if filled[peer] == d {
				continue next
			}
		}
		filled[cells[0]] = d
		if canBeFilled(cells[1:], filled) {
			filled[cells[0]] = 0
			return true
		}
	}
	filled[cells[0]] = 0
	return false
}
