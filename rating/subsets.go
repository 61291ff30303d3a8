package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// subsets removes what the naked and hidden subsets of any width remove, and stops at the
// first house in which they remove anything: a single may follow, which is cheaper. It reports
// whether anything was removed.
func (b *board) subsets(s *solution) bool {
	for b.findChanged(); b.changed != 0; {
		h := bits.TrailingZeros32(b.changed)
		b.changed &= b.changed - 1
		if !tooFull(h, b.empty) && b.removeSubsets(h, &b.open, s) {
			return true
		}
	}
	return false
}

// findChanged brings changed up to date.
func (b *board) findChanged() {
	var changed cells
	for i := range b.open {
		changed = changed.or(b.open[i].xor(b.settled[i]))
	}
	b.changed |= changed.houses()
	b.settled = b.open
}

// findSubsets finds the houses in which subsets remove something, and reports whether there are
// any. Only they are left in changed.
func (b *board) findSubsets(s *solution) bool {
	b.findChanged()
	for rest := b.changed; rest != 0; rest &= rest - 1 {
		h := bits.TrailingZeros32(rest)
		if tooFull(h, b.empty) {
			b.changed &^= 1 << h
		} else if _, found := b.open.subsetsIn(h, s); !found {
			b.changed &^= 1 << h
		}
	}
	return b.changed != 0
}

// subsetsIn returns what subsets remove from a house, and whether it is anything.
func (m *marks) subsetsIn(h int, s *solution) (matching, bool) {
	var d matching
	places, i := &s.at[h], h%9
	switch h / 9 {
	case 0:
		for digit := range m {
			d.add(m[digit].inRow(i), places[digit])
		}
	case 1:
		for digit := range m {
			d.add(m[digit].inColumn(i), places[digit])
		}
	default:
		for digit := range m {
			d.add(m[digit].inBox(i), places[digit])
		}
	}
	return d.excess()
}

// removeSubsets removes what the subsets of one house remove. It finds them in the marks given,
// and reports whether there was any.
func (b *board) removeSubsets(h int, seen *marks, s *solution) bool {
	removed, found := seen.subsetsIn(h, s)
	if found {
		b.open.removeIn(h, &removed, s)
	}
	return found
}

// removeIn removes what subsets remove from a house.
func (m *marks) removeIn(h int, removed *matching, s *solution) {
	for digit, place := range s.at[h] {
		m[digit] = m[digit].except(ofHouse(h, removed.at(place)))
	}
}

// tooFull reports whether a house has too few empty cells for a subset once singles are placed: what
// a subset leaves is a subset too, and one cell or one digit alone would be a single.
func tooFull(h int, empty cells) bool { return empty.and(houseAll[h]).len() < 4 }

// inHouse returns, for each digit, where a house may have it.
func (m *marks) inHouse(h int) (d domains) {
	switch i := h % 9; h / 9 {
	case 0:
		for digit := range m {
			d[digit] = m[digit].inRow(i)
		}
	case 1:
		for digit := range m {
			d[digit] = m[digit].inColumn(i)
		}
	default:
		for digit := range m {
			d[digit] = m[digit].inBox(i)
		}
	}
	return d
}

// allDigits is the digits, as fish and locked candidates take them.
const allDigits = 1<<sudoku.MaxSide - 1

// fish removes what X-Wings, Swordfish and Jellyfish of some digits remove, by rows and by columns.
// It finds them in the marks given, and reports whether there was any.
func (b *board) fish(seen *marks, s *solution, digits uint16) (found bool) {
	for ; digits != 0; digits &= digits - 1 {
		digit := bits.TrailingZeros16(digits)
		if removed, some := seen[digit].fish(digit, s); some {
			b.open[digit] = b.open[digit].except(removed)
			found = true
		}
	}
	return found
}

// fish returns what fish remove of a digit that can go into these cells.
func (s cells) fish(digit int, solution *solution) (removed cells, found bool) {
	var m matching
	for row := range 9 {
		m.add(s.inRow(row), solution.at[row][digit])
	}
	if m, found = m.excess(); found {
		for row := range 9 {
			removed = removed.or(ofHouse(row, m.at(solution.at[row][digit])))
		}
	}
	return removed, found
}

// inRows returns in which columns each row has a cell.
func (s cells) inRows() (rows domains) {
	for i := range rows {
		rows[i] = s.inRow(i)
	}
	return rows
}

// removeFrom removes a digit from the columns given, row by row.
func (b *board) removeFrom(digit int, rows domains) {
	for i, columns := range rows {
		b.open[digit] = b.open[digit].except(ofHouse(i, columns))
	}
}
