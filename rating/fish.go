package rating

import "math/bits"

// fish removes what X-Wings, Swordfish and Jellyfish remove, by rows and by columns, and
// reports whether there was any. The lines of the matching are the rows of a digit.
func (b *board) fish(s *solution) bool {
	var rows [9][9]uint16 // per digit and row, the columns where it may go
	var at [9][9]uint8    // per digit and row, its column in the solution
	for _, c := range b.geo.cells {
		marks := b.marks[c]
		if marks&(marks-1) == 0 {
			continue
		}
		row, column := c/9, c%9
		at[s[c]][row] = column
		for ; marks != 0; marks &= marks - 1 {
			rows[bits.TrailingZeros16(marks)][row] |= 1 << column
		}
	}
	changed := false
	for digit := range b.geo.side {
		changed = b.fishOf(digit, &rows[digit], &at[digit]) || changed
	}
	return changed
}

func (b *board) fishOf(digit int, columns *[9]uint16, at *[9]uint8) bool {
	var m matching
	var rows [9]uint8
	for row := range b.geo.side {
		if columns[row] != 0 {
			rows[m.n] = uint8(row)
			m.add(columns[row], at[row])
		}
	}
	if !m.cut() {
		return false
	}
	for i := range m.n {
		row := rows[i]
		for gone := columns[row] &^ m.lines[i]; gone != 0; gone &= gone - 1 {
			b.keep(9*row+uint8(bits.TrailingZeros16(gone)), ^(1 << digit))
		}
	}
	return true
}
