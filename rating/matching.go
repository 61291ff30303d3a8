package rating

import "math/bits"

// Naked subsets, hidden subsets and fish are one theorem. Variables (the cells of a house;
// the rows of one digit) have to be matched with values (the digits of the house; the
// columns) one to one. So w variables that have w values between them keep those values to
// themselves. P. Hall, "On Representatives of Subsets", Journal of the London Mathematical
// Society, 1935.
//
// All such sets of every width can be found at once when one matching is known, and the
// puzzle's solution is one. Draw an arrow from a variable to another if the first may take the
// value that the second has in the solution. A variable has a value in some other matching
// if and only if its arrow lies on a cycle. So the values that stay are the arrows within a
// strongly connected component, and a set of variables that no arrow leaves is one of Hall's
// sets. J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994,
// from whom the words are too.
//
// With nine variables, subsets and fish of up to four and their complements are all there
// are. A naked subset of w cells among n is a hidden one of n-w, and a fish by w rows is one
// by n-w columns.

// matching is the domains of up to nine variables, nine bits each. The place of a variable is that of the
// value that it has in the solution, seven of them in low and two in high.
type matching struct {
	low, high uint64
	values    uint16 // that some variable may take
}

const (
	inLow  = 7
	each   = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54 // bit 0 of every domain in low
	eachOf = 1 | 1<<9                                         // and in high
	full   = 1<<9 - 1

	// spread, times seven bits one beside the other, has one of them in every domain. Times one bit of
	// every domain, it has them beside each other from bit 48 on.
	spread = 1 | 1<<8 | 1<<16 | 1<<24 | 1<<32 | 1<<40 | 1<<48
)

// add adds a variable at its place, a multiple of nine. A shift by 64 or more leaves nothing, and so does
// one by less than 0, which is a large number.
func (m *matching) add(domain uint16, place uint8) {
	m.low |= uint64(domain) << place
	m.high |= uint64(domain) << (uint64(place) - 9*inLow)
	m.values |= domain
}

// at returns the domain of the variable at a place.
func (m *matching) at(place uint8) uint16 {
	return uint16((m.low>>place | m.high>>(uint64(place)-9*inLow)) & full)
}

// excess returns the values that the variables have in no matching, and whether there are any.
func (m matching) excess() (matching, bool) {
	m.low &= 1<<(9*inLow) - 1
	reached := m.closure()
	if reached.connected() {
		return m, false // the usual case
	}
	reaching := reached.transposed()
	m.low &^= reaching.low
	m.high &^= reaching.high
	return m, m.low|m.high != 0
}

// closure follows the arrows to their end: it returns, for each variable, the values of all
// variables that can be reached from it (S. Warshall, "A Theorem on Boolean Matrices",
// Journal of the ACM, 1962; here the paths through a variable are added to all at once). It is not a
// loop, nor does it leave out variables that are not there: both take longer.
func (m matching) closure() matching {
	m = m.through(m.low&full, 0)
	m = m.through(m.low>>9&full, 1)
	m = m.through(m.low>>18&full, 2)
	m = m.through(m.low>>27&full, 3)
	m = m.through(m.low>>36&full, 4)
	m = m.through(m.low>>45&full, 5)
	m = m.through(m.low>>54&full, 6)
	m = m.through(m.high&full, 7)
	return m.through(m.high>>9, 8)
}

// through adds the domain of the variable with a value to the domains that have the value.
func (m matching) through(domain uint64, value int) matching {
	m.low |= m.low >> value & each * full & (domain * each)
	m.high |= m.high >> value & eachOf * full & (domain * eachOf)
	return m
}

// connected reports whether all variables have all values.
func (m *matching) connected() bool {
	v := uint64(m.values)
	low := (v & (1<<inLow - 1) * spread & each) * full
	high := (v>>inLow&1 | v>>(inLow+1)<<9) * full
	return m.low == v*each&low && m.high == v*eachOf&high
}

// transposed returns which variables have each value.
func (m *matching) transposed() (t matching) {
	for value := range uint64(inLow) {
		t.low |= m.with(value) << (9 * value)
	}
	t.high = m.with(inLow) | m.with(inLow+1)<<9
	return t
}

// with returns the variables that have a value.
func (m *matching) with(value uint64) uint64 {
	low, high := m.low>>value&each, m.high>>value&eachOf
	return low*spread>>48&(1<<inLow-1) | (high<<inLow|high>>1)&(full&^(1<<inLow-1))
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

// findSubsets finds the sets of w variables that have w values between them. It returns the number of sets that
// remove values from other variables, and all removed values.
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

// exclude adds to removed the values that the variables outside of a set lose when the set has them.
// It reports whether they lose any.
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
