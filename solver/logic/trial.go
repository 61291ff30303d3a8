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
	comparedTrials = 5_000                    // of a step, after which no further tree is compared: more make it hardly smaller
	comparesAbove  = MaxConclusions - 200_000 // with fewer conclusions left, the first tree is taken
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
	most, closed, enough, p := math.MaxInt, closureOf(s), max(*a.left-comparedTrials, comparesAbove), planner{a.left}
	size := map[sudoku.Candidate]int{}
	for _, c := range assumptions {
		then := closed
		then.place(c)
		size[c] = then.size()
	}
	*a.left -= len(assumptions)
	order := slices.SortedStableFunc(slices.Values(assumptions), func(a, b sudoku.Candidate) int { return cmp.Compare(size[a], size[b]) })
	for _, c := range order {
		if *a.left <= 0 || ok && *a.left < enough {
			break
		}
		then := closed
		then.place(c)
		if within, found := p.refute(then); found && a.follow(start, trial{c, within}, most) {
			best, ok = a.step(), true
			most = best.Len()
		}
	}
	return best, ok
}

// planner plans trees. Each of its trials is a conclusion, and it gives up if none is left.
type planner struct{ left *int }

// refute returns a plan that leads candidates to a contradiction, if they have no solution.
func (p planner) refute(c closure) (found plan, ok bool) {
	for !c.dead {
		excluded, next := p.exclude(&c)
		found = append(found, excluded...)
		if c.dead {
			break
		}
		if next.Digit == 0 || *p.left <= 0 { // 0: a solution
			return nil, false
		}
		then := c
		then.place(next)
		within, ok := p.refute(then)
		if !ok {
			return nil, false
		}
		found = append(found, trial{next, within})
		c.remove(next.Cell, next.Digit)
	}
	return found, true
}

// exclude rules out the candidates that singles refute until there are none, and returns them. next is the candidate to try
// then, if any cell has two.
func (p planner) exclude(c *closure) (excluded plan, next sudoku.Candidate) {
	var left [sudoku.MaxCells][sudoku.MaxSide + 1]int
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
					*p.left--
					then := *c
					then.place(sudoku.Candidate{Cell: cell, Digit: d})
					if left[cell][d] = then.size(); !then.dead {
						continue
					}
					excluded = append(excluded, trial{assumed: sudoku.Candidate{Cell: cell, Digit: d}})
					if c.remove(cell, d); c.dead {
						return excluded, next
					}
					again = true
				}
			}
		}
	}
	return excluded, c.choose(&left)
}

// choose returns a candidate of the two of a cell, or places of a digit in a house, that leave least: the one that leaves less.
// If there are no two, it returns the one of all that leaves least.
func (c *closure) choose(left *[sudoku.MaxCells][sudoku.MaxSide + 1]int) (next sudoku.Candidate) {
	least := 0
	offer := func(a, b sudoku.Candidate) {
		x, y := left[a.Cell][a.Digit], left[b.Cell][b.Digit]
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
		for d := range c.marks[cell].All() {
			if x := left[cell][d]; x > 0 && (least == 0 || x < least) {
				least, next = x, sudoku.Candidate{Cell: cell, Digit: d}
			}
		}
	}
	return next
}

// closure is candidates in which naked and hidden singles find nothing more. It has no pointers, so a trial is a copy.
type closure struct {
	shape  sudoku.Shape
	dead   bool               // a contradiction was found; nothing else means anything then
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

// size is how many candidates there are, 0 in a contradiction.
func (c *closure) size() (n int) {
	for _, cell := range c.shape.Cells() {
		n += c.marks[cell].Len()
	}
	if c.dead {
		return 0
	}
	return n
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
