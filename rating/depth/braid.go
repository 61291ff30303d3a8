package depth

// braids looks for shortest braids, in the state that its net has loaded.
//
// A braid of n variables removes its target if the target, made true, and n-1 candidates more, each the last of a
// variable by then, leave a variable without a candidate. So the question is which set of candidates is enough, and
// how small it can be. Every set is enough to which a candidate is added, and that decides most cases at once; the
// search for the rest is that for the cheapest plan without delete effects in automated planning, by disjoint
// landmarks (M. Helmert and C. Domshlak, 2009; P. Haslum, J. Slaney and S. Thiébaux, 2012).
type braids struct {
	net
	trials trials
	start  mark // after the target

	chosen   [maxCandidates]bool // are in the set
	free     [maxCandidates]bool // may be placed
	excluded [maxCandidates]bool // are not in the set
	limit    int                 // of net.made
}

// answer is whether there is a braid.
type answer uint8

const (
	no answer = iota
	maybe
	yes
)

// find looks for a braid of at most length variables that removes target, and returns its candidates in order. If
// quick, it does not look further when it finds only longer ones.
func (b *braids) find(target candidate, length int, quick bool) (placed []candidate, found answer) {
	defer b.back(b.mark())
	if !b.place(target) {
		return nil, yes
	}
	b.start = b.mark()
	// All candidates that follow at once, again and again: it takes a candidate of each round to go on. If there is a
	// braid, so many rounds end in a contradiction.
	consistent := true
	for round, from := 1, 0; consistent; round++ {
		to := len(b.ready)
		if round >= length || from == to {
			return nil, no
		}
		for ; from < to && consistent; from++ {
			consistent = b.follow(b.ready[from])
		}
	}
	switch placed = b.reasons(); {
	case len(placed) < length:
		return placed, yes
	case quick:
		return nil, maybe
	}
	return b.choose(length - 1)
}

// choose looks for a set with at most size more candidates than the chosen ones. It branches over a landmark:
// candidates of which every set has one. Landmarks that share no candidate each take one of size.
func (b *braids) choose(size int) (placed []candidate, found answer) {
	b.free = b.chosen
	var smallest []candidate
	for n := 0; ; n++ {
		landmark, contradiction := b.landmark()
		if contradiction {
			if placed = b.reasons(); n == 0 || b.added(placed) <= size {
				return placed, yes
			}
			break
		}
		if n == size || len(landmark) == 0 || b.made > b.limit {
			return nil, no
		}
		if n == 0 || len(landmark) < len(smallest) {
			smallest = landmark
		}
		for _, c := range landmark {
			b.free[c] = true
		}
	}
	for _, c := range smallest {
		b.chosen[c] = true
		placed, found = b.choose(size - 1)
		b.chosen[c] = false
		if found == yes {
			break
		}
		b.excluded[c] = true
	}
	for _, c := range smallest {
		b.excluded[c] = false
	}
	return placed, found
}

// added returns how many candidates are not chosen ones.
func (b *braids) added(placed []candidate) (n int) {
	for _, c := range placed {
		if !b.chosen[c] {
			n++
		}
	}
	return n
}

// landmark places all candidates that follow and that do not, with the free ones, end in a contradiction. Those left
// out are the landmark: without them there is none. The contradiction is one of the free ones alone.
func (b *braids) landmark() (left []candidate, contradiction bool) {
	b.back(b.start)
	if !b.followFree(0) {
		return nil, true
	}
	var out [maxCandidates]bool
	for i := 0; i < len(b.ready); i++ {
		c, here := b.net.left[b.ready[i]].last(), b.mark()
		if b.excluded[c] || out[c] || b.follow(b.ready[i]) && b.followFree(here.ready) {
			continue
		}
		b.back(here)
		out[c] = true
		left = append(left, c)
	}
	return left, false
}

// followFree places the free candidates that follow, from one of the ready variables on.
func (b *braids) followFree(from int) (consistent bool) {
	for ; from < len(b.ready); from++ {
		if v := b.ready[from]; b.free[b.left[v].last()] && !b.follow(v) {
			return false
		}
	}
	return true
}
