package se

import (
	"cmp"
	"slices"
)

// When an assumption has no more simple consequences, nested techniques look for further ones in the grid without the
// candidates excluded so far. The reasons of their conclusions are excluded candidates that would break a pattern or chain.

// Levels of nested techniques.
const (
	simpleInside   = 1 + iota // locked candidates, hidden and naked pairs, X-Wings
	forcingInside             // these; bidirectional cycles and forcing chains
	multipleInside            // these; forcing chains of all digits of a cell, or all places of a digit
	dynamicInside             // the simple ones; dynamic forcing chains
)

// The effort that a search for chains takes, in units of that for simple techniques.
const (
	forcingEffort  = 50
	multipleEffort = 200
	dynamicEffort  = 1000
)

// nest adds the conclusions of the first kind of techniques that has any, and reports whether there are any and they contradict
// nothing.
func (f *follower) nest() bool {
	f.conclusions, f.scratch, f.excluded = f.conclusions[:0], f.scratch[:0], [81]uint16{}
	*f.source.effort--
	for _, find := range [...]func(){f.locked, f.hiddenPairs, f.nakedPairs, f.xWings, f.chainsInside, f.searchInside} {
		if *f.source.effort < 0 {
			return false
		}
		if find(); len(f.conclusions) > 0 {
			return f.addConclusions()
		}
	}
	return false
}

func (f *follower) locked() {
	for i := range crossings {
		x := &crossings[i]
		for d := range uint8(9) {
			if x.is(&f.g, d) {
				begin := len(f.scratch)
				f.missing(x.from, all9, 1<<d)
				f.exclude(begin, 0, f.g.at(x.to, f.g.places[x.to][d]&^x.back, 1<<d, nil))
			}
		}
	}
}

func (f *follower) hiddenPairs() {
	for h := range uint8(27) {
		can := small(&f.g.places[h], 2)
		for _, digits := range within(can, 2, int(f.g.vacant[h])) {
			if cells, ok := union(&f.g.places[h], digits, can); ok {
				begin := len(f.scratch)
				f.missing(h, all9, digits)
				f.exclude(begin, 0, f.g.at(h, cells, all9&^digits, nil))
			}
		}
	}
}

func (f *follower) nakedPairs() {
	for h := range uint8(27) {
		var marks [9]uint16
		for i, c := range members[h] {
			marks[i] = f.g.marks[c]
		}
		can := small(&marks, 2)
		for _, cells := range within(can, 2, int(f.g.vacant[h])) {
			if digits, ok := union(&marks, cells, can); ok {
				begin := len(f.scratch)
				f.missing(h, cells, all9)
				f.exclude(begin, 0, f.g.at(h, all9&^cells, digits, nil))
			}
		}
	}
}

func (f *follower) xWings() {
	for _, kinds := range [][2]uint8{{columns, rows}, {rows, columns}} {
		var places [9][9]uint16
		var can [9]uint16
		for d := range places {
			for i := range places[d] {
				places[d][i] = f.g.places[int(kinds[0])+i][d]
			}
			can[d] = small(&places[d], 2)
		}
		for _, lines := range subsets[2] {
			for d := range uint8(9) {
				crossing, ok := union(&places[d], lines, can[d])
				if !ok {
					continue
				}
				begin := len(f.scratch)
				for left := lines; left != 0; left &= left - 1 {
					f.missing(kinds[0]+first(left), all9, 1<<d)
				}
				for ; crossing != 0; crossing &= crossing - 1 {
					h := kinds[1] + first(crossing)
					f.exclude(begin, 0, f.g.at(h, f.g.places[h][d]&^lines, 1<<d, nil))
				}
			}
		}
	}
}

// missing appends to scratch the candidates of some digits that were excluded from places of a house.
func (f *follower) missing(h uint8, places, digits uint16) {
	for ; places != 0; places &= places - 1 {
		c := members[h][first(places)]
		f.scratch = gone(f.source, &f.g, f.scratch, c, digits)
	}
}

// gone appends the candidates of a cell, of some digits, that a grid had before and has no longer.
func gone(before, now *grid, to []node, c uint8, digits uint16) []node {
	for left := before.marks[c] &^ now.marks[c] & digits; left != 0; left &= left - 1 {
		to = append(to, isTrue(c, first(left))|1)
	}
	return to
}

// exclude concludes that candidates are false, for the reasons in scratch from begin on, and reports whether that is new of any.
func (f *follower) exclude(begin, chain int, removed []candidate) (news bool) {
	for _, c := range removed {
		if f.excluded[c.cell]>>c.digit&1 == 0 {
			f.excluded[c.cell] |= 1 << c.digit
			o := origin{begin: uint32(begin), end: uint32(len(f.scratch)), chain: uint16(chain)}
			f.conclusions = append(f.conclusions, conclusion{isTrue(c.cell, c.digit) | 1, o})
			news = true
		}
	}
	return news
}

// nestedChain is a chain within an assumption.
type nestedChain struct {
	removed []candidate
	because []node // the excluded candidates that it could not do with
	key     uint64 // the same for a chain of the same nodes

	rating, length, kind int // the order of chains
}

// pass notes that a chain goes through a node.
func (n *nestedChain) pass(through node) { n.key = (n.key ^ uint64(through)) * 0x9e3779b97f4a7c15 }

// needs notes that a chain needs a cell or a house to have lost all other candidates: see [origin].
func (n *nestedChain) needs(before, now *grid, c candidate, by uint8) {
	switch by {
	case 0:
	case byCell:
		n.because = gone(before, now, n.because, c.cell, all9)
	default:
		for _, other := range members[housesOf[c.cell][by-1]] {
			n.because = gone(before, now, n.because, other, 1<<c.digit)
		}
	}
}

// excludeAll adds the conclusions of chains, the easiest first.
func (f *follower) excludeAll(chains []nestedChain) {
	slices.SortStableFunc(chains, func(a, b nestedChain) int {
		return cmp.Or(a.rating-b.rating, a.length-b.length, a.kind-b.kind)
	})
	for _, one := range chains {
		begin := len(f.scratch)
		f.scratch = append(f.scratch, one.because...)
		if f.exclude(begin, len(f.chains)+1, one.removed) {
			f.chains = append(f.chains, one)
		} else {
			f.scratch = f.scratch[:begin]
		}
	}
}

// chainsInside adds the conclusions of all bidirectional cycles and forcing chains.
func (f *follower) chainsInside() {
	if f.level != forcingInside && f.level != multipleInside {
		return
	}
	*f.source.effort -= forcingEffort
	s := chainSearches.Get().(*chainSearch)
	defer chainSearches.Put(s)
	s.reset(&f.g)
	s.outer, s.found = f.source, s.found[:0]
	for i, links := range []links{{houses: true}, {cells: true}, {cells: true, houses: true}} {
		base, source := 65, i*3*len(s.all)
		if links.cells && links.houses {
			base = 70
		}
		s.link(links, all9)
		for c := range s.all {
			if size(f.g.marks[s.all[c].cell]) == 1 {
				continue
			}
			s.cycles(source+3*c, uint16(c), base)
			if links.houses {
				s.opposites(source+3*c, uint16(c), max(base, 66))
			}
		}
	}
	f.excludeAll(s.found)
}

// opposites notes the shortest chains that lead from a candidate that is true, and from one that is false, to the opposite.
func (s *chainSearch) opposites(source int, begin uint16, base int) {
	c := s.all[begin]
	weak := s.weak.of(int(begin))
	s.path = append(s.path[:0], reached{hop{begin, begin}, -1, 1})
	if end, ok := s.walk(weak.has); ok {
		length := int(s.path[end].length) + 1
		s.note([]candidate{c}, base+added(length), length, source+1, end, hop{begin, begin})
	}
	s.path = s.path[:0]
	for _, to := range s.strong[begin] {
		s.path = append(s.path, reached{hop{begin, to}, -1, 2})
	}
	if end, ok := s.walk(func(to uint16) bool { return to == begin }); ok {
		length := int(s.path[end].length)
		s.note(s.g.among(c.cell, all9&^(1<<c.digit), nil), base+added(length), length, source+2, end, hop{begin, begin})
	}
}

// walk takes all hops on from the path until one leads to an end, and returns its place.
func (s *chainSearch) walk(isEnd func(to uint16) bool) (end int, ok bool) {
	for _, r := range s.path {
		s.seen[r.to] = true
	}
	for i := 0; i < len(s.path) && !ok; i++ {
		at := s.path[i]
		if end, ok = i, isEnd(at.to); ok {
			break
		}
		for _, hop := range s.hops[at.to] {
			if !s.seen[hop.to] {
				s.seen[hop.to] = true
				s.path = append(s.path, reached{hop, int16(i), at.length + 2})
			}
		}
	}
	for _, r := range s.path {
		s.seen[r.to] = false
	}
	return end, ok
}

// note notes a chain along the path to a place, and from there by a last hop. Hops that lead nowhere are beginnings and ends.
func (s *chainSearch) note(removed []candidate, rating, length, source, end int, last hop) {
	one := nestedChain{removed: removed, rating: rating, length: length, kind: source}
	pass := func(h hop) {
		over, to := s.all[h.over], s.all[h.to]
		one.pass(isTrue(over.cell, over.digit) | 1)
		one.pass(isTrue(to.cell, to.digit))
		switch {
		case h.over == h.to:
		case over.cell == to.cell:
			one.needs(s.outer, s.g, to, byCell)
		default:
			for _, kind := range boxRowColumn {
				h := housesOf[to.cell][kind]
				if h == housesOf[over.cell][kind] && size(s.g.places[h][to.digit]) == 2 {
					one.needs(s.outer, s.g, to, uint8(kind)+1)
					break
				}
			}
		}
	}
	pass(last)
	for i := end; i >= 0; i = int(s.path[i].parent) {
		pass(s.path[i].hop)
	}
	s.found = append(s.found, one)
}

// searchInside adds the conclusions of all forcing chains of a kind.
func (f *follower) searchInside() {
	of := cause{rating: 80, cells: true, multiple: true}
	effort := multipleEffort
	switch f.level {
	case multipleInside:
	case dynamicInside:
		of, effort = nesting(0), dynamicEffort
	default:
		return
	}
	*f.source.effort -= effort
	s := searches.Get().(*forcingSearch)
	defer searches.Put(s)
	s.reset(&f.g, of)
	s.outer, s.found, s.known = f.source, s.found[:0], [nodes]ranked{}
	s.search()
	f.excludeAll(s.found)
}

// need notes the nodes of a chain that lead to a node, which has an origin, and what it could not do with.
func (f *forcingSearch) need(one *nestedChain, t *trial, n node, o origin) {
	a := &f.counter
	a.round++
	a.counted[n] = a.round
	for a.pending = a.pending[:0]; ; o = t.origins[n] {
		one.pass(n)
		one.needs(f.outer, f.source, candidateOf(n), o.by)
		for _, r := range t.pool[o.begin:o.end] {
			if a.counted[r] != a.round {
				a.counted[r] = a.round
				a.pending = append(a.pending, r)
			}
		}
		last := len(a.pending) - 1
		if last < 0 {
			return
		}
		n, a.pending = a.pending[last], a.pending[:last]
	}
}
