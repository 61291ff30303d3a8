package rating

import "math/bits"

// Naked subsets, hidden subsets and fish are one theorem. Variables (the cells of a house;
// the rows of one digit) have to be matched with values (the digits of the house; the
// columns) one to one, and w variables that have w values between them keep those values to
// themselves. P. Hall, "On Representatives of Subsets", Journal of the London Mathematical
// Society, 1935.
//
// All such sets of every width can be found at once when one matching is known, and the
// puzzle's solution is one: draw an arrow from variable to variable wherever the first may
// take the value that the second has in the solution. A variable has a value in some other
// matching if and only if the arrow for it lies on a cycle, so the values that stay are
// those within a strongly connected component; a set of variables that no arrow leaves is
// one of Hall's sets. J.-C. Régin, "A filtering algorithm for constraints of difference in
// CSPs", AAAI 1994, from whom the words are too.
//
// With nine variables, subsets and fish of up to four and their complements are all there
// are: a naked subset of w cells among n is a hidden one of n-w, and a fish by w rows is one
// by n-w columns.

// matching is the open cells of a house with its digits, or the open rows of a digit with
// its columns. The first n of each array are used.
type matching struct {
	n        int
	variable [room]uint8  // which cell, or which row
	domain   [room]uint16 // the values it may take
	value    [room]uint8  // the value it has in the solution
}

// room is more than nine: an index and last needs no check of its bounds.
const (
	room = 16
	last = room - 1
)

// add adds a variable, unless its domain is empty. Which are cannot be predicted, so there is no
// branch: the next one takes the place of one whose domain is.
func (m *matching) add(variable uint8, domain uint16, value uint8) {
	at := m.n & last
	m.variable[at], m.domain[at], m.value[at] = variable, domain, value
	m.n += int((uint32(domain) + 1<<16 - 1) >> 16)
}

// Seven domains of nine bits fill a word.
const (
	perWord = 7
	each    = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54 // bit 0 of every domain
	full    = 1<<9 - 1
)

// filter removes from every domain the values that the variable has in no matching, and
// reports whether there were any.
func (m *matching) filter() bool {
	low, high := m.pack()
	low, high = m.closure(low, high)
	if m.connected(low, high) {
		return false // the usual case
	}
	var reached, value [room]uint16
	for i := range m.n {
		reached[i&last], value[i&last] = uint16(unpack(low, high, i)), 1<<m.value[i&last]
	}
	removed := uint16(0)
	for i := range m.n {
		component := componentOf(i, m.n, &reached, &value)
		removed |= m.domain[i&last] &^ component
		m.domain[i&last] &= component
	}
	return removed != 0
}

// componentOf returns the values of those of n variables from which the same can be reached as
// from variable i.
func componentOf(i, n int, reached, value *[room]uint16) (values uint16) {
	for j := range n {
		differ := uint32(reached[i&last] ^ reached[j&last])
		values |= value[j&last] & uint16(int32(differ-1)>>31) // all bits if they do not differ: no branch
	}
	return values
}

// connected reports whether the same values can be reached from all variables.
func (m *matching) connected(low, high uint64) bool {
	first := low & full
	inLow, inHigh := min(m.n, perWord), max(m.n-perWord, 0)
	return low == first*(each&(1<<(9*inLow)-1)) && high == first*(each&(1<<(9*inHigh)-1))
}

// pack puts the domains side by side.
func (m *matching) pack() (low, high uint64) {
	for i := range perWord {
		low |= uint64(m.domain[i]) << (9 * i)
	}
	for i := perWord; i < m.n; i++ {
		high |= uint64(m.domain[i]) << (9 * (i - perWord))
	}
	return low, high
}

// unpack returns number i of those side by side.
func unpack(low, high uint64, i int) uint64 {
	if i < perWord {
		return low >> (9 * i) & full
	}
	return high >> (9 * (i - perWord)) & full
}

// closure follows the arrows to their end: it returns, for each variable, the values of all
// variables that can be reached from it (S. Warshall, "A Theorem on Boolean Matrices",
// Journal of the ACM, 1962; here the paths through variable i are added to all at once). It
// goes through those that are not used too, whose domains are empty: a fixed number is quicker.
func (m *matching) closure(low, high uint64) (uint64, uint64) {
	if m.n <= perWord {
		for i := range perWord {
			beyond := low >> (9 * i) & full * each
			low |= low >> m.value[i] & each * full & beyond
		}
		return low, 0
	}
	for i := range m.n {
		beyond := unpack(low, high, i) * each
		low |= low >> m.value[i] & each * full & beyond
		high |= high >> m.value[i] & each * full & beyond
	}
	return low, high
}

// domains is which values nine variables may take: the digits of the cells of a house, the
// cells of its digits, the columns of a digit's rows, the rows of its columns. A variable
// whose value is known has an empty domain.
type domains [9]uint16

// setsOf lists the sets of w lines among nine.
var setsOf = func() (sets [5][]uint16) {
	for set := range uint16(1 << 9) {
		if w := bits.OnesCount16(set); w < len(sets) {
			sets[w] = append(sets[w], set)
		}
	}
	return sets
}()

// findSubsets finds the sets of w variables that have w values between them. It returns how
// many of them remove values from other variables, and what all of them remove.
func (d domains) findSubsets(w int) (n int, removed domains) {
	var few uint16 // variables that can be in such a set
	for i, domain := range d {
		if domain != 0 && bits.OnesCount16(domain) <= w {
			few |= 1 << i
		}
	}
	if bits.OnesCount16(few) < w {
		return 0, removed
	}
	for _, set := range setsOf[w] {
		if set&^few != 0 {
			continue
		}
		var values uint16
		for rest := set; rest != 0; rest &= rest - 1 {
			values |= d[bits.TrailingZeros16(rest)]
		}
		if bits.OnesCount16(values) == w && d.exclude(set, values, &removed) {
			n++
		}
	}
	return n, removed
}

// exclude adds to removed what the variables outside of a set lose when the set has these
// values. It reports whether they lose any.
func (d domains) exclude(set, values uint16, removed *domains) bool {
	found := false
	for i, domain := range d {
		if set>>i&1 == 0 && domain&values != 0 {
			removed[i] |= domain & values
			found = true
		}
	}
	return found
}

// transposed makes variables of the values: it returns which variables may take each value.
func (d domains) transposed() (t domains) {
	for i, domain := range d {
		for ; domain != 0; domain &= domain - 1 {
			t[bits.TrailingZeros16(domain)] |= 1 << i
		}
	}
	return t
}

// matching returns the open variables, given the value of each in the solution.
func (d domains) matching(solution *[9]uint8) (m matching) {
	for i, domain := range d {
		m.add(uint8(i), domain, solution[i])
	}
	return m
}
