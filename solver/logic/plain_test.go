package logic_test

import (
	"math/bits"
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// plain is the logical solver word for word after the definitions of the techniques: it
// looks at every combination of cells, digits and lines, in any order. It is the oracle of
// the fixpoints.
type plain struct {
	shape  sudoku.Shape
	grid   sudoku.Grid
	marks  sudoku.Pencilmarks
	random *rand.Rand
}

// plainRules are the rules that each tier adds.
var plainRules = map[logic.Tier][]func(*plain) bool{
	logic.TierSingletons: {(*plain).nakedSingles},
	logic.TierHidden:     {(*plain).hiddenSingles, (*plain).nakedSubsets, (*plain).hiddenSubsets},
	logic.TierLocked:     {(*plain).lockedCandidates},
	logic.TierXWing:      {(*plain).fish},
}

// exhaust applies the rules of the tiers 1 to upTo in random order until none applies.
func (p *plain) exhaust(upTo logic.Tier) {
	var rules []func(*plain) bool
	for t := logic.TierSingletons; t <= upTo; t++ {
		rules = append(rules, plainRules[t]...)
	}
	for again := true; again; {
		again = false
		for _, i := range p.random.Perm(len(rules)) {
			for rules[i](p) {
				again = true
			}
		}
	}
}

func (p *plain) nakedSingles() (changed bool) {
	for _, c := range p.shape.Cells() {
		if p.marks[c].Len() == 1 {
			p.place(c, p.marks[c].First())
			changed = true
		}
	}
	return changed
}

func (p *plain) place(c sudoku.Cell, d sudoku.Digit) {
	p.grid = p.grid.With(c, d)
	p.marks[c] = 0
	for peer := range p.shape.Peers(c).All() {
		p.marks[peer] = p.marks[peer].Without(d)
	}
}

func (p *plain) hiddenSingles() (changed bool) {
	for _, h := range p.shape.Houses() {
		for d := range p.shape.Digits().All() {
			if places := p.placesIn(p.shape.House(h), d); places.Len() == 1 {
				p.place(places.Slice()[0], d)
				changed = true
			}
		}
	}
	return changed
}

func (p *plain) nakedSubsets() (changed bool) {
	for _, h := range p.shape.Houses() {
		cells := p.shape.House(h)
		for choice := range combinations(p.shape.Side()) {
			var union sudoku.Digits
			closed := false
			for i, c := range cells {
				if choice>>i&1 == 1 {
					union |= p.marks[c]
					closed = closed || p.marks[c] == 0
				}
			}
			if closed || union.Len() != bits.OnesCount(uint(choice)) {
				continue
			}
			for i, c := range cells {
				if choice>>i&1 == 0 {
					changed = p.remove(c, union) || changed
				}
			}
		}
	}
	return changed
}

func (p *plain) hiddenSubsets() (changed bool) {
	for _, h := range p.shape.Houses() {
		cells := p.shape.House(h)
		for choice := range combinations(p.shape.Side()) {
			var union sudoku.Cells
			placed := false
			for d := range sudoku.Digits(choice).All() {
				places := p.placesIn(cells, d)
				union = union.Union(places)
				placed = placed || places.Len() == 0
			}
			if placed || union.Len() != bits.OnesCount(uint(choice)) {
				continue
			}
			for c := range union.All() {
				changed = p.remove(c, ^sudoku.Digits(choice)) || changed
			}
		}
	}
	return changed
}

func (p *plain) lockedCandidates() (changed bool) {
	for _, from := range p.shape.Houses() {
		for _, to := range p.shape.Houses() {
			if (from.Kind == sudoku.Box) == (to.Kind == sudoku.Box) {
				continue
			}
			cells := sudoku.CellsOf(p.shape.House(to)...)
			for d := range p.shape.Digits().All() {
				places := p.placesIn(p.shape.House(from), d)
				if places.Len() == 0 || places.Minus(cells).Len() > 0 {
					continue
				}
				for c := range cells.Minus(places).All() {
					changed = p.remove(c, sudoku.DigitsOf(d)) || changed
				}
			}
		}
	}
	return changed
}

func (p *plain) fish() (changed bool) {
	for d := range p.shape.Digits().All() {
		for choice := range combinations(p.shape.Side()) {
			for _, base := range []sudoku.HouseKind{sudoku.Row, sudoku.Column} {
				changed = p.fishIn(base, choice, d) || changed
			}
		}
	}
	return changed
}

func (p *plain) fishIn(base sudoku.HouseKind, choice int, d sudoku.Digit) (changed bool) {
	crossing := map[int]bool{}
	lineOf, crossOf := sudoku.Cell.Row, sudoku.Cell.Column
	if base == sudoku.Column {
		lineOf, crossOf = crossOf, lineOf
	}
	for i := range p.shape.Side() {
		if choice>>i&1 == 0 {
			continue
		}
		places := p.placesIn(p.shape.House(sudoku.House{Kind: base, Index: uint8(i)}), d)
		if places.Len() == 0 {
			return false
		}
		for c := range places.All() {
			crossing[crossOf(c)] = true
		}
	}
	if len(crossing) != bits.OnesCount(uint(choice)) {
		return false
	}
	for _, c := range p.shape.Cells() {
		if crossing[crossOf(c)] && choice>>lineOf(c)&1 == 0 {
			changed = p.remove(c, sudoku.DigitsOf(d)) || changed
		}
	}
	return changed
}

func (p *plain) placesIn(cells []sudoku.Cell, d sudoku.Digit) (places sudoku.Cells) {
	for _, c := range cells {
		if p.marks[c].Has(d) {
			places = places.With(c)
		}
	}
	return places
}

func (p *plain) remove(c sudoku.Cell, digits sudoku.Digits) (changed bool) {
	changed = p.marks[c]&digits != 0
	p.marks[c] &^= digits
	return changed
}

// combinations yields the sets of two to four of n things, as bits.
func combinations(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for choice := range 1 << n {
			if w := bits.OnesCount(uint(choice)); w >= 2 && w <= 4 && !yield(choice) {
				return
			}
		}
	}
}
