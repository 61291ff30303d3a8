package se

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
