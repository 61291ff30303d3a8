package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// solution is the place of each cell's digit in a mask, cell by cell.
type solution [sudoku.MaxCells]uint8

func solutionOf(solved sudoku.Grid) solution {
	var s solution
	for c, d := range solved.ByCell() {
		if d != 0 {
			s[c] = uint8(d - 1)
		}
	}
	return s
}

// subsets removes what the naked and hidden subsets of any width remove, and stops at the
// first house that yields a single, which is cheaper to follow. It reports whether
// anything was removed.
func (b *board) subsets(s *solution) bool {
	changed := false
	for b.unsubset != 0 && b.waiting == 0 {
		h := bits.TrailingZeros32(b.unsubset)
		b.unsubset &= b.unsubset - 1
		changed = b.subsetsIn(b.geo.houses[h], s) || changed
	}
	return changed
}

func (b *board) subsetsIn(house []uint8, s *solution) bool {
	var m matching
	var cells [9]uint8
	for _, c := range house {
		if marks := b.marks[c]; marks&(marks-1) != 0 {
			cells[m.n] = c
			m.add(marks, s[c])
		}
	}
	if !m.cut() {
		return false
	}
	for i := range m.n {
		b.keep(cells[i], m.lines[i])
	}
	return true
}
