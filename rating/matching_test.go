package rating

import (
	"math/rand/v2"
	"testing"
)

// matchable reports whether variables with these domains can have different values, tried
// one after another.
func matchable(domains []uint16, taken uint16) bool {
	if len(domains) == 0 {
		return true
	}
	for value := uint16(1); value < 1<<9; value <<= 1 {
		if domains[0]&value&^taken != 0 && matchable(domains[1:], taken|value) {
			return true
		}
	}
	return false
}

// filter keeps exactly the values that are in some matching.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		var m matching
		n := 1 + r.IntN(9)
		density := r.Float64()
		for i, value := range r.Perm(9)[:n] {
			domain := uint16(1) << value
			for v := range 9 {
				if r.Float64() < density {
					domain |= 1 << v
				}
			}
			m.add(uint8(i), domain, uint8(value))
		}
		m.keepTo(m.all())
		before := m
		removed := m.filter()
		if want := m != before; removed != want {
			t.Fatalf("%+v: says removed %t, but %t", before, removed, want)
		}
		for i := range n {
			for value := uint16(1); value < 1<<9; value <<= 1 {
				if before.domain[i]&value == 0 {
					continue
				}
				others := append(before.domain[:i:i], before.domain[i+1:n]...)
				if got, want := m.domain[i]&value != 0, matchable(others, value); got != want {
					t.Fatalf("%+v: variable %d keeps value %b: %t, want %t", before, i, value, got, want)
				}
			}
		}
	}
}

// all returns the values that the variables have in the solution: in a house, its open digits.
func (m *matching) all() (values uint16) {
	for _, v := range m.value[:m.n] {
		values |= 1 << v
	}
	return values
}

func (m *matching) keepTo(values uint16) {
	for i := range m.n {
		m.domain[i] &= values
	}
}

// Subsets of up to four variables, naked and hidden in turn until nothing is left to remove,
// remove what filter removes at once.
func TestSubsetsReachFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 3000 {
		d, solution := randomDomains(r)
		m := d.matching(&solution)
		m.filter()
		var want domains
		for i := range m.n {
			want[m.variable[i]] = m.domain[i]
		}
		if got := subsetFixpoint(d); got != want {
			t.Fatalf("%v: %v by subsets, %v at once", d, got, want)
		}
	}
}

func subsetFixpoint(d domains) domains {
	for changed := true; changed; {
		changed = false
		for w := 1; w <= 4; w++ {
			n, removed := d.findSubsets(w)
			d = d.without(removed)
			hidden, more := d.transposed().findSubsets(w)
			d = d.without(more.transposed())
			changed = changed || n+hidden > 0
		}
	}
	return d
}

func (d domains) without(removed domains) domains {
	for i := range d {
		d[i] &^= removed[i]
	}
	return d
}

// randomDomains returns nine domains that have a matching, and the matching.
func randomDomains(r *rand.Rand) (d domains, solution [9]uint8) {
	density := r.Float64()
	for i, value := range r.Perm(9) {
		solution[i] = uint8(value)
		d[i] = 1 << value
		for v := range 9 {
			if r.Float64() < density {
				d[i] |= 1 << v
			}
		}
	}
	return d, solution
}
