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
		if !tooFull(h, b.empty) && b.subsetsIn(h, &b.open, s) {
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
		} else if m := b.open.inHouse(h).matching(&s.at[h]); !m.filter() {
			b.changed &^= 1 << h
		}
	}
	return b.changed != 0
}

// subsetsIn removes what the subsets of one house remove. It finds them in the marks given,
// and reports whether there was any.
func (b *board) subsetsIn(h int, seen *marks, s *solution) bool {
	before := seen.inHouse(h)
	m := before.matching(&s.at[h])
	if !m.filter() {
		return false
	}
	for i := range m.n {
		digit := m.variable[i]
		b.open[digit] = b.open[digit].except(ofHouse(h, before[digit]&^m.domain[i]))
	}
	return true
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
		rows := seen[digit].inRows()
		m := rows.matching(s.columns(digit))
		if !m.filter() {
			continue
		}
		found = true
		for i := range m.n {
			rows[m.variable[i]] &^= m.domain[i]
		}
		b.removeFrom(digit, rows)
	}
	return found
}

// inRows returns in which columns each row has a cell.
func (s cells) inRows() (rows domains) {
	for i := range rows {
		rows[i] = s.inRow(i)
	}
	return rows
}

// columns returns the column where each row has a digit.
func (s *solution) columns(digit int) *[sudoku.MaxSide]uint8 {
	var columns [sudoku.MaxSide]uint8
	for i := range columns {
		columns[i] = s.at[i][digit]
	}
	return &columns
}

// removeFrom removes a digit from the columns given, row by row.
func (b *board) removeFrom(digit int, rows domains) {
	for i, columns := range rows {
		b.open[digit] = b.open[digit].except(ofHouse(i, columns))
	}
}
