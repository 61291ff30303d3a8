package logictest

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func sameDigit(a, b place) bool { return a.digit == b.digit }
func anyTwo(place, place) bool  { return true }

const unlimited = -1

// place is a digit in a cell, or in one of some cells where a box meets a line.
type place struct {
	cells sudoku.Cells
	digit sudoku.Digit
}

// chain is a rule of chains: whatever a false candidate leads to, by links that are strong and weak in turn, is found by
// going on until nothing new comes of it.
type chain struct {
	cells, houses, groups, sets, loop bool
	weak                              func(a, b place) bool // those of which both are not true
	limit                             int                   // of weak links that are not strong; [unlimited]
	only                              sudoku.Digits         // in cells with just these; 0: any
}

// remotePairs are chains in cells with the same two candidates: the ends have different ones.
func remotePairs(p *Plain) (gone sudoku.Pencilmarks) {
	for pair := range combinations(p.shape.Side(), 2) {
		c := chain{cells: true, limit: unlimited, only: sudoku.Digits(pair), weak: anyTwo}
		c.each(p, func(a, b place) {
			if a.digit != b.digit {
				return
			}
			for d := range c.only.All() {
				for _, seen := range p.seenBy(a.cells.Union(b.cells), d) {
					gone[seen] = gone[seen].With(d)
				}
			}
		})
	}
	return gone
}

// gone returns what both ends of a chain rule out.
func (c chain) gone(p *Plain) (gone sudoku.Pencilmarks) {
	known := map[place]sudoku.Pencilmarks{}
	c.each(p, func(a, b place) {
		if c.loop && !p.notBoth(a, b) {
			return
		}
		for _, end := range [...]place{a, b} {
			if _, ok := known[end]; !ok {
				known[end] = p.excludedBy(end)
			}
		}
		first, last := known[a], known[b]
		for cell := range gone {
			gone[cell] |= first[cell] & last[cell]
		}
	})
	return gone
}

// excludedBy returns the candidates that a place rules out.
func (p *Plain) excludedBy(end place) (excluded sudoku.Pencilmarks) {
	for _, cell := range p.shape.Cells() {
		for d := range p.marks[cell].All() {
			if p.notBoth(place{sudoku.CellsOf(cell), d}, end) {
				excluded[cell] = excluded[cell].With(d)
			}
		}
	}
	return excluded
}

// notBoth reports whether two places are those of one digit that see each other, or two digits of a cell.
func (p *Plain) notBoth(a, b place) bool {
	if a.digit != b.digit {
		return a.cells == b.cells && a.cells.Len() == 1
	}
	for x := range a.cells.All() {
		for y := range b.cells.All() {
			if !p.sees(x, y) {
				return false
			}
		}
	}
	return true
}

// each yields each two places of which the second is true if the first is false.
func (c chain) each(p *Plain, yield func(a, b place)) {
	strong := c.strong(p)
	weak := map[place][]place{}
	for a := range strong {
		for b := range strong {
			if p.notBoth(a, b) && c.weak(a, b) {
				weak[a] = append(weak[a], b)
			}
		}
	}
	for start := range strong {
		type at struct {
			place
			used int // weak links that are not strong
		}
		todo, known := []at{{start, 0}}, map[at]bool{}
		for len(todo) > 0 { // false ones
			off := todo[0]
			todo = todo[1:]
			for _, on := range strong[off.place] {
				if known[at{on, off.used}] {
					continue
				}
				known[at{on, off.used}] = true
				yield(start, on)
				for _, next := range weak[on] {
					used := off.used
					if c.limit != unlimited && !linked(strong, on, next) {
						used++
					}
					if c.limit == unlimited || used <= c.limit {
						todo = append(todo, at{next, used})
					}
				}
			}
		}
	}
}

func linked(strong map[place][]place, a, b place) bool {
	for _, other := range strong[a] {
		if other == b {
			return true
		}
	}
	return false
}

// strong returns the strong links of each place.
func (c chain) strong(p *Plain) map[place][]place {
	links := map[place][]place{}
	add := func(a, b place) {
		links[a], links[b] = append(links[a], b), append(links[b], a)
	}
	for _, cell := range p.shape.Cells() {
		if marks := p.marks[cell]; c.cells && marks.Len() == 2 && (c.only == 0 || marks == c.only) {
			first := marks.First()
			add(place{sudoku.CellsOf(cell), first}, place{sudoku.CellsOf(cell), marks.Without(first).First()})
		}
	}
	for _, set := range c.almostLocked(p) {
		for d := range p.digitsOf(set).All() {
			for e := range p.digitsOf(set).All() {
				if d < e {
					add(place{p.placesOf(d, set), d}, place{p.placesOf(e, set), e})
				}
			}
		}
	}
	for _, h := range p.shape.Houses() {
		for d := range p.shape.Digits().All() {
			places := p.placesIn(p.shape.House(h), d).Slice()
			if !c.houses || len(places) < 2 || len(places) > 6 {
				continue
			}
			for choice := 1; choice < 1<<(len(places)-1); choice++ { // the last place is in the second part
				var parts [2]sudoku.Cells
				for i, cell := range places {
					parts[1-choice>>i&1] = parts[1-choice>>i&1].With(cell)
				}
				if len(places) == 2 || c.groups && p.isGroup(parts[0]) && p.isGroup(parts[1]) {
					add(place{parts[0], d}, place{parts[1], d})
				}
			}
		}
	}
	return links
}

func (c chain) almostLocked(p *Plain) []sudoku.Cells {
	if !c.sets {
		return nil
	}
	return p.almostLocked()
}

// isGroup reports whether cells are in one box and in one line.
func (p *Plain) isGroup(cells sudoku.Cells) bool {
	boxes, rows, columns := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for c := range cells.All() {
		boxes[p.shape.Box(c)], rows[c.Row()], columns[c.Column()] = true, true, true
	}
	return len(boxes) == 1 && (len(rows) == 1 || len(columns) == 1)
}

// chainFollows checks each link of a chain, and that what it rules out cannot be with either end, or in a loop with
// either end of a weak link.
func chainFollows(s logic.State, step logic.Step) error {
	p := Of(s)
	var nodes []place
	var digits sudoku.Digits
	for _, part := range step.Parts {
		nodes = append(nodes, place{p.placesOf(part.Digits.First(), part.Cells), part.Digits.First()})
		digits |= part.Digits
	}
	if digits != step.Digits {
		return fmt.Errorf("parts with %s for %s", digits, step.Digits)
	}
	all := chain{cells: true, houses: true, groups: true, sets: step.Technique == logic.ALSAIC, limit: unlimited}.strong(p)
	for i := 1; i < len(nodes); i++ {
		if a, b := nodes[i-1], nodes[i]; i%2 == 1 && !linked(all, a, b) || i%2 == 0 && !p.notBoth(a, b) {
			return fmt.Errorf("%v and %v are not linked", a, b)
		}
	}
	ends := [][2]place{{nodes[0], nodes[len(nodes)-1]}}
	for i := 1; step.Technique == logic.NiceLoop && i+1 < len(nodes); i += 2 {
		ends = append(ends, [2]place{nodes[i], nodes[i+1]})
	}
	for _, e := range step.Eliminations {
		follows := false
		for _, end := range ends {
			z := place{sudoku.CellsOf(e.Cell), e.Digit}
			if step.Technique == logic.RemotePair { // the other digit as well
				z.digit = end[0].digit
			}
			follows = follows || p.notBoth(z, end[0]) && p.notBoth(z, end[1])
		}
		if !follows {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	for c := range step.Cells.All() {
		if step.Technique == logic.RemotePair && s.Marks[c] != step.Digits {
			return fmt.Errorf("%s has %s", c, s.Marks[c])
		}
	}
	if step.Technique == logic.NiceLoop && !p.notBoth(nodes[0], nodes[len(nodes)-1]) {
		return fmt.Errorf("%v is not a loop", nodes)
	}
	return nil
}
