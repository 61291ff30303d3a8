package se

import "math/bits"

// cellSet is a set of cells.
type cellSet [2]uint64

func (s *cellSet) add(c uint8)          { s[c/64] |= 1 << (c % 64) }
func (s *cellSet) has(c uint8) bool     { return s[c/64]>>(c%64)&1 != 0 }
func (s cellSet) and(o cellSet) cellSet { return cellSet{s[0] & o[0], s[1] & o[1]} }
func (s cellSet) or(o cellSet) cellSet  { return cellSet{s[0] | o[0], s[1] | o[1]} }
func (s cellSet) len() int              { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// all appends the members of a set in ascending order.
func (s cellSet) all(to []uint8) []uint8 {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			to = append(to, uint8(64*i+bits.TrailingZeros64(word)))
		}
	}
	return to
}

// pairExclusion finds two cells whose digits cannot be combined in some ways, because these would leave a cell that
// both see without a candidate, and a candidate that has no partner left.
func pairExclusion(g *grid, news *changes) (step, bool) {
	var open []uint8
	var excluders [81]cellSet
	for c := range uint8(81) {
		if size(g.marks[c]) < 2 {
			continue
		}
		open = append(open, c)
		for _, peer := range peersOf[c] {
			if size(g.marks[peer]) == 2 {
				excluders[c].add(peer)
			}
		}
	}
	for i, a := range open {
		for _, b := range open[i+1:] {
			common := excluders[a].and(excluders[b])
			if !news.cells.has(a) && !news.cells.has(b) && common.and(news.cells) == (cellSet{}) {
				continue
			}
			// Each excluder leaves a digit one partner less, and so does the house that both are in.
			if common.len() < min(size(g.marks[a]), size(g.marks[b]))-1 || common == (cellSet{}) {
				continue
			}
			if inA, inB := g.combinations(a, b, common); inA != g.marks[a] || inB != g.marks[b] {
				return remove(62, g.among(b, g.marks[b]&^inB, g.among(a, g.marks[a]&^inA, nil)))
			}
		}
	}
	return step{}, false
}

// combinations returns the digits of two cells that can be combined with some of the other.
func (g *grid) combinations(a, b uint8, excluders cellSet) (inA, inB uint16) {
	var excluded [9]uint16 // the digits of b that a digit of a does not go with
	if sees[a][b] {
		for d := range excluded {
			excluded[d] = 1 << d
		}
	}
	var buffer [20]uint8
	for _, c := range excluders.all(buffer[:0]) {
		x := first(g.marks[c])
		y := first(g.marks[c] & (g.marks[c] - 1))
		excluded[x] |= 1 << y
		excluded[y] |= 1 << x
	}
	for left := g.marks[a]; left != 0; left &= left - 1 {
		if partners := g.marks[b] &^ excluded[first(left)]; partners != 0 {
			inA |= left & -left
			inB |= partners
		}
	}
	return inA, inB
}

// tripletExclusion is [pairExclusion] with three cells, one of which has two or three candidates and sees another, and
// with two cells or more that all of them see and that have two or three candidates.
func tripletExclusion(g *grid, news *changes) (step, bool) {
	var open []uint8
	var excluders [81]cellSet
	for c := range uint8(81) {
		for _, peer := range peersOf[c] {
			if n := size(g.marks[peer]); n == 2 || n == 3 {
				excluders[c].add(peer)
			}
		}
		if size(g.marks[c]) >= 2 && excluders[c] != (cellSet{}) {
			open = append(open, c)
		}
	}
	for i, b := range open {
		for _, a := range open[:i] {
			common := excluders[a].and(excluders[b])
			if common.len() < 2 {
				continue
			}
			pairChanged := news.cells.has(a) || news.cells.has(b)
			var tried cellSet
			for _, near := range [2][20]uint8{houseCells[a], houseCells[b]} {
				for _, c := range near {
					small := excluders[a].has(c) || excluders[b].has(c)
					if !small || c == a || c == b || tried.has(c) {
						continue
					}
					tried.add(c)
					all := common.and(excluders[c])
					if all.len() < 2 || !pairChanged && !news.cells.has(c) && all.and(news.cells) == (cellSet{}) {
						continue
					}
					if s, ok := g.excludeTriplet([3]uint8{a, b, c}, all); ok {
						return s, true
					}
				}
			}
		}
	}
	return step{}, false
}

// excludeTriplet removes the digits of three cells that cannot be combined with any of the others.
func (g *grid) excludeTriplet(cells [3]uint8, excluders cellSet) (step, bool) {
	var buffer [20]uint8
	others := excluders.all(buffer[:0])
	a, b, c := cells[0], cells[1], cells[2]
	in, all := [3]uint16{}, [3]uint16{g.marks[a], g.marks[b], g.marks[c]}
	for x := all[0]; x != 0; x &= x - 1 {
		for y := all[1]; y != 0; y &= y - 1 {
			p, q := x&-x, y&-y
			if p == q && sees[a][b] || in[0]&p != 0 && in[1]&q != 0 && in[2] == all[2] {
				continue
			}
			partners := all[2]
			if sees[a][c] {
				partners &^= p
			}
			if sees[b][c] {
				partners &^= q
			}
			for _, other := range others {
				switch left := g.marks[other] &^ (p | q); {
				case left == 0:
					partners = 0
				case left&(left-1) == 0:
					partners &^= left
				}
			}
			if partners == 0 {
				continue
			}
			if in[0], in[1], in[2] = in[0]|p, in[1]|q, in[2]|partners; in == all {
				return step{}, false
			}
		}
	}
	var removed []candidate
	for i, c := range cells {
		removed = g.among(c, g.marks[c]&^in[i], removed)
	}
	return remove(75, removed)
}
