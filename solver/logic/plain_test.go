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
	placed sudoku.Cells // filled, and not clues
	random *rand.Rand
}

func plainOf(s logic.State, random *rand.Rand) *plain {
	return &plain{s.Grid.Shape(), s.Grid, s.Marks, s.Placed, random}
}

func (p *plain) state() logic.State {
	return logic.State{Grid: p.grid, Marks: p.marks, Placed: p.placed}
}

// plainRules are the rules of the techniques.
var plainRules = map[logic.Technique]func(*plain) bool{
	logic.NakedSingle:  (*plain).nakedSingles,
	logic.HiddenSingle: (*plain).hiddenSingles,
	logic.Pointing:     func(p *plain) bool { return p.lockedCandidates(true) },
	logic.Claiming:     func(p *plain) bool { return p.lockedCandidates(false) },
	logic.NakedPair:    func(p *plain) bool { return p.nakedSubsets(2) },
	logic.NakedTriple:  func(p *plain) bool { return p.nakedSubsets(3) },
	logic.NakedQuad:    func(p *plain) bool { return p.nakedSubsets(4) },
	logic.HiddenPair:   func(p *plain) bool { return p.hiddenSubsets(2) },
	logic.HiddenTriple: func(p *plain) bool { return p.hiddenSubsets(3) },
	logic.HiddenQuad:   func(p *plain) bool { return p.hiddenSubsets(4) },
	logic.XWing:        func(p *plain) bool { return p.fish(2) },
	logic.Swordfish:    func(p *plain) bool { return p.fish(3) },
	logic.Jellyfish:    func(p *plain) bool { return p.fish(4) },
}

// exhaust applies the rules of some techniques in random order until none applies.
func (p *plain) exhaust(list []logic.Technique) {
	for again := true; again; {
		again = false
		for _, i := range p.random.Perm(len(list)) {
			for plainRules[list[i]](p) {
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
	p.grid, p.placed = p.grid.With(c, d), p.placed.With(c)
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

func (p *plain) nakedSubsets(w int) (changed bool) {
	for _, h := range p.shape.Houses() {
		cells := p.shape.House(h)
		for choice := range combinations(p.shape.Side(), w) {
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

func (p *plain) hiddenSubsets(w int) (changed bool) {
	for _, h := range p.shape.Houses() {
		cells := p.shape.House(h)
		for choice := range combinations(p.shape.Side(), w) {
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

// lockedCandidates are those of boxes, or those of lines.
func (p *plain) lockedCandidates(ofBoxes bool) (changed bool) {
	for _, from := range p.shape.Houses() {
		for _, to := range p.shape.Houses() {
			if (from.Kind == sudoku.Box) != ofBoxes || (to.Kind == sudoku.Box) == ofBoxes {
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

func (p *plain) fish(w int) (changed bool) {
	for d := range p.shape.Digits().All() {
		for choice := range combinations(p.shape.Side(), w) {
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

// combinations yields the sets of w of n things, as bits.
func combinations(n, w int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for choice := range 1 << n {
			if bits.OnesCount(uint(choice)) == w && !yield(choice) {
				return
			}
		}
	}
}
