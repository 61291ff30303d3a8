package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// Tridagon is the key of the pattern that made the first puzzles of depth 3 so hard (Loki, by mith, 2022): a trivalue oddagon,
// also called Thor's hammer.
const Tridagon Technique = "tridagon"

var tridagon = technique{
	key: Tridagon, tier: TierGuessing, all: (*view).tridagons,
	example: "..6...82.5.......4.4.89...5.8...53.9..298........165........94.42.......8.9.5...6",
}

// diagonal is three cells of a box in different rows and columns, or several such, all open or filled with one of three
// digits. Guardians are their candidates that are none of these digits: all of one cell, or of one digit.
type diagonal struct {
	cells     sudoku.Cells
	odd       bool // as a permutation of rows to columns
	guardians Part
}

// diagonals has the columns of the diagonals of a box by row, and whether they are odd.
var diagonals = [...]struct {
	columns [3]int
	odd     bool
}{{[3]int{0, 1, 2}, false}, {[3]int{1, 2, 0}, false}, {[3]int{2, 0, 1}, false}, {[3]int{0, 2, 1}, true}, {[3]int{1, 0, 2}, true}, {[3]int{2, 1, 0}, true}}

// tridagons finds three digits in twelve cells, which they cannot fill: a diagonal in each of four boxes that form a
// rectangle, of which one or three are odd.
//
// In each box the digits would be a permutation of its three rows, and of its three columns. The one by columns follows from
// the one by rows and the diagonal. Two boxes of a band have no digit in the same row, so the permutation from the one to the
// other moves each row: it is a cycle of three, and even. The same holds for the columns of two boxes of a stack. Once
// around the rectangle, the parities of the digits cancel out, and those of the diagonals do not.
//
// So at least one guardian is true, and candidates that all of them rule out are false. The cells need not have all three
// digits, and some may be filled with one of them.
func (v *view) tridagons(yield func(Step) bool) {
	if v.shape != sudoku.Sudoku {
		return
	}
	for a := sudoku.Digit(1); a <= 7; a++ {
		for b := a + 1; b <= 8; b++ {
			for c := b + 1; c <= 9; c++ {
				if !v.tridagonsOf(sudoku.DigitsOf(a, b, c), yield) {
					return
				}
			}
		}
	}
}

func (v *view) tridagonsOf(digits sudoku.Digits, yield func(Step) bool) bool {
	var of [sudoku.MaxSide][]diagonal
	for box := range of {
		of[box] = v.diagonalsIn(box, digits)
	}
	for top := range 6 {
		for lower := top/3*3 + 3; lower < 9; lower += 3 {
			for right := top%3 + 1; right < 3; right++ {
				boxes := [4]int{top, top/3*3 + right, lower + top%3, lower + right}
				if !v.tridagonsIn(&of, boxes, digits, 0, diagonal{}, yield) {
					return false
				}
			}
		}
	}
	return true
}

// diagonalsIn returns the diagonals of a box whose guardians may all rule something out.
func (v *view) diagonalsIn(box int, digits sudoku.Digits) (all []diagonal) {
	cells := v.shape.House(sudoku.House{Kind: sudoku.Box, Index: uint8(box)})
next:
	for _, d := range diagonals {
		found := diagonal{odd: d.odd}
		for row, column := range d.columns {
			c := cells[3*row+column]
			cell := diagonal{cells: sudoku.CellsOf(c)}
			if others := v.Marks[c] &^ digits; others != 0 {
				cell.guardians = Part{cell.cells, others}
			}
			var ok bool
			if found, ok = found.with(cell); !ok || v.Marks[c].With(v.Grid.At(c))&digits == 0 {
				continue next
			}
		}
		all = append(all, found)
	}
	return all
}

// with adds cells. It fails if nothing conflicts with all guardians: if some are in other cells and of other digits.
func (d diagonal) with(more diagonal) (both diagonal, ok bool) {
	both = diagonal{d.cells.Union(more.cells), d.odd != more.odd, d.guardians}
	switch {
	case d.guardians.Digits == 0:
		both.guardians = more.guardians
	case more.guardians.Digits == 0:
	case d.guardians.Digits == more.guardians.Digits && d.guardians.Digits.Len() == 1:
		both.guardians.Cells = d.guardians.Cells.Union(more.guardians.Cells)
	default:
		return both, false
	}
	return both, true
}

// tridagonsIn adds a diagonal of each box that is left.
func (v *view) tridagonsIn(of *[sudoku.MaxSide][]diagonal, boxes [4]int, digits sudoku.Digits, n int, cells diagonal, yield func(Step) bool) bool {
	if n < len(boxes) {
		for _, d := range of[boxes[n]] {
			if more, ok := cells.with(d); ok && !v.tridagonsIn(of, boxes, digits, n+1, more, yield) {
				return false
			}
		}
		return true
	}
	guardians := cells.guardians
	if !cells.odd || guardians.Digits == 0 {
		return true
	}
	step := stepOf([]Part{{cells.cells, digits}, guardians})
	for _, box := range boxes {
		step.Houses = append(step.Houses, sudoku.House{Kind: sudoku.Box, Index: uint8(box)})
	}
	var gone sudoku.Pencilmarks
	if guardians.Digits.Len() == 1 {
		for c := range v.seenByAll(guardians.Cells).All() {
			gone[c] = v.Marks[c] & guardians.Digits
		}
	}
	if guardians.Cells.Len() == 1 {
		for c := range guardians.Cells.All() {
			gone[c] = v.Marks[c] &^ guardians.Digits
		}
	}
	step.Eliminations = listed(gone)
	return yield(step)
}
