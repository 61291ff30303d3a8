package se

// A node is an assumption about a candidate: that it is true, or that it is false. Its number is
// 2·(9·cell + digit), and one more if it is false.
type node = uint16

const nodes = 2 * 81 * 9

func isTrue(c, d uint8) node { return 2 * (9*node(c) + node(d)) }

func candidateOf(n node) candidate { return candidate{uint8(n / 18), uint8(n / 2 % 9)} }

// links says which links a chain may use: within cells, between cells.
type links struct{ cells, houses bool }

// chainSearch goes from an assumption to all that follows from it alone, the shortest way first.
type chainSearch struct {
	g     *grid
	links links
	path  []reached     // in the order of the search
	next  [nodes][]node // what follows from each node
	asked [nodes]bool   // where next is of these links
	seen  [nodes]bool
	best  chain
}

type reached struct {
	node   node
	parent int16 // in path
	length int16 // nodes up to here
}

// chain is the easiest found.
type chain struct {
	step   step
	length int
}

// added is what a length adds to a rating.
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

// chains finds the easiest bidirectional cycle or forcing chain.
func chains(g *grid) (step, bool) {
	s := &chainSearch{g: g}
	for _, s.links = range []links{{houses: true}, {cells: true}, {cells: true, houses: true}} {
		s.asked = [nodes]bool{}
		for c, marks := range g.marks {
			if size(marks) > 2 && !s.links.houses {
				continue
			}
			for ; size(g.marks[c]) > 1 && marks != 0; marks &= marks - 1 {
				s.from(isTrue(uint8(c), first(marks)))
			}
		}
	}
	return s.best.step, s.best.step.rating > 0
}

// from looks for cycles through a candidate, and for chains that disprove or prove it.
func (s *chainSearch) from(source node) {
	base := 65
	if s.links.cells && s.links.houses {
		base = 70
	}
	s.cycles(source, base)
	if s.links.houses {
		s.forcing(source, max(base, 66))
		s.forcing(source|1, max(base, 66))
	}
}

// keep keeps a step if it is easier than the best.
func (s *chainSearch) keep(st step, length int) {
	if b := &s.best; b.step.rating == 0 || st.rating < b.step.rating || st.rating == b.step.rating && length < b.length {
		*b = chain{st, length}
	}
}

// longest returns how long a chain may be that is not worse than the best.
func (s *chainSearch) longest(base int) int {
	if s.best.step.rating == 0 {
		return nodes
	}
	n := 1
	for r := base; r < s.best.step.rating || r == s.best.step.rating && n < s.best.length; r = base + added(n+1) {
		n++
	}
	return n
}

// start begins a search at a node.
func (s *chainSearch) start(source node) {
	for _, r := range s.path {
		s.seen[r.node] = false
	}
	s.path = append(s.path[:0], reached{node: source, parent: -1, length: 1})
	s.seen[source] = true
}

func (s *chainSearch) forcing(source node, base int) {
	limit := s.longest(base)
	s.start(source)
	for i := 0; i < len(s.path); i++ {
		at := s.path[i]
		if int(at.length) >= limit {
			return
		}
		for _, next := range s.after(at.node) {
			if next == source^1 {
				length := int(at.length) + 1
				s.keep(s.conclusion(source, base+added(length)), length)
				return
			}
			if !s.seen[next] {
				s.seen[next] = true
				s.path = append(s.path, reached{next, int16(i), at.length + 1})
			}
		}
	}
}

// conclusion is the step of a chain that leads from an assumption to its opposite.
func (s *chainSearch) conclusion(source node, rating int) step {
	c := candidateOf(source)
	if source&1 == 0 {
		return step{rating: rating, removed: []candidate{c}}
	}
	return step{rating: rating, places: true, cell: c.cell, digit: c.digit}
}

// after returns what follows from a node: from true, that others are false, from false, that one is true.
// It is asked for from every source.
func (s *chainSearch) after(n node) []node {
	if !s.asked[n] {
		s.asked[n], s.next[n] = true, s.find(n, s.next[n][:0])
	}
	return s.next[n]
}

func (s *chainSearch) find(n node, out []node) []node {
	c := candidateOf(n)
	if n&1 == 0 {
		if s.links.cells {
			for left := s.g.marks[c.cell] &^ (1 << c.digit); left != 0; left &= left - 1 {
				out = append(out, isTrue(c.cell, first(left))|1)
			}
		}
		for _, peer := range houseCells[c.cell] {
			if s.g.has(peer, c.digit) {
				out = append(out, isTrue(peer, c.digit)|1)
			}
		}
		return out
	}
	if s.links.cells && size(s.g.marks[c.cell]) == 2 {
		out = append(out, isTrue(c.cell, first(s.g.marks[c.cell]&^(1<<c.digit))))
	}
	if s.links.houses {
		for kind, h := range housesOf[c.cell] {
			if at := s.g.places[h][c.digit]; size(at) == 2 {
				out = append(out, isTrue(members[h][first(at&^(1<<placeIn[c.cell][kind]))], c.digit))
			}
		}
	}
	return out
}

// cycles finds cycles through a candidate. What is false may be reached in several ways.
func (s *chainSearch) cycles(source node, base int) {
	limit := s.longest(base)
	s.start(source)
	for i := 0; i < len(s.path); i++ {
		at := s.path[i]
		if int(at.length) > limit {
			return
		}
		for _, next := range s.after(at.node) {
			if next == source && at.length >= 4 {
				s.cycle(i, base)
				continue
			}
			if at.node&1 == 0 && s.passed(i, next) || next&1 == 0 && s.seen[next] {
				continue
			}
			s.seen[next] = true
			s.path = append(s.path, reached{next, int16(i), at.length + 1})
		}
	}
}

// passed reports whether the way to a place in the path leads through a node.
func (s *chainSearch) passed(i int, n node) bool {
	for ; i >= 0; i = int(s.path[i].parent) {
		if s.path[i].node == n {
			return true
		}
	}
	return false
}

// cycle notes the step of a cycle that ends at a place in the path: what sees both a true candidate of
// it and a false one can be removed, since one of the two is true either way round.
func (s *chainSearch) cycle(end int, base int) {
	var way []node
	for i := end; i >= 0; i = int(s.path[i].parent) {
		way = append(way, s.path[i].node)
	}
	rating := base + added(len(way))
	if b := &s.best; b.step.rating != 0 && (rating > b.step.rating || rating == b.step.rating && len(way) >= b.length) {
		return
	}
	var from [2][81]uint16 // what each of the two ways excludes
	var within [81]bool
	for _, n := range way {
		c := candidateOf(n)
		within[c.cell] = true
		for _, peer := range peersOf[c.cell] {
			from[n&1][peer] |= s.g.marks[peer] & (1 << c.digit)
		}
	}
	var removed []candidate
	for c := range uint8(81) {
		if !within[c] {
			removed = s.g.among(c, from[0][c]&from[1][c], removed)
		}
	}
	if len(removed) > 0 {
		s.keep(step{rating: rating, removed: removed}, len(way))
	}
}
