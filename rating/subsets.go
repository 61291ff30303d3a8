package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// marks are the candidates of all cells, bit d-1 for digit d.
type marks [sudoku.MaxCells]uint16

// solution is, for every cell, the bit number of its digit.
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

// solution returns the digits of a board that is solved.
func (b *board) solution() (s solution) {
	for _, c := range b.geo.cells {
		s[c] = uint8(bits.TrailingZeros16(b.marks[c]))
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
		changed = b.subsetsIn(h, &b.marks, s) || changed
	}
	return changed
}

// subsetsIn removes what the subsets of one house remove, as seen in the marks given.
func (b *board) subsetsIn(h int, seen *marks, s *solution) bool {
	m := b.matchingOf(h, seen, s)
	if !m.cut() {
		return false
	}
	for i := range m.n {
		b.keep(m.line[i], m.places[i])
	}
	return true
}

// matchingOf returns the open cells of a house as the lines, its digits as their places.
func (b *board) matchingOf(h int, seen *marks, s *solution) (m matching) {
	for _, c := range b.geo.houses[h] {
		if !single(seen[c]) {
			m.add(c, seen[c], s[c])
		}
	}
	return m
}
