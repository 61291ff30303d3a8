package se

// hiddenSingle finds the last cell of a house, then a digit with one place in it.
func hiddenSingle(g *grid, _ *changes) (step, bool) {
	for h := range g.places {
		if g.vacant[h] == 1 {
			for d, at := range g.places[h] {
				if at != 0 {
					return place(10, members[h][first(at)], uint8(d))
				}
			}
		}
	}
	for h := range g.places {
		for d, at := range g.places[h] {
			if at != 0 && at&(at-1) == 0 {
				if h < columns {
					return place(12, members[h][first(at)], uint8(d))
				}
				return place(15, members[h][first(at)], uint8(d))
			}
		}
	}
	return step{}, false
}

// nakedSingle finds a cell with one candidate.
func nakedSingle(g *grid, _ *changes) (step, bool) {
	for c, digits := range g.marks {
		if digits != 0 && digits&(digits-1) == 0 {
			return place(23, uint8(c), first(digits))
		}
	}
	return step{}, false
}
