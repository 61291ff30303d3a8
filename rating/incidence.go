package rating

import "math/bits"

// incidence is which places nine lines may take: the digits of the cells of a house, the
// cells of its digits, the columns of a digit's rows, the rows of its columns. A line that
// is done has no place.
type incidence [9]uint16

// setsOf lists the sets of w lines among nine.
var setsOf = func() (sets [5][]uint16) {
	for set := range uint16(1 << 9) {
		if w := bits.OnesCount16(set); w < len(sets) {
			sets[w] = append(sets[w], set)
		}
	}
	return sets
}()

// narrow finds the sets of w lines that have w places between them. It returns how many of
// them take places from other lines, and what each line loses by all of them.
func (in incidence) narrow(w int) (n int, gone incidence) {
	var few uint16 // lines that can be in such a set
	for i, places := range in {
		if places != 0 && bits.OnesCount16(places) <= w {
			few |= 1 << i
		}
	}
	for _, set := range setsOf[w] {
		if set&^few != 0 {
			continue
		}
		var places uint16
		for rest := set; rest != 0; rest &= rest - 1 {
			places |= in[bits.TrailingZeros16(rest)]
		}
		if bits.OnesCount16(places) == w && in.take(set, places, &gone) {
			n++
		}
	}
	return n, gone
}

// take adds to gone what the lines outside of a set lose when the set has these places. It
// reports whether they lose any.
func (in incidence) take(set, places uint16, gone *incidence) bool {
	found := false
	for i, line := range in {
		if set>>i&1 == 0 && line&places != 0 {
			gone[i] |= line & places
			found = true
		}
	}
	return found
}

// transposed returns the lines of each place.
func (in incidence) transposed() (t incidence) {
	for i, places := range in {
		for ; places != 0; places &= places - 1 {
			t[bits.TrailingZeros16(places)] |= 1 << i
		}
	}
	return t
}

// matching returns the open lines, given the place of each in the solution.
func (in incidence) matching(at *[9]uint8) (m matching) {
	for i, places := range in {
		if places != 0 {
			m.add(uint8(i), places, at[i])
		}
	}
	return m
}
