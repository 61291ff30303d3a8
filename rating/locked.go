package rating

// locked removes what pointing and claiming remove, and reports whether there was any.
// No house may be waiting for subsets: those that wait afterwards tell.
func (b *board) locked() bool {
	for i := range b.geo.chutes {
		b.lockedIn(b.geo.chutes[i])
	}
	return b.unsubset != 0
}

// lockedIn looks at a chute as a small table of the digits in each part, lines by boxes.
// Pointing: a digit that a box has in one line only goes from that line's other parts.
// Claiming: a digit that a line has in one box only goes from that box's other parts.
func (b *board) lockedIn(parts chute) {
	var digits, pointing, claiming [3][3]uint16
	for i, line := range parts {
		for j, part := range line {
			for _, c := range part {
				digits[i][j] |= b.marks[c]
			}
		}
	}
	for i := range 3 {
		k, l := (i+1)%3, (i+2)%3
		for j := range 3 {
			m, n := (j+1)%3, (j+2)%3
			pointing[i][j] = digits[i][j] &^ (digits[k][j] | digits[l][j])
			claiming[i][j] = digits[i][j] &^ (digits[i][m] | digits[i][n])
		}
	}
	for i, line := range parts {
		k, l := (i+1)%3, (i+2)%3
		for j, part := range line {
			m, n := (j+1)%3, (j+2)%3
			gone := pointing[i][m] | pointing[i][n] | claiming[k][j] | claiming[l][j]
			if gone&digits[i][j] == 0 {
				continue
			}
			for _, c := range part {
				b.keep(c, ^gone)
			}
		}
	}
}
