package se

import (
	"math/bits"
	"slices"
)

// pairExclusion finds two cells whose digits cannot be combined in some ways, because these would leave a cell that
// both see without a candidate, and a candidate that has no partner left.
func pairExclusion(g *grid) (step, bool) {
	var open []uint8
	for c := range uint8(81) {
		if size(g.marks[c]) >= 2 {
			open = append(open, c)
		}
	}
	for i, a := range open {
		for _, b := range open[i+1:] {
			var buffer [20]uint16
			excluders := buffer[:0]
			for _, c := range peersOf[a] {
				if sees[c][b] && size(g.marks[c]) == 2 {
					excluders = append(excluders, g.marks[c])
				}
			}
			if len(excluders) == 0 {
				continue
			}
			inA, inB := g.combinations(a, b, excluders)
			removed := g.among(b, g.marks[b]&^inB, g.among(a, g.marks[a]&^inA, nil))
			if len(removed) > 0 {
				return remove(62, removed)
			}
		}
	}
	return step{}, false
}

// combinations returns the digits of two cells that can be combined with some of the other.
func (g *grid) combinations(a, b uint8, excluders []uint16) (inA, inB uint16) {
	for x := g.marks[a]; x != 0; x &= x - 1 {
		for y := g.marks[b]; y != 0; y &= y - 1 {
			both := x&-x | y&-y
			allowed := size(both) == 2 || !sees[a][b]
			for _, e := range excluders {
				allowed = allowed && e&^both != 0
			}
			if allowed {
				inA |= x & -x
				inB |= y & -y
			}
		}
	}
	return inA, inB
}

// cellSet is a set of cells.
type cellSet [2]uint64

func (s *cellSet) add(c uint8)          { s[c/64] |= 1 << (c % 64) }
func (s *cellSet) has(c uint8) bool     { return s[c/64]>>(c%64)&1 != 0 }
func (s cellSet) and(o cellSet) cellSet { return cellSet{s[0] & o[0], s[1] & o[1]} }
func (s cellSet) len() int              { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// tripletExclusion is [pairExclusion] with three cells, one of which has two or three candidates and sees another, and
// with two cells or more that all of them see and that have two or three candidates.
func tripletExclusion(g *grid) (step, bool) {
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
			var tried cellSet
			for _, c := range slices.Concat(houseCells[a][:], houseCells[b][:]) {
				small := excluders[a].has(c) || excluders[b].has(c)
				if !small || c == a || c == b || tried.has(c) || excluders[c] == (cellSet{}) {
					continue
				}
				tried.add(c)
				common := excluders[a].and(excluders[b]).and(excluders[c])
				if common.len() < 2 {
					continue
				}
				if s, ok := g.excludeTriplet([3]uint8{a, b, c}, common); ok {
					return s, true
				}
			}
		}
	}
	return step{}, false
}

// excludeTriplet removes the digits of three cells that cannot be combined with any of the others.
func (g *grid) excludeTriplet(cells [3]uint8, excluders cellSet) (step, bool) {
	var marks []uint16
	for c := range uint8(81) {
		if excluders.has(c) {
			marks = append(marks, g.marks[c])
		}
	}
	a, b, c := cells[0], cells[1], cells[2]
	var in [3]uint16
	for x := g.marks[a]; x != 0; x &= x - 1 {
		for y := g.marks[b]; y != 0; y &= y - 1 {
			for z := g.marks[c]; z != 0; z &= z - 1 {
				p, q, r := x&-x, y&-y, z&-z
				if p == q && sees[a][b] || q == r && sees[b][c] || p == r && sees[a][c] ||
					slices.ContainsFunc(marks, func(m uint16) bool { return m&^(p|q|r) == 0 }) {
					continue
				}
				in[0], in[1], in[2] = in[0]|p, in[1]|q, in[2]|r
			}
		}
	}
	var removed []candidate
	for i, c := range cells {
		removed = g.among(c, g.marks[c]&^in[i], removed)
	}
	return remove(75, removed)
}
