package rating

import "math/bits"

// locked removes what pointing and claiming remove. It finds them in the marks given, and
// reports whether there was any.
func (b *board) locked(seen *marks) bool {
	changed := false
	for _, chute := range b.geo.chutes {
		digits := chute.digits(seen)
		points, claims := digits.pointing(), digits.claiming()
		removed := points.elsewhereInLine().or(claims.elsewhereInBox())
		changed = b.removeDigits(chute, removed.and(digits)) || changed
	}
	return changed
}

// removeDigits removes digits from the cells of each intersection, and reports whether
// there are any to remove.
func (b *board) removeDigits(chute chuteCells, removed intersections) bool {
	if removed == (intersections{}) {
		return false
	}
	for i, line := range chute {
		for j, cells := range line {
			for _, c := range cells {
				b.keep(c, ^removed[i][j])
			}
		}
	}
	return true
}

// intersections holds a set of digits for each intersection of line i and box j of a chute.
// Shidoku uses a corner of it.
type intersections [3][3]uint16

// digits returns the candidates of each intersection, together.
func (chute chuteCells) digits(seen *marks) (t intersections) {
	for i, line := range chute {
		for j, cells := range line {
			for _, c := range cells {
				t[i][j] |= seen[c]
			}
		}
	}
	return t
}

// pointing returns the digits that the box has in this line only: they are removed from the
// rest of the line.
func (t intersections) pointing() intersections { return t.minus(t.elsewhereInBox()) }

// claiming returns the digits that the line has in this box only: they are removed from the
// rest of the box.
func (t intersections) claiming() intersections { return t.minus(t.elsewhereInLine()) }

// elsewhereInLine returns for each intersection what the others of its line hold.
func (t intersections) elsewhereInLine() (u intersections) {
	for i := range t {
		a, b, c := t[i][0], t[i][1], t[i][2]
		u[i] = [3]uint16{b | c, a | c, a | b}
	}
	return u
}

// elsewhereInBox returns for each intersection what the others of its box hold.
func (t intersections) elsewhereInBox() (u intersections) {
	for j := range t {
		a, b, c := t[0][j], t[1][j], t[2][j]
		u[0][j], u[1][j], u[2][j] = b|c, a|c, a|b
	}
	return u
}

func (t intersections) and(u intersections) intersections {
	for i := range t {
		for j := range t {
			t[i][j] &= u[i][j]
		}
	}
	return t
}

func (t intersections) or(u intersections) intersections {
	for i := range t {
		for j := range t {
			t[i][j] |= u[i][j]
		}
	}
	return t
}

func (t intersections) len() (n int) {
	for _, line := range t {
		for _, digits := range line {
			n += bits.OnesCount16(digits)
		}
	}
	return n
}

func (t intersections) minus(u intersections) intersections {
	for i := range t {
		for j := range t {
			t[i][j] &^= u[i][j]
		}
	}
	return t
}
