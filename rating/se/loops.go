package se

import "slices"

// A unique loop is a ring of cells, each in one house with the next, that all have the same two candidates, and of
// which each house has none or two, one at an even and one at an odd place. If no cell had another candidate,
// the two could be swapped in a solution.

// loopSearch looks for the loops through one cell of two candidates.
type loopSearch struct {
	g     *grid
	pair  uint16
	in    [81]bool // cells that may be in a loop
	cells []uint8
	found [][]uint8

	visited [2]uint32 // houses of the cells at even places, and at odd ones
}

// uniqueLoop finds the easiest step that a unique rectangle or loop gives.
func uniqueLoop(g *grid, _ *changes) (step, bool) {
	var best, alone step // alone is of a loop with one cell that has more
	var loops [][]uint8
	for c, marks := range g.marks {
		if size(marks) != 2 {
			continue
		}
		l := loopSearch{g: g, pair: marks}
		if l.narrow(); !l.in[c] {
			continue
		}
		l.extend(uint8(c), 2, 0, 3)
		for _, cells := range l.found {
			sorted := slices.Sorted(slices.Values(cells))
			if slices.ContainsFunc(loops, func(other []uint8) bool { return slices.Equal(other, sorted) }) {
				continue
			}
			loops = append(loops, sorted)
			g.fromLoop(cells, marks, &best, &alone)
		}
	}
	if alone.rating > 0 && (best.rating == 0 || alone.rating <= best.rating) {
		return alone, true
	}
	return best, best.rating > 0
}

// narrow leaves cells that have both digits, with another such cell in each of their houses.
func (l *loopSearch) narrow() {
	var count [27]uint8
	for c, marks := range l.g.marks {
		if marks&l.pair == l.pair {
			l.in[c] = true
			for _, h := range housesOf[c] {
				count[h]++
			}
		}
	}
	for again := true; again; {
		again = false
		for c, in := range l.in {
			if h := housesOf[c]; in && (count[h[0]] == 1 || count[h[1]] == 1 || count[h[2]] == 1) {
				l.in[c], again = false, true
				for _, h := range h {
					count[h]--
				}
			}
		}
	}
}

// extend goes on from a cell through all houses but of the kind that it came through, while no house has two cells at even
// places, or two at odd ones. Two cells may have candidates beside the pair, more only if all of these are the same.
func (l *loopSearch) extend(c uint8, allowed int, extras uint16, kind int) {
	parity := len(l.cells) & 1
	if l.visited[parity]&houseSets[c] != 0 {
		return
	}
	l.visited[parity] |= houseSets[c]
	l.cells = append(l.cells, c)
	for next := range 3 {
		if next == kind {
			continue
		}
		for _, other := range members[housesOf[c][next]] {
			if !l.in[other] {
				continue
			}
			if other == l.cells[0] && len(l.cells) >= 4 {
				if l.visited[0] == l.visited[1] {
					l.found = append(l.found, slices.Clone(l.cells))
				}
				continue
			}
			marks := l.g.marks[other]
			if slices.Contains(l.cells, other) {
				continue
			}
			all, left := extras|marks&^l.pair, allowed
			if marks != l.pair {
				left--
			}
			if marks == l.pair || allowed > 0 || size(all) == 1 {
				l.extend(other, left, all, next)
			}
		}
	}
	l.cells = l.cells[:len(l.cells)-1]
	l.visited[parity] &^= houseSets[c]
}

// better keeps the first of the easiest steps.
func better(best *step, rating int, removed []candidate) {
	if len(removed) > 0 && (best.rating == 0 || rating < best.rating) {
		*best, _ = remove(rating, removed)
	}
}

func (g *grid) fromLoop(loop []uint8, pair uint16, best, alone *step) {
	base := 45 + min((len(loop)-4)/2, 3)
	var open []uint8
	var extras uint16
	for _, c := range loop {
		if g.marks[c] != pair {
			open = append(open, c)
			extras |= g.marks[c] &^ pair
		}
	}
	switch {
	case len(open) == 1:
		better(alone, base, g.among(open[0], pair, nil))
	case size(extras) == 1:
		better(best, base, g.seenByAll(open, first(extras)))
	case len(open) == 2:
		for kind, h := range housesOf[open[0]] {
			if h == housesOf[open[1]][kind] {
				g.pseudoCell(h, open, pair, extras, base, best)
			}
		}
		for kind, h := range housesOf[open[0]] {
			if h == housesOf[open[1]][kind] {
				g.lockedPair(h, open, pair, base, best)
			}
		}
	}
}

// among appends the candidates of a cell that are among some digits.
func (g *grid) among(c uint8, digits uint16, all []candidate) []candidate {
	for left := g.marks[c] & digits; left != 0; left &= left - 1 {
		all = append(all, candidate{c, first(left)})
	}
	return all
}

// seenByAll returns the candidates of a digit that some cells all see.
func (g *grid) seenByAll(cells []uint8, d uint8) (removed []candidate) {
	for c := range uint8(81) {
		if g.has(c, d) && !slices.ContainsFunc(cells, func(other uint8) bool { return !sees[c][other] }) {
			removed = append(removed, candidate{c, d})
		}
	}
	return removed
}

// lockedPair removes one digit of the pair from two cells of a house where the other has no other place.
func (g *grid) lockedPair(h uint8, open []uint8, pair uint16, rating int, best *step) {
	for left := pair; left != 0; left &= left - 1 {
		if d := first(left); size(g.places[h][d]) == 2 {
			other := pair &^ (1 << d)
			better(best, rating, g.among(open[1], other, g.among(open[0], other, nil)))
		}
	}
}

// pseudoCell takes two cells of a house, one of which holds one of some extra digits, as a cell of a naked set
// of these, or as one of a hidden set of the pair.
func (g *grid) pseudoCell(h uint8, open []uint8, pair, extras uint16, base int, best *step) {
	others := g.vacantBeside(h, open)
	for chosen := 1; chosen < 1<<len(others); chosen++ {
		n, digits, in, out := 1, extras, others[:0:0], others[:0:0]
		for i, c := range others {
			if chosen>>i&1 == 0 {
				out = append(out, c)
				continue
			}
			in = append(in, c)
			n++
			digits |= g.marks[c]
		}
		if 2*n <= len(others)+2 && size(digits) == n {
			better(best, base+n-1, g.amongAll(out, digits))
		}
		if 2*n < len(others)+2 && n >= size(extras) {
			hidden := g.onlyIn(h, out) &^ extras
			if hidden&pair == pair && size(hidden) == n {
				better(best, base+n-2, g.amongAll(in, all9&^hidden))
			}
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

// onlyIn returns the digits to place in a house that some cells of it cannot hold.
func (g *grid) onlyIn(h uint8, not []uint8) (digits uint16) {
	for d, at := range g.places[h] {
		if at != 0 {
			digits |= 1 << d
		}
	}
	for _, c := range not {
		digits &^= g.marks[c]
	}
	return digits
}

// amongAll returns the candidates of some cells that are among some digits.
func (g *grid) amongAll(cells []uint8, digits uint16) (all []candidate) {
	for _, c := range cells {
		all = g.among(c, digits, all)
	}
	return all
}
