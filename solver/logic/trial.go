package logic

import (
	"cmp"
	"math"
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
func (a *assumption) refuteByTrials(s State, start *propagation, assumptions []sudoku.Candidate) (best Step, ok bool) {
	most, closed, enough, p := math.MaxInt, closureOf(s), *a.left-comparedTrials, planner{left: a.left}
	size := map[sudoku.Candidate]int{}
	for _, c := range assumptions {
		then := closed
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
		then := closed
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
	for cell, marks := range c.marks {
		for d := range (then.marks[cell] &^ marks).All() {
			then.remove(sudoku.Cell(cell), d)
		}
	}
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
			if c.places[int(h.Kind)*sudoku.MaxSide+int(h.Index)][d] != 2 {
				continue
			}
			var two []sudoku.Candidate
			for _, cell := range c.shape.House(h) {
				if c.marks[cell].Has(d) {
					two = append(two, sudoku.Candidate{Cell: cell, Digit: d})
				}
			}
			offer(two[0], two[1])
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
	places [3 * sudoku.MaxSide][sudoku.MaxSide + 1]uint8
}

func closureOf(s State) closure {
	c := closure{shape: s.Grid.Shape(), marks: s.Marks}
	for _, cell := range c.shape.Cells() {
		if d := s.Grid.At(cell); d != 0 {
			c.marks[cell] = sudoku.DigitsOf(d)
		}
		c.dead = c.dead || c.marks[cell] == 0
		c.size += c.marks[cell].Len()
		for d := range c.marks[cell].All() {
			for _, h := range neighbourhoods[c.shape][cell].houses {
				c.places[h][d]++
			}
		}
	}
	for _, cell := range c.shape.Cells() {
		if c.marks[cell].Len() == 1 {
			for _, peer := range neighbourhoods[c.shape][cell].peers {
				c.remove(peer, c.marks[cell].First())
			}
		}
	}
	for _, h := range c.shape.Houses() {
		for d := range c.shape.Digits().All() {
			switch c.places[int(h.Kind)*sudoku.MaxSide+int(h.Index)][d] {
			case 0:
				c.dead = true
			case 1:
				c.placeIn(c.shape.House(h), d)
			}
		}
	}
	return c
}

// place removes the other candidates of a cell.
func (c *closure) place(p sudoku.Candidate) {
	if !c.marks[p.Cell].Has(p.Digit) {
		c.dead = true
	}
	for other := range c.marks[p.Cell].Without(p.Digit).All() {
		c.remove(p.Cell, other)
	}
}

// remove removes a candidate, and all that singles remove then.
func (c *closure) remove(cell sudoku.Cell, d sudoku.Digit) {
	if c.dead || !c.marks[cell].Has(d) {
		return
	}
	c.marks[cell] = c.marks[cell].Without(d)
	c.size--
	near := &neighbourhoods[c.shape][cell]
	for _, h := range near.houses {
		c.places[h][d]--
	}
	switch c.marks[cell].Len() {
	case 0:
		c.dead = true
	case 1:
		for _, peer := range near.peers {
			c.remove(peer, c.marks[cell].First())
		}
	}
	for kind, h := range near.houses {
		switch c.places[h][d] {
		case 0:
			c.dead = true
		case 1:
			c.placeIn(near.members[kind], d)
		}
	}
}

// placeIn places a digit in the one cell of a house that has it.
func (c *closure) placeIn(house []sudoku.Cell, d sudoku.Digit) {
	for _, cell := range house {
		if c.marks[cell].Has(d) {
			c.place(sudoku.Candidate{Cell: cell, Digit: d})
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
