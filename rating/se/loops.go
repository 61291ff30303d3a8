package se

import "slices"

// A unique loop is a ring of cells, each in one house with the next, that all have the same two candidates. Each house
// has no cell of it or two, one at an even and one at an odd place. If no cell had another candidate,
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

// loopStep is the step to take: the first of the easiest, and of these of the lowest type.
type loopStep struct {
	step  step
	order int
}

// The types of steps, in the order in which steps of equal rating are taken.
const (
	oneOpen    = iota // one cell of the loop has other candidates
	sameExtra         // several have the same other candidate
	besideSet         // two are as one cell of a naked or hidden set
	lockedPair        // two, and a digit of the pair has no other place in their house
)

// offer takes a step if it removes anything and comes before the one that is there. Sudoku Explainer adds up ratings as
// floating point numbers: 4.6 and 0.1 are less than 4.7, and 4.6 and 0.3 less than 4.9. Only loops of six have such sums.
func (l *loopStep) offer(loop []uint8, kind, harder int, removed []candidate) {
	rating := 45 + harder
	switch n := len(loop); {
	case n >= 10: // 0.3, and then the 0.2 of a loop of eight as well
		rating += 5
	case n >= 8:
		rating += 2
	case n >= 6:
		rating++
	}
	order := 20*rating + kind
	if len(loop) == 6 && harder&1 == 1 {
		order -= 10
	}
	if len(removed) > 0 && (l.step.rating == 0 || order < l.order) {
		l.step, _ = remove(rating, removed)
		l.order = order
	}
}

// uniqueLoop finds the easiest step that a unique rectangle or loop gives.
func uniqueLoop(g *grid, _ *changes) (step, bool) {
	var best loopStep
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
			g.fromLoop(cells, marks, &best)
		}
	}
	return best.step, best.step.rating > 0
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
	for _, next := range boxRowColumn {
		if next == kind {
			continue
		}
		for _, other := range members[housesOf[c][next]] {
			marks := l.g.marks[other]
			if marks&l.pair != l.pair {
				continue
			}
			if other == l.cells[0] && len(l.cells) >= 4 {
				if l.visited[0] == l.visited[1] {
					l.found = append(l.found, slices.Clone(l.cells))
				}
				continue
			}
			if slices.Contains(l.cells, other) {
				continue
			}
			left := allowed
			if extras |= marks &^ l.pair; marks != l.pair {
				left--
			}
			if l.in[other] && (marks == l.pair || allowed > 0 || size(extras) == 1) {
				l.extend(other, left, extras, next)
			}
		}
	}
	l.cells = l.cells[:len(l.cells)-1]
	l.visited[parity] &^= houseSets[c]
}

func (g *grid) fromLoop(loop []uint8, pair uint16, best *loopStep) {
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
		best.offer(loop, oneOpen, 0, g.among(open[0], pair, nil))
	case size(extras) == 1:
		best.offer(loop, sameExtra, 0, g.seenByAll(open, first(extras)))
	case len(open) == 2:
		for n := size(extras); n <= 4; n++ {
			for _, kind := range boxRowColumn {
				if h := housesOf[open[0]][kind]; h == housesOf[open[1]][kind] {
					these := [2]uint8{placeIn[open[0]][kind], placeIn[open[1]][kind]}
					for _, removed := range g.besideNaked(h, n, these, extras) {
						best.offer(loop, besideSet, n-1, removed)
					}
					for _, removed := range g.besideHidden(h, n, these, pair, extras) {
						best.offer(loop, besideSet, n-2, removed)
					}
				}
			}
		}
		for left := pair; left != 0; left &= left - 1 {
			for kind, h := range housesOf[open[0]] {
				if d := first(left); h == housesOf[open[1]][kind] && size(g.places[h][d]) == 2 {
					other := pair &^ (1 << d)
					best.offer(loop, lockedPair, 0, g.among(open[1], other, g.among(open[0], other, nil)))
				}
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

// besideNaked takes two cells of a house, one of which holds an extra digit, as one cell of a naked set of n.
func (g *grid) besideNaked(h uint8, n int, these [2]uint8, extras uint16) (found [][]candidate) {
	if 2*n > int(g.vacant[h]) {
		return nil
	}
	for _, chosen := range subsets[n] {
		if chosen>>these[0]&1 == 0 || chosen>>these[1]&1 != 0 {
			continue
		}
		digits, vacant := extras, true
		var others []uint8
		for place, c := range members[h] {
			switch in := chosen>>place&1 != 0; {
			case uint8(place) == these[0] || uint8(place) == these[1]:
			case in:
				digits |= g.marks[c]
				vacant = vacant && g.marks[c] != 0
			default:
				others = append(others, c)
			}
		}
		if vacant && size(digits) == n {
			found = append(found, g.amongAll(others, digits))
		}
	}
	return found
}

// besideHidden takes two cells of a house as one cell of a hidden set of n digits, the pair among them, but none that is extra.
func (g *grid) besideHidden(h uint8, n int, these [2]uint8, pair, extras uint16) (found [][]candidate) {
	if 2*n >= int(g.vacant[h]) {
		return nil
	}
	for digits := range uint16(all9 + 1) {
		if size(digits) != n || digits&pair != pair || digits&extras != 0 {
			continue
		}
		var places uint16
		for left := digits; left != 0; left &= left - 1 {
			at := g.places[h][first(left)] &^ (1 << these[1])
			if at == 0 {
				places = all9
			}
			places |= at
		}
		if size(places) != n {
			continue
		}
		var others []uint8
		for left := places &^ (1 << these[0]); left != 0; left &= left - 1 {
			others = append(others, members[h][first(left)])
		}
		found = append(found, g.amongAll(others, all9&^digits))
	}
	return found
}

// amongAll returns the candidates of some cells that are among some digits.
func (g *grid) amongAll(cells []uint8, digits uint16) (all []candidate) {
	for _, c := range cells {
		all = g.among(c, digits, all)
	}
	return all
}
