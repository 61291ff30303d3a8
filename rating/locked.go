package rating

import "math/bits"

// locked removes what pointing and claiming remove, as seen in the marks given, and reports
// whether there was any.
func (b *board) locked(seen *marks) bool {
	changed := false
	for _, parts := range b.geo.chutes {
		digits := parts.digits(seen)
		points, claims := digits.pointing(), digits.claiming()
		gone := points.elsewhereInLine().or(claims.elsewhereInBox())
		changed = b.removeParts(parts, gone.and(digits)) || changed
	}
	return changed
}

// removeParts removes candidates from all cells of each part, and reports whether there are any.
func (b *board) removeParts(parts chute, gone table) bool {
	if gone == (table{}) {
		return false
	}
	for i, line := range parts {
		for j, part := range line {
			for _, c := range part {
				b.keep(c, ^gone[i][j])
			}
		}
	}
	return true
}

// table holds a set of digits for each part of a chute, line i and box j. Shidoku uses a
// corner of it.
type table [3][3]uint16

// digits returns the digits that each part can hold.
func (parts chute) digits(seen *marks) (t table) {
	for i, line := range parts {
		for j, part := range line {
			for _, c := range part {
				t[i][j] |= seen[c]
			}
		}
	}
	return t
}

// pointing returns the digits that a box has in this line only: they go from the rest of the line.
func (t table) pointing() table { return t.minus(t.elsewhereInBox()) }

// claiming returns the digits that a line has in this box only: they go from the rest of the box.
func (t table) claiming() table { return t.minus(t.elsewhereInLine()) }

// elsewhereInLine returns for each part what the other parts of its line hold.
func (t table) elsewhereInLine() (u table) {
	for i := range t {
		a, b, c := t[i][0], t[i][1], t[i][2]
		u[i] = [3]uint16{b | c, a | c, a | b}
	}
	return u
}

// elsewhereInBox returns for each part what the other parts of its box hold.
func (t table) elsewhereInBox() (u table) {
	for j := range t {
		a, b, c := t[0][j], t[1][j], t[2][j]
		u[0][j], u[1][j], u[2][j] = b|c, a|c, a|b
	}
	return u
}

func (t table) and(u table) table {
	for i := range t {
		for j := range t {
			t[i][j] &= u[i][j]
		}
	}
	return t
}

func (t table) or(u table) table {
	for i := range t {
		for j := range t {
			t[i][j] |= u[i][j]
		}
	}
	return t
}

func (t table) len() (n int) {
	for _, line := range t {
		for _, digits := range line {
			n += bits.OnesCount16(digits)
		}
	}
	return n
}

func (t table) minus(u table) table {
	for i := range t {
		for j := range t {
			t[i][j] &^= u[i][j]
		}
	}
	return t
}
