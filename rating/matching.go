package rating

import "math/bits"

// Naked subsets, hidden subsets and fish are one theorem. Lines (the cells of a house; the
// rows of one digit) have to be matched with places (the digits of the house; the columns)
// one to one, and w lines that have w places between them keep those places to themselves.
// P. Hall, "On Representatives of Subsets", Journal of the London Mathematical Society, 1935.
//
// All such sets of every width can be had at once when one matching is known, and the
// puzzle's solution is one: draw an arrow from line to line wherever the first may take
// the place that the second has in the solution. An entry is in some other matching if and
// only if its arrow lies on a cycle, so what survives is what stays within a strongly
// connected component; a set of lines that no arrow leaves is one of Hall's sets.
// J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994.
//
// With nine lines, subsets and fish of up to four and their complements are all there are:
// a naked subset of w cells among n is a hidden one of n-w, fish by w rows one by n-w columns.

// matching is the open lines of a house or of a digit.
type matching struct {
	n      int
	line   [9]uint8  // which line
	places [9]uint16 // the places it may take
	place  [9]uint8  // the place it has in the solution
}

func (m *matching) add(line uint8, places uint16, place uint8) {
	m.line[m.n], m.places[m.n], m.place[m.n] = line, places, place
	m.n++
}

// Seven lines of nine bits fill a word.
const (
	perWord = 7
	each    = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54 // bit 0 of every line
	full    = 1<<9 - 1
)

// cut removes from every line the places that it has in no matching, and reports whether
// there were any.
func (m *matching) cut() bool {
	low, high := m.pack()
	low, high = m.reach(low, high)
	if m.connected(low, high) {
		return false // the usual case
	}
	removed := false
	for i := range m.n {
		component := m.component(low, high, i)
		removed = removed || m.places[i]&^component != 0
		m.places[i] &= component
	}
	return removed
}

// connected reports whether all lines reach the same.
func (m *matching) connected(low, high uint64) bool {
	first := low & full
	inLow, inHigh := min(m.n, perWord), max(m.n-perWord, 0)
	return low == first*(each&(1<<(9*inLow)-1)) && high == first*(each&(1<<(9*inHigh)-1))
}

// component returns the places of the lines that reach the same as line i.
func (m *matching) component(low, high uint64, i int) (places uint16) {
	for j := range m.n {
		if unpack(low, high, j) == unpack(low, high, i) {
			places |= 1 << m.place[j]
		}
	}
	return places
}

// pack puts the lines side by side.
func (m *matching) pack() (low, high uint64) {
	for i := range min(m.n, perWord) {
		low |= uint64(m.places[i]) << (9 * i)
	}
	for i := perWord; i < m.n; i++ {
		high |= uint64(m.places[i]) << (9 * (i - perWord))
	}
	return low, high
}

// unpack returns line i of those side by side.
func unpack(low, high uint64, i int) uint64 {
	if i < perWord {
		return low >> (9 * i) & full
	}
	return high >> (9 * (i - perWord)) & full
}

// reach follows the arrows to their end: it returns, for each line, the places of all lines
// that can be reached from it (S. Warshall, "A Theorem on Boolean Matrices", Journal of the
// ACM, 1962; here the paths through line i are added to all lines at once).
func (m *matching) reach(low, high uint64) (uint64, uint64) {
	if m.n <= perWord {
		for i := range m.n {
			beyond := low >> (9 * i) & full * each
			low |= low >> m.place[i] & each * full & beyond
		}
		return low, 0
	}
	for i := range m.n {
		beyond := unpack(low, high, i) * each
		low |= low >> m.place[i] & each * full & beyond
		high |= high >> m.place[i] & each * full & beyond
	}
	return low, high
}

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
