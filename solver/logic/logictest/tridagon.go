package logictest

import (
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// permutations are the diagonals of a box: the columns of three cells, one in each row.
var permutations = [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// twelve returns the cells of a diagonal in each of the four boxes where two bands meet two stacks.
func twelve(bands, stacks [2]int, diagonals [4][3]int) (cells []sudoku.Cell) {
	for i, columns := range diagonals {
		for row, column := range columns {
			cells = append(cells, sudoku.Sudoku.Cells()[9*(3*bands[i/2]+row)+3*stacks[i%2]+column])
		}
	}
	return cells
}

// fillable reports whether three digits can fill some cells, by trying all ways.
func fillable(cells []sudoku.Cell) bool {
	var choices [][]sudoku.Candidate
	for _, c := range cells {
		choices = append(choices, []sudoku.Candidate{{Cell: c, Digit: 1}, {Cell: c, Digit: 2}, {Cell: c, Digit: 3}})
	}
	return canFill(sudoku.Sudoku, choices, nil)
}

// rectanglesOfBoxes yields all choices of twelve cells.
func rectanglesOfBoxes(yield func(cells []sudoku.Cell) bool) {
	for _, bands := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		for _, stacks := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			for choice := range 6 * 6 * 6 * 6 {
				var diagonals [4][3]int
				for i := range diagonals {
					diagonals[i], choice = permutations[choice%6], choice/6
				}
				if !yield(twelve(bands, stacks, diagonals)) {
					return
				}
			}
		}
	}
}

// unfillable are those that three digits cannot fill.
var unfillable = sync.OnceValue(func() (all [][]sudoku.Cell) {
	for cells := range rectanglesOfBoxes {
		if !fillable(cells) {
			all = append(all, cells)
		}
	}
	return all
})

// tridagons: three digits cannot fill twelve cells, each of which is filled with one of them or has one as a candidate. So one
// of the other candidates there is true, and what conflicts with each of these is false.
func (p *Plain) tridagons() (gone sudoku.Pencilmarks) {
	if p.shape != sudoku.Sudoku {
		return gone
	}
	for three := range combinations(9, 3) {
		digits := sudoku.Digits(three)
	next:
		for _, cells := range unfillable() {
			var guardians []sudoku.Candidate
			for _, c := range cells {
				if (p.marks[c].With(p.grid.At(c)))&digits == 0 {
					continue next
				}
			}
			for _, c := range cells {
				for d := range (p.marks[c] &^ digits).All() {
					guardians = append(guardians, sudoku.Candidate{Cell: c, Digit: d})
				}
			}
			if len(guardians) > 0 {
				p.allConflict(&gone, guardians)
			}
		}
	}
	return gone
}

// allConflict notes the candidates that conflict with each of some others.
func (p *Plain) allConflict(gone *sudoku.Pencilmarks, others []sudoku.Candidate) {
	for _, c := range p.shape.Cells() {
	next:
		for d := range p.marks[c].All() {
			for _, g := range others {
				sameCell := g.Cell == c && g.Digit != d
				sameDigit := g.Digit == d && p.shape.Peers(c).Has(g.Cell)
				if !sameCell && !sameDigit {
					continue next
				}
			}
			gone[c] = gone[c].With(d)
		}
	}
}
