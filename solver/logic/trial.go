package logic

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A contradiction may hold others: within an assumption that neither singles nor patterns refute, further candidates are
// assumed and ruled out in the same way. That is a tree of trials, which refutes any wrong candidate. How large it is
// depends on the candidates that are tried. So a tree is planned first, by quick trials without reasons; then its steps
// are followed, and those that are not needed are dropped.
//
// Of two candidates one is tried within an assumption, and the assumption goes on with the other. The one tried is the
// quicker of the two to refute, so trees are seldom nested deeper than they must be: depth 3 is enough for all puzzles known.

const (
	comparedTrees  = 20                       // of a step at least: the first of large trees may be ten times as long as the shortest
	comparedTrials = 5_000                    // of a step, after which no further tree is compared: more make it hardly smaller
	comparesAbove  = MaxConclusions - 800_000 // with fewer conclusions left, the first tree is taken
)

// plan is the candidates that a tree rules out within an assumption, in this order. Singles come between them.
type plan []trial

type trial struct {
	assumed sudoku.Candidate
	within  plan
}

// refuteByTrials returns the shortest tree of trials found that refutes one of some assumptions. Candidates that leave few
// others are tried first.
func (a *assumption) refuteByTrials(start *propagation, closed *closure, assumptions []sudoku.Candidate) (best Step, ok bool) {
	most, enough, p := math.MaxInt, *a.left-comparedTrials, planner{left: a.left}
	size := map[sudoku.Candidate]int{}
	for _, c := range assumptions {
		then := *closed
		then.place(c)
		if !then.dead {
			size[c] = then.size
		}
	}
	*a.left -= len(assumptions)
	order := slices.SortedStableFunc(slices.Values(assumptions), func(a, b sudoku.Candidate) int { return cmp.Compare(size[a], size[b]) })
	for i, c := range order {
		if *a.left <= 0 || ok && (*a.left < comparesAbove || *a.left < enough && i >= comparedTrees) {
			break
		}
		then := *closed
		then.place(c)
		if within, found := p.refute(then, 0); found && a.follow(start, trial{c, within}, most) {
			best, ok = a.step(), true
			most = best.Len()
		}
	}
	return best, ok
}

// planner plans trees. Each of its trials is a conclusion, and it gives up if none is left.
type planner struct {
	left   *int
	levels []*tried // of nested trials
}

// tried is what is left with each of the candidates that were tried at a level. When candidates are removed later, their
// trials go on from there.
type tried struct {
	closures []closure
	assumed  []sudoku.Candidate                         // in each closure
	holding  [sudoku.MaxCells][sudoku.MaxSide + 1]int16 // the number of a closure that has placed a candidate, counted from 1
}

// with returns what is left with a candidate.
func (t *tried) with(c *closure, assumed sudoku.Candidate) *closure {
	if n := t.holding[assumed.Cell][assumed.Digit]; n > 0 && t.assumed[n-1] == assumed {
		return t.updated(c, n)
	}
	t.closures, t.assumed = append(t.closures, *c), append(t.assumed, assumed)
	n := len(t.closures)
	then := &t.closures[n-1]
	then.place(assumed)
	t.holding[assumed.Cell][assumed.Digit] = int16(n)
	for _, cell := range c.shape.Cells() {
		if then.dead || then.marks[cell].Len() > 1 || c.marks[cell].Len() == 1 {
			continue
		}
		if other := &t.holding[cell][then.marks[cell].First()]; *other == 0 || t.closures[*other-1].dead {
			*other = int16(n)
		}
	}
	return then
}

// updated returns a closure without the candidates that were removed since.
func (t *tried) updated(c *closure, n int16) *closure {
	then := &t.closures[n-1]
	then.intersect(c)
	return then
}

// refuted reports whether singles refute a candidate. If they do not refute another that implies it, they do not refute this
// one: it leaves no less.
func (t *tried) refuted(c *closure, assumed sudoku.Candidate) bool {
	n := t.holding[assumed.Cell][assumed.Digit]
	return (n == 0 || t.updated(c, n).dead) && t.with(c, assumed).dead
}

// refute returns a plan that leads candidates to a contradiction within some nested trials, if they have no solution.
func (p *planner) refute(c closure, nested int) (found plan, ok bool) {
	if nested == len(p.levels) {
		p.levels = append(p.levels, &tried{})
	}
	t := p.levels[nested]
	*t = tried{closures: t.closures[:0], assumed: t.assumed[:0]}
	for !c.dead {
		found = append(found, p.exclude(&c, t)...)
		if c.dead {
			break
		}
		next := c.choose(t)
		if next.Digit == 0 || *p.left <= 0 { // 0: a solution
			return nil, false
		}
		within, ok := p.refute(*t.with(&c, next), nested+1)
		if !ok {
			return nil, false
		}
		found = append(found, trial{next, within})
		c.remove(next.Cell, next.Digit)
	}
	return found, true
}

// exclude rules out the candidates that singles refute until there are none, and returns them.
func (p *planner) exclude(c *closure, t *tried) (excluded plan) {
	for again := true; again; {
		again = false
		for size := 2; size <= c.shape.Side(); size++ {
			for _, cell := range c.shape.Cells() {
				if c.marks[cell].Len() != size {
					continue
				}
				for d := range c.marks[cell].All() {
					if !c.marks[cell].Has(d) {
						continue
					}
					assumed := sudoku.Candidate{Cell: cell, Digit: d}
					if *p.left--; !t.refuted(c, assumed) {
						continue
					}
					excluded = append(excluded, trial{assumed: assumed})
					if c.remove(cell, d); c.dead {
						return excluded
					}
					again = true
				}
			}
		}
	}
	return excluded
}

// choose returns a candidate of the two of a cell, or places of a digit in a house, that leave least: the one that leaves less.
// If there are no two, it returns the one of all that leaves least.
func (c *closure) choose(t *tried) (next sudoku.Candidate) {
	least := 0
	left := func(a sudoku.Candidate) int { return t.with(c, a).size }
	offer := func(a, b sudoku.Candidate) {
		x, y := left(a), left(b)
		if y < x {
			a, x, y = b, y, x
		}
		if product := x * y; least == 0 || product < least {
			least, next = product, a
		}
	}
	for _, cell := range c.shape.Cells() {
		if m := c.marks[cell]; m.Len() == 2 {
			d := m.First()
			offer(sudoku.Candidate{Cell: cell, Digit: d}, sudoku.Candidate{Cell: cell, Digit: m.Without(d).First()})
		}
	}
	for _, h := range c.shape.Houses() {
		for d := range c.shape.Digits().All() {
			two := c.places[d].Intersect(cellsInHouses[c.shape][h.Kind][h.Index])
			if two.Len() != 2 {
				continue
			}
			a := two.First()
			offer(sudoku.Candidate{Cell: a, Digit: d}, sudoku.Candidate{Cell: two.Without(a).First(), Digit: d})
		}
	}
	if least > 0 {
		return next
	}
	for _, cell := range c.shape.Cells() { // no two: the candidate that leaves least
		if c.marks[cell].Len() == 1 {
			continue
		}
		for d := range c.marks[cell].All() {
			a := sudoku.Candidate{Cell: cell, Digit: d}
			if x := left(a); least == 0 || x < least {
				least, next = x, a
			}
		}
	}
	return next
}

// closure is candidates in which naked and hidden singles find nothing more. It has no pointers, so a trial is a copy.
type closure struct {
	shape  sudoku.Shape
	dead   bool               // a contradiction was found; nothing else means anything then
	size   int                // how many candidates there are
	marks  sudoku.Pencilmarks // a filled cell has its digit
	places [sudoku.MaxSide + 1]sudoku.Cells
	counts [3 * sudoku.MaxSide]counts // how many places each digit has in each house; settled more if it has its place
}

// settled is more than a digit has places in a house.
const settled = 32

// pending is where singles may be: cells that have one candidate, and houses that have lost some.
type pending struct {
	naked  sudoku.Cells
	houses uint32
}

func closureOf(s State) closure {
	c := closure{shape: s.Grid.Shape(), marks: s.Marks}
	var next pending
	for _, house := range c.shape.Houses() {
		h := int(house.Kind)*sudoku.MaxSide + int(house.Index)
		c.counts[h] = settled * spread[sudoku.Sudoku.Digits()&^c.shape.Digits()]
		next.houses |= 1 << h
	}
	for _, cell := range c.shape.Cells() {
		if d := s.Grid.At(cell); d != 0 {
			c.marks[cell] = sudoku.DigitsOf(d)
		}
		switch c.marks[cell].Len() {
		case 0:
			c.dead = true
		case 1:
			next.naked = next.naked.With(cell)
		}
		c.size += c.marks[cell].Len()
		for _, h := range neighbourhoods[c.shape][cell].houses {
			c.counts[h] += spread[c.marks[cell]]
		}
		for d := range c.marks[cell].All() {
			c.places[d] = c.places[d].With(cell)
		}
	}
	c.settle(next)
	return c
}

// place removes the other candidates of a cell.
func (c *closure) place(p sudoku.Candidate) {
	if !c.marks[p.Cell].Has(p.Digit) {
		c.dead = true
	}
	c.removeAll(p.Cell, c.marks[p.Cell].Without(p.Digit))
}

// remove removes a candidate, and all that singles remove then.
func (c *closure) remove(cell sudoku.Cell, d sudoku.Digit) {
	c.removeAll(cell, c.marks[cell]&sudoku.DigitsOf(d))
}

// removeAll removes candidates of a cell, and all that singles remove then.
func (c *closure) removeAll(cell sudoku.Cell, digits sudoku.Digits) {
	if !c.dead && digits != 0 {
		var next pending
		c.take(cell, digits, &next)
		c.settle(next)
	}
}

// intersect removes what another closure does not have, and all that singles remove then.
func (c *closure) intersect(other *closure) {
	for cell, marks := range other.marks {
		c.removeAll(sudoku.Cell(cell), c.marks[cell]&^marks)
	}
}

// take removes candidates of a cell, and notes where singles may be then.
func (c *closure) take(cell sudoku.Cell, digits sudoku.Digits, next *pending) {
	c.marks[cell] &^= digits
	c.size -= digits.Len()
	for _, h := range neighbourhoods[c.shape][cell].houses {
		c.counts[h] -= spread[digits]
		next.houses |= 1 << h
	}
	for ; digits != 0; digits &= digits - 1 {
		c.places[digits.First()] = c.places[digits.First()].Without(cell)
	}
	switch c.marks[cell].Len() {
	case 0:
		c.dead = true
	case 1:
		next.naked = next.naked.With(cell)
	}
}

// settle removes all that singles remove.
func (c *closure) settle(next pending) {
	for !c.dead {
		switch {
		case next.naked != sudoku.Cells{}:
			cell := next.naked.First()
			next.naked = next.naked.Without(cell)
			d := c.marks[cell].First()
			for peers := c.places[d].Intersect(c.shape.Peers(cell)); peers != (sudoku.Cells{}); {
				peer := peers.First()
				peers = peers.Without(peer)
				c.take(peer, sudoku.DigitsOf(d), &next)
			}
			for _, h := range neighbourhoods[c.shape][cell].houses {
				c.counts[h] += settled << (7 * (d - 1))
			}
		case next.houses != 0:
			h := bits.TrailingZeros32(next.houses)
			next.houses &= next.houses - 1
			const high = ones << 6
			few := ^(c.counts[h] | high - 2*ones) & high // the highest bits of the digits with one place, or none
			if few&^(c.counts[h]<<6) != 0 {
				c.dead = true
				return
			}
			in := numbered(h)
			for ; few != 0; few &= few - 1 {
				d := sudoku.Digit(bits.TrailingZeros64(uint64(few))/7 + 1)
				place := c.places[d].Intersect(cellsInHouses[c.shape][in.Kind][in.Index])
				if place == (sudoku.Cells{}) { // its cell is the only place of another digit too
					c.dead = true
					return
				}
				if others := c.marks[place.First()].Without(d); others != 0 {
					c.take(place.First(), others, &next)
				}
			}
		default:
			return
		}
	}
}

// neighbourhood is the tables that remove needs for a cell.
type neighbourhood struct {
	peers   []sudoku.Cell
	houses  [3]uint8 // numbered through all kinds
	at      [3]uint8 // the place of the cell in each
	members [3][]sudoku.Cell
}

var neighbourhoods = sudoku.ByShape(func(s sudoku.Shape) (all [sudoku.MaxCells]neighbourhood) {
	for _, c := range s.Cells() {
		near := neighbourhood{peers: s.Peers(c).Slice()}
		for kind, h := range s.HousesOf(c) {
			near.houses[kind] = uint8(kind*sudoku.MaxSide) + h.Index
			near.members[kind] = s.House(h)
			near.at[kind] = uint8(slices.Index(s.House(h), c))
		}
		all[c] = near
	}
	return all
})
