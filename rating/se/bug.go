package se

import "slices"

// bug finds a step from a grave of cells with two candidates, in which each house would have each digit twice or
// not at all: one of the extra candidates must be true.
func bug(g *grid, _ *changes) (step, bool) {
	open, extras, ok := g.graveWithExtras()
	if !ok || len(open) == 0 {
		return step{}, false
	}
	var all uint16
	for _, c := range open {
		all |= extras[c]
	}
	var best step
	switch {
	case len(open) == 1:
		better(&best, 56, g.among(open[0], g.marks[open[0]]&^all, nil))
	case size(all) == 1:
		better(&best, 57, g.seenByAll(open, first(all)))
	default:
		g.bugInHouse(open, &extras, all, &best)
	}
	return best, best.rating > 0
}

// graveWithExtras returns the cells that have more than two candidates, the extra candidates of each, and whether
// the rest is a grave.
func (g *grid) graveWithExtras() (open []uint8, extras [81]uint16, ok bool) {
	for c, marks := range g.marks {
		if size(marks) <= 2 {
			continue
		}
		for left := marks; left != 0; left &= left - 1 {
			if g.extra(uint8(c), first(left)) {
				extras[c] |= left & -left
			}
		}
		if size(marks&^extras[c]) != 2 {
			return nil, extras, false
		}
		open = append(open, uint8(c))
	}
	return open, extras, g.grave(&extras)
}

// extra reports whether a candidate is too much in a house that has no other cell to blame: none with more than two
// candidates, and this one among them. Where two cells could be blamed in each house, Sudoku Explainer sees no grave.
func (g *grid) extra(c, d uint8) bool {
	for _, h := range housesOf[c] {
		if size(g.places[h][d]) <= 2 {
			continue
		}
		blamed := 0
		for _, other := range members[h] {
			if g.has(other, d) && size(g.marks[other]) > 2 {
				blamed++
			}
		}
		if blamed == 1 {
			return true
		}
	}
	return false
}

// grave reports whether each house has each digit twice or not at all, without the extra candidates.
func (g *grid) grave(extras *[81]uint16) bool {
	for h := range g.places {
		for d, at := range g.places[h] {
			n := size(at)
			for ; at != 0; at &= at - 1 {
				n -= int(extras[members[h][first(at)]] >> d & 1)
			}
			if n != 0 && n != 2 {
				return false
			}
		}
	}
	return true
}

// bugInHouse finds the conclusions if all cells with extra candidates are in one house.
func (g *grid) bugInHouse(open []uint8, extras *[81]uint16, all uint16, best *step) {
	for kind, h := range housesOf[open[0]] {
		same := true
		for _, c := range open {
			same = same && housesOf[c][kind] == h
		}
		if !same {
			continue
		}
		if len(open) == 2 {
			g.lockedBug(h, open, extras, best)
		}
		g.pseudoCellOfBug(h, open, all, best)
	}
}

// lockedBug removes from two cells of a house all but a digit that has no other place in it, and the extra ones.
func (g *grid) lockedBug(h uint8, open []uint8, extras *[81]uint16, best *step) {
	a, b := g.marks[open[0]]&^extras[open[0]], g.marks[open[1]]&^extras[open[1]]
	for common := a & b; common != 0; common &= common - 1 {
		if d := first(common); size(g.places[h][d]) == 2 {
			better(best, 57, g.among(open[1], b&^(1<<d), g.among(open[0], a&^(1<<d), nil)))
		}
	}
}

// pseudoCellOfBug takes the cells of which one holds one of the extra digits as a cell of a naked set.
func (g *grid) pseudoCellOfBug(h uint8, open []uint8, extras uint16, best *step) {
	others := g.vacantBeside(h, open)
	for chosen := 1; chosen < 1<<len(others); chosen++ {
		n, digits, out := 1, extras, others[:0:0]
		for i, c := range others {
			if chosen>>i&1 == 0 {
				out = append(out, c)
				continue
			}
			n++
			digits |= g.marks[c]
		}
		if size(digits) == n {
			better(best, 57+n-1, g.amongAll(out, digits))
		}
	}
}

// vacantBeside returns the open cells of a house beside some.
func (g *grid) vacantBeside(h uint8, these []uint8) (others []uint8) {
	for _, c := range members[h] {
		if g.marks[c] != 0 && !slices.Contains(these, c) {
			others = append(others, c)
		}
	}
	return others
}

// better keeps the first of the easiest steps.
func better(best *step, rating int, removed []candidate) {
	if len(removed) > 0 && (best.rating == 0 || rating < best.rating) {
		*best, _ = remove(rating, removed)
	}
}
