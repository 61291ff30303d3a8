package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// subsets makes the eliminations of the naked and hidden subsets of any width. It stops at the
// first house with any: a single may follow, which is cheaper. It reports
// whether anything was removed.
func (st *state) subsets(s *solution) bool {
	for st.findChanged(); st.changed != 0; {
		h := bits.TrailingZeros32(st.changed)
		st.changed &= st.changed - 1
		if !tooFull(h, st.empty) && st.removeSubsets(h, &st.open, s) {
			return true
		}
	}
	return false
}

// findChanged brings changed up to date.
func (st *state) findChanged() {
	var changed cells
	for i := range st.open {
		changed = changed.or(st.open[i].xor(st.settled[i]))
	}
	st.changed |= changed.houses()
	st.settled = st.open
}

// findSubsets finds the houses in which subsets remove something, and reports whether there are
// any. Only they are left in changed.
func (st *state) findSubsets(s *solution) bool {
	st.findChanged()
	for rest := st.changed; rest != 0; rest &= rest - 1 {
		h := bits.TrailingZeros32(rest)
		if tooFull(h, st.empty) {
			st.changed &^= 1 << h
		} else if _, found := st.open.subsetsIn(h, s); !found {
			st.changed &^= 1 << h
		}
	}
	return st.changed != 0
}

// subsetsIn returns the candidates that subsets remove from a house, and whether there are any.
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

// removeSubsets makes the eliminations of the subsets of one house. It finds them in the marks given,
// and reports whether there were any.
func (st *state) removeSubsets(h int, seen *marks, s *solution) bool {
	removed, found := seen.subsetsIn(h, s)
	if found {
		st.open.removeIn(h, &removed, s)
	}
	return found
}

// removeIn removes the candidates of a matching from a house.
func (m *marks) removeIn(h int, removed *matching, s *solution) {
	for digit, place := range s.at[h] {
		m[digit] = m[digit].except(ofHouse(h, removed.at(place)))
	}
}

// tooFull reports whether a house has too few empty cells for a subset once singles are placed: the rest of
// a subset is a subset too, and one cell or one digit alone would be a single.
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

// fish makes the eliminations of X-Wings, Swordfish and Jellyfish of some digits, by rows and by columns.
// It finds them in the marks given, and reports whether there were any.
func (st *state) fish(seen *marks, s *solution, digits uint16) (found bool) {
	for ; digits != 0; digits &= digits - 1 {
		digit := bits.TrailingZeros16(digits)
		if removed, some := seen[digit].fish(digit, s); some {
			st.open[digit] = st.open[digit].except(removed)
			found = true
		}
	}
	return found
}

// fish returns the eliminations of the fish of a digit that can go into these cells.
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
func (st *state) removeFrom(digit int, rows domains) {
	for i, columns := range rows {
		st.open[digit] = st.open[digit].except(ofHouse(i, columns))
	}
}
