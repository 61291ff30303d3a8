package se

import (
	"slices"
	"sync"
)

// A node is an assumption about a candidate: that it is true, or that it is false. Its number is
// 2·(9·cell + digit), and one more if it is false.
type node = uint16

const nodes = 2 * 81 * 9

func isTrue(c, d uint8) node { return 2 * (9*node(c) + node(d)) }

func candidateOf(n node) candidate { return candidate{uint8(n / 18), uint8(n / 2 % 9)} }

// chain is the easiest found.
type chain struct {
	step   step
	length int // nodes
}

// added is the part of a rating that depends on the length of a chain.
func added(length int) int {
	n := 0
	for limit, odd := 4, false; length-2 > limit; odd = !odd {
		n++
		if odd {
			limit = limit * 4 / 3
		} else {
			limit = limit * 3 / 2
		}
	}
	return n
}

// links are the links that a chain may use: within cells, between cells.
type links struct{ cells, houses bool }

// chainSearch looks for cycles and forcing chains. A hop leads from a candidate that is true to a candidate that is then false,
// and on to the one candidate that this leaves a cell or a house. Candidates are numbered.
type chainSearch struct {
	g      *grid
	links  links
	all    []candidate
	at     [9]cellSet // the places of each digit
	number [81][9]uint16
	strong [][]uint16 // the candidates that are true if a candidate is false
	weak   numberSets // the candidates that are false if a candidate is true
	hops   [][]hop    // in the order in which Sudoku Explainer goes on
	near   numberSets // where some hops lead
	nearer numberSets // where one hop less does
	path   []reached  // in the order of the search
	seen   []bool
	best   chain
	source int // of the best; of equal ones the first counts

	outer *grid         // if nested in an assumption: the grid without it
	found []nestedChain // then all chains count
}

type hop struct{ over, to uint16 }

type reached struct {
	hop
	parent int16 // in path
	length int16 // nodes up to here
}

// chainSearches keep their memory.
var chainSearches = sync.Pool{New: func() any { return new(chainSearch) }}

// chains finds the easiest bidirectional cycle or forcing chain.
func chains(g *grid, news *changes) (step, bool) {
	s := chainSearches.Get().(*chainSearch)
	defer chainSearches.Put(s)
	s.reset(g)
	for i, links := range []links{{houses: true}, {cells: true}, {cells: true, houses: true}} {
		base, source, digits := 65, i*3*len(s.all), uint16(all9)
		if !links.cells { // digits have nothing to do with each other
			digits = news.digits
		}
		if links.cells && links.houses {
			base = 70
		}
		if !s.better(base, 4, source) {
			break
		}
		s.link(links, digits)
		if links.houses { // else the ends of a chain are both true or both false
			s.forcing(source, max(base, 66))
		}
		for c := range s.all {
			if links.houses || len(s.strong[c]) > 0 {
				s.cycles(source+3*c, uint16(c), base)
			}
		}
		if !links.cells && s.best.step.rating == 0 {
			news.digits = 0
		}
	}
	return s.best.step, s.best.step.rating > 0
}

func (s *chainSearch) reset(g *grid) {
	s.g, s.all, s.best, s.outer = g, s.all[:0], chain{}, nil
	s.at = [9]cellSet{}
	for c, marks := range g.marks {
		for ; marks != 0; marks &= marks - 1 {
			d := first(marks)
			s.at[d].add(uint8(c))
			s.number[c][d] = uint16(len(s.all))
			s.all = append(s.all, candidate{uint8(c), d})
		}
	}
	n := len(s.all)
	s.strong, s.hops = slices.Grow(s.strong[:0], n)[:n], slices.Grow(s.hops[:0], n)[:n]
	s.seen = slices.Grow(s.seen[:0], n)[:n]
	clear(s.seen)
}

// link finds the links between candidates of some digits, and the hops.
func (s *chainSearch) link(links links, digits uint16) {
	s.links = links
	for i, c := range s.all {
		s.strong[i], s.hops[i] = s.strong[i][:0], s.hops[i][:0]
		if digits>>c.digit&1 != 0 {
			s.strong[i] = s.alternatives(c, s.strong[i])
		}
	}
	s.weak.reset(len(s.all))
	for i, c := range s.all {
		if digits>>c.digit&1 == 0 {
			continue
		}
		weak, hops := s.weak.of(i), s.hops[i]
		exclude := func(cell, digit uint8) {
			over := s.number[cell][digit]
			weak.add(over)
			for _, to := range s.strong[over] {
				hops = append(hops, hop{over, to})
			}
		}
		if links.cells {
			for left := s.g.marks[c.cell] &^ (1 << c.digit); left != 0; left &= left - 1 {
				exclude(c.cell, first(left))
			}
		}
		for _, peer := range houseCells[c.cell] {
			if s.g.has(peer, c.digit) {
				exclude(peer, c.digit)
			}
		}
		s.hops[i] = hops
	}
}

// alternatives appends the candidates that are true if a candidate is false.
func (s *chainSearch) alternatives(c candidate, all []uint16) []uint16 {
	if left := s.g.marks[c.cell] &^ (1 << c.digit); s.links.cells && size(left) == 1 {
		all = append(all, s.number[c.cell][first(left)])
	}
	if s.links.houses {
		for _, kind := range boxRowColumn {
			h := housesOf[c.cell][kind]
			if left := s.g.places[h][c.digit] &^ (1 << placeIn[c.cell][kind]); size(left) == 1 {
				all = append(all, s.number[members[h][first(left)]][c.digit])
			}
		}
	}
	return all
}

// keep keeps a step if it is easier than the best.
func (s *chainSearch) keep(st step, length, source int) {
	if s.better(st.rating, length, source) {
		s.best, s.source = chain{st, length}, source
	}
}

func (s *chainSearch) better(rating, length, source int) bool {
	if s.outer != nil {
		return true
	}
	b := &s.best
	if b.step.rating == 0 || rating != b.step.rating {
		return b.step.rating == 0 || rating < b.step.rating
	}
	return length < b.length || length == b.length && source < s.source
}

// forcing looks for candidates that lead to their opposite, with one hop more from all candidates at a time.
func (s *chainSearch) forcing(source, base int) {
	n := len(s.all)
	s.near.reset(n)
	for i := range n {
		s.near.of(i).add(uint16(i))
	}
	for length := 4; s.better(base+added(length), length, source); length += 2 {
		s.near, s.nearer = s.nearer, s.near
		s.near.copy(&s.nearer)
		more := false
		for i := range n {
			near := s.near.of(i)
			for _, hop := range s.hops[i] {
				more = near.addAll(s.nearer.of(int(hop.to))) || more
			}
		}
		for i, c := range s.all {
			if s.near.of(i).meets(s.weak.of(i)) {
				s.keep(step{rating: base + added(length), removed: []candidate{c}}, length, source+3*i+1)
				return
			}
			for _, to := range s.strong[i] {
				if s.near.of(int(to)).has(uint16(i)) {
					s.keep(step{rating: base + added(length), places: true, cell: c.cell, digit: c.digit}, length, source+3*i+2)
					return
				}
			}
		}
		if !more {
			return
		}
	}
}

// cycles finds cycles through a candidate.
func (s *chainSearch) cycles(source int, begin uint16, base int) {
	s.path = append(s.path[:0], reached{hop{to: begin}, -1, 1})
	s.seen[begin] = true
	for i := 0; i < len(s.path); i++ {
		at := s.path[i]
		if length := int(at.length) + 1; !s.better(base+added(length), length, source) {
			break
		}
		for _, hop := range s.hops[at.to] {
			if hop.to == begin && i > 0 && !s.passed(i, hop.over) {
				s.cycle(i, hop.over, base, source)
			}
			if !s.seen[hop.to] {
				s.seen[hop.to] = true
				s.path = append(s.path, reached{hop, int16(i), at.length + 2})
			}
		}
	}
	for _, r := range s.path {
		s.seen[r.to] = false
	}
}

// passed reports whether the way to a place in the path leads over a candidate.
func (s *chainSearch) passed(i int, over uint16) bool {
	for ; i > 0; i = int(s.path[i].parent) {
		if s.path[i].over == over {
			return true
		}
	}
	return false
}

// cycle records the step of a cycle that goes on from a place in the path over a candidate to the beginning. One of a true and a
// false candidate of it is true either way round, so a candidate that sees both can be removed.
func (s *chainSearch) cycle(end int, over uint16, base, source int) {
	length := int(s.path[end].length) + 1
	rating := base + added(length)
	if !s.better(rating, length, source) {
		return
	}
	var from [2][9]cellSet // the cells that each of the two ways excludes
	var within cellSet
	note := func(i uint16, way int) {
		c := s.all[i]
		within.add(c.cell)
		from[way][c.digit] = from[way][c.digit].or(peerSets[c.cell])
	}
	note(over, 1)
	for i := end; i >= 0; i = int(s.path[i].parent) {
		note(s.path[i].to, 0)
		if i > 0 {
			note(s.path[i].over, 1)
		}
	}
	var removed []candidate
	for d := range uint8(9) {
		var buffer [20]uint8
		for _, c := range from[0][d].and(from[1][d]).and(s.at[d]).all(buffer[:0]) {
			if !within.has(c) {
				removed = append(removed, candidate{c, d})
			}
		}
	}
	if len(removed) > 0 && s.outer != nil {
		s.note(removed, rating, length, source, end, hop{over, s.path[0].to})
	} else if len(removed) > 0 {
		s.keep(step{rating: rating, removed: removed}, length, source)
	}
}

// numberSets is a set of candidates for each of them.
type numberSets struct {
	words int // of a set
	bits  []uint64
}

func (n *numberSets) reset(count int) {
	n.words = (count + 63) / 64
	n.bits = slices.Grow(n.bits[:0], n.words*count)[:n.words*count]
	clear(n.bits)
}

func (n *numberSets) copy(other *numberSets) {
	n.words, n.bits = other.words, append(n.bits[:0], other.bits...)
}

func (n *numberSets) of(i int) numberSet { return n.bits[i*n.words : (i+1)*n.words] }

type numberSet []uint64

func (s numberSet) add(i uint16)      { s[i/64] |= 1 << (i % 64) }
func (s numberSet) has(i uint16) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s numberSet) meets(other numberSet) bool {
	for i, word := range other {
		if word&s[i] != 0 {
			return true
		}
	}
	return false
}

// addAll reports whether there was anything to add.
func (s numberSet) addAll(other numberSet) bool {
	var more uint64
	for i, word := range other {
		more |= word &^ s[i]
		s[i] |= word
	}
	return more != 0
}
