package rating

import (
	"math/rand/v2"
	"slices"
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

// excess is exactly the values that are in no matching.
func TestExcess(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		d, solution := randomDomains(r)
		removed, found := d.excess(solution)
		if want := removed != (domains{}); found != want {
			t.Fatalf("%v: says found %t, but %t", d, found, want)
		}
		for i := range d {
			for value := uint16(1); value < 1<<9; value <<= 1 {
				if d[i]&value == 0 {
					continue
				}
				others := append(slices.Clone(d[:i]), d[i+1:]...)
				others = slices.DeleteFunc(others, func(domain uint16) bool { return domain == 0 })
				if got, want := removed[i]&value == 0, matchable(others, value); got != want {
					t.Fatalf("%v: variable %d keeps value %b: %t, want %t", d, i, value, got, want)
				}
			}
		}
	}
}

// excess returns what the matching of d does.
func (d domains) excess(solution [9]uint8) (removed domains, found bool) {
	var m matching
	for i, domain := range d {
		m.add(domain, 9*solution[i])
	}
	m, found = m.excess()
	for i := range d {
		if !found {
			break
		}
		removed[i] = m.at(9 * solution[i])
	}
	return removed, found
}

// Subsets of up to four variables, naked and hidden in turn until nothing is left to remove,
// remove what excess has at once.
func TestSubsetsReachExcess(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 3000 {
		d, solution := randomDomains(r)
		removed, _ := d.excess(solution)
		if got, want := subsetFixpoint(d), d.without(removed); got != want {
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

// randomDomains returns nine domains, some of them empty, that have a matching, and the matching.
func randomDomains(r *rand.Rand) (d domains, solution [9]uint8) {
	density, open := r.Float64(), 1+r.IntN(9)
	var values uint16
	for i, value := range r.Perm(9) {
		solution[i] = uint8(value)
		if i < open {
			d[i] = 1 << value
			values |= d[i]
		}
	}
	for i := range open {
		for v := range 9 {
			if r.Float64() < density {
				d[i] |= 1 << v & values
			}
		}
	}
	r.Shuffle(9, func(i, j int) { d[i], d[j], solution[i], solution[j] = d[j], d[i], solution[j], solution[i] })
	return d, solution
}
