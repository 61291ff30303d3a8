package rating

import (
	"math/rand/v2"
	"testing"
)

// matchable reports whether lines can take different places, tried one after another.
func matchable(lines []uint16, taken uint16) bool {
	if len(lines) == 0 {
		return true
	}
	for place := uint16(1); place < 1<<9; place <<= 1 {
		if lines[0]&place&^taken != 0 && matchable(lines[1:], taken|place) {
			return true
		}
	}
	return false
}

// What remains after cut is what is in some matching.
func TestCut(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		var m matching
		n := 1 + r.IntN(9)
		density := r.Float64()
		for i, place := range r.Perm(9)[:n] {
			places := uint16(1) << place
			for p := range 9 {
				if r.Float64() < density {
					places |= 1 << p
				}
			}
			m.add(uint8(i), places, uint8(place))
		}
		m.keepTo(m.all())
		before := m
		removed := m.cut()
		if want := m != before; removed != want {
			t.Fatalf("%+v: says removed %t, but %t", before, removed, want)
		}
		for i := range n {
			for place := uint16(1); place < 1<<9; place <<= 1 {
				if before.places[i]&place == 0 {
					continue
				}
				lines := append(before.places[:i:i], before.places[i+1:n]...)
				if got, want := m.places[i]&place != 0, matchable(lines, place); got != want {
					t.Fatalf("%+v: line %d keeps place %b: %t, want %t", before, i, place, got, want)
				}
			}
		}
	}
}

// all returns the places that the lines have in the solution: in a house, its open digits.
func (m *matching) all() (places uint16) {
	for _, p := range m.place[:m.n] {
		places |= 1 << p
	}
	return places
}

func (m *matching) keepTo(places uint16) {
	for i := range m.n {
		m.places[i] &= places
	}
}

// Sets of up to four lines, naked and hidden by turns until nothing is left to remove,
// remove what cut removes at once: it is complete.
func TestNarrowReachesCut(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 3000 {
		in, at := randomIncidence(r)
		m := in.matching(&at)
		m.cut()
		var want incidence
		for i := range m.n {
			want[m.line[i]] = m.places[i]
		}
		if got := exhaustNarrow(in); got != want {
			t.Fatalf("%v: %v by sets, %v at once", in, got, want)
		}
	}
}

func exhaustNarrow(in incidence) incidence {
	for changed := true; changed; {
		changed = false
		for w := 1; w <= 4; w++ {
			n, gone := in.narrow(w)
			in = in.without(gone)
			hidden, more := in.transposed().narrow(w)
			in = in.without(more.transposed())
			changed = changed || n+hidden > 0
		}
	}
	return in
}

func (in incidence) without(gone incidence) incidence {
	for i := range in {
		in[i] &^= gone[i]
	}
	return in
}

// randomIncidence returns nine lines that have a matching, and the matching.
func randomIncidence(r *rand.Rand) (in incidence, at [9]uint8) {
	density := r.Float64()
	for i, place := range r.Perm(9) {
		at[i] = uint8(place)
		in[i] = 1 << place
		for p := range 9 {
			if r.Float64() < density {
				in[i] |= 1 << p
			}
		}
	}
	return in, at
}
