package rating

import "math/bits"

// subsets removes what the naked and hidden subsets of any width remove, and stops at the
// first house that yields a single, which is cheaper to follow. It reports whether
// anything was removed.
func (b *board) subsets(s *solution) bool {
	changed := false
	for b.staleSubsets != 0 && b.waiting == 0 {
		h := bits.TrailingZeros32(b.staleSubsets)
		b.staleSubsets &= b.staleSubsets - 1
		changed = b.subsetsIn(h, &b.marks, s) || changed
	}
	return changed
}

// subsetsIn removes what the subsets of one house remove. It finds them in the marks given,
// and reports whether there was any.
func (b *board) subsetsIn(h int, seen *marks, s *solution) bool {
	m := b.matchingOf(h, seen, s)
	if !m.filter() {
		return false
	}
	for i := range m.n {
		b.keep(m.variable[i], m.domain[i])
	}
	return true
}

// matchingOf returns the open cells of a house as variables, their candidates as domains.
func (b *board) matchingOf(h int, seen *marks, s *solution) (m matching) {
	for _, c := range b.geo.houses[h] {
		if !single(seen[c]) {
			m.add(c, seen[c], s[c])
		}
	}
	return m
}

// fish removes what X-Wings, Swordfish and Jellyfish remove, by rows and by columns, and
// reports whether there was any.
func (b *board) fish(s *solution) bool {
	changed := false
	rows, columns := b.rowsOfDigits(s)
	for digit := range b.geo.side {
		m := rows[digit].matching(&columns[digit])
		if !m.filter() {
			continue
		}
		changed = true
		removed := rows[digit]
		for i := range m.n {
			removed[m.variable[i]] &^= m.domain[i]
		}
		b.removeDigit(digit, removed)
	}
	return changed
}

// rowsOfDigits returns, for every digit, the columns where each open row may have it, and
// the column where the row has it in the solution.
func (b *board) rowsOfDigits(s *solution) (rows [9]domains, columns [9][9]uint8) {
	for _, c := range b.geo.cells {
		digits := b.marks[c]
		if single(digits) {
			continue
		}
		row, column := c/9, c%9
		columns[s[c]][row] = column
		for ; digits != 0; digits &= digits - 1 {
			rows[bits.TrailingZeros16(digits)][row] |= 1 << column
		}
	}
	return rows, columns
}

// removeDigit removes a digit from the columns given, row by row.
func (b *board) removeDigit(digit int, removed domains) {
	for row, columns := range removed {
		for ; columns != 0; columns &= columns - 1 {
			b.keep(uint8(9*row+bits.TrailingZeros16(columns)), ^(1 << digit))
		}
	}
}
