// Package logictest has the techniques of package logic word for word after their definitions, for tests. It shares no
// code with them, and is slow: each rule looks at every combination of cells, digits and houses.
//
// [Plain] finds what a technique concludes in a position; [Unjustified] checks a step against the reason that its fields
// give.
package logictest

import (
	"math/bits"
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Plain is a position in which the plain rules are followed.
type Plain struct {
	shape  sudoku.Shape
	grid   sudoku.Grid
	marks  sudoku.Pencilmarks
	placed sudoku.Cells // filled, and not clues
}

// Of returns the position of a state.
func Of(s logic.State) *Plain { return &Plain{s.Grid.Shape(), s.Grid, s.Marks, s.Placed} }

// State returns the position as a state.
func (p *Plain) State() logic.State {
	return logic.State{Grid: p.grid, Marks: p.marks, Placed: p.placed}
}

// rules are the rules of the techniques: the candidates that a single places, or that another technique rules out.
var rules = map[logic.Technique]func(*Plain) sudoku.Pencilmarks{
	logic.NakedSingle:  (*Plain).nakedSingles,
	logic.HiddenSingle: (*Plain).hiddenSingles,
	logic.Pointing:     func(p *Plain) sudoku.Pencilmarks { return p.lockedCandidates(true) },
	logic.Claiming:     func(p *Plain) sudoku.Pencilmarks { return p.lockedCandidates(false) },
	logic.NakedPair:    func(p *Plain) sudoku.Pencilmarks { return p.nakedSubsets(2) },
	logic.NakedTriple:  func(p *Plain) sudoku.Pencilmarks { return p.nakedSubsets(3) },
	logic.NakedQuad:    func(p *Plain) sudoku.Pencilmarks { return p.nakedSubsets(4) },
	logic.HiddenPair:   func(p *Plain) sudoku.Pencilmarks { return p.hiddenSubsets(2) },
	logic.HiddenTriple: func(p *Plain) sudoku.Pencilmarks { return p.hiddenSubsets(3) },
	logic.HiddenQuad:   func(p *Plain) sudoku.Pencilmarks { return p.hiddenSubsets(4) },
	logic.XWing:        func(p *Plain) sudoku.Pencilmarks { return p.fish(2) },
	logic.Swordfish:    func(p *Plain) sudoku.Pencilmarks { return p.fish(3) },
	logic.Jellyfish:    func(p *Plain) sudoku.Pencilmarks { return p.fish(4) },

	logic.Skyscraper:      func(p *Plain) sudoku.Pencilmarks { return p.twoLinks(logic.Skyscraper) },
	logic.TwoStringKite:   func(p *Plain) sudoku.Pencilmarks { return p.twoLinks(logic.TwoStringKite) },
	logic.TurbotFish:      func(p *Plain) sudoku.Pencilmarks { return p.twoLinks(logic.TurbotFish) },
	logic.EmptyRectangle:  (*Plain).emptyRectangles,
	logic.FinnedXWing:     func(p *Plain) sudoku.Pencilmarks { return p.finnedFish(2) },
	logic.FinnedSwordfish: func(p *Plain) sudoku.Pencilmarks { return p.finnedFish(3) },
	logic.FinnedJellyfish: func(p *Plain) sudoku.Pencilmarks { return p.finnedFish(4) },
	logic.FrankenFish:     func(p *Plain) sudoku.Pencilmarks { return p.boxedFish(logic.FrankenFish) },
	logic.MutantFish:      func(p *Plain) sudoku.Pencilmarks { return p.boxedFish(logic.MutantFish) },
	logic.XYWing:          func(p *Plain) sudoku.Pencilmarks { return p.bent(3, logic.XYWing) },
	logic.XYZWing:         func(p *Plain) sudoku.Pencilmarks { return p.bent(3, logic.XYZWing) },
	logic.WWing:           (*Plain).wWings,
	logic.WXYZWing:        func(p *Plain) sudoku.Pencilmarks { return p.bent(4, logic.WXYZWing) },

	logic.UniqueRectangle1: ofRectangles(false, (*Plain).rectangle1),
	logic.UniqueRectangle2: ofRectangles(false, (*Plain).rectangle2),
	logic.UniqueRectangle3: ofRectangles(false, (*Plain).rectangle3),
	logic.UniqueRectangle4: ofRectangles(false, (*Plain).rectangle4),
	logic.UniqueRectangle5: ofRectangles(false, (*Plain).rectangle5),
	logic.UniqueRectangle6: ofRectangles(false, (*Plain).rectangle6),
	logic.HiddenRectangle:  ofRectangles(false, (*Plain).hiddenRectangle),
	logic.BUGPlus1:         (*Plain).bugPlus1,

	logic.AvoidableRectangle1: ofRectangles(true, (*Plain).rectangle1),
	logic.AvoidableRectangle2: ofRectangles(true, (*Plain).avoidableRectangle2),

	logic.RemotePair: remotePairs,
	logic.XChain:     chain{houses: true, weak: sameDigit, limit: unlimited}.gone,
	logic.XYChain:    chain{cells: true, weak: anyTwo, limit: unlimited}.gone,
	logic.AIC:        chain{cells: true, houses: true, weak: anyTwo, limit: unlimited}.gone,
	logic.NiceLoop:   chain{cells: true, houses: true, weak: anyTwo, limit: unlimited, loop: true}.gone,
	logic.GroupedAIC: chain{cells: true, houses: true, groups: true, weak: anyTwo, limit: unlimited}.gone,
	logic.ALSAIC:     chain{cells: true, houses: true, groups: true, sets: true, weak: anyTwo, limit: unlimited}.gone,
	// Colours: weak links are strong ones, none or one excepted.
	logic.SimpleColouring: chain{houses: true, weak: sameDigit, limit: 0}.gone,
	logic.MultiColouring:  chain{houses: true, weak: sameDigit, limit: 1}.gone,

	logic.ALSXZ:             func(p *Plain) sudoku.Pencilmarks { return p.linkedSets(2) },
	logic.ALSXYWing:         func(p *Plain) sudoku.Pencilmarks { return p.linkedSets(3) },
	logic.ALSChain:          func(p *Plain) sudoku.Pencilmarks { return p.linkedSets(unlimited) },
	logic.DoublyLinkedALSXZ: (*Plain).doublyLinked,
	logic.DeathBlossom:      (*Plain).deathBlossoms,
	logic.SueDeCoq:          (*Plain).suesDeCoq,
	logic.Tridagon:          (*Plain).tridagons,
	logic.TridagonChain:     (*Plain).tridagonChains,
	logic.Exocet:            (*Plain).exocets,

	logic.MSLS: (*Plain).lockedSectors,
}

// Concluded returns what a technique concludes in the position: the digits that it places, if it is a single, else the
// candidates that it rules out. A contradiction has no rule.
func (p *Plain) Concluded(t logic.Technique) sudoku.Pencilmarks { return rules[t](p) }

// Take makes all conclusions of a technique.
func (p *Plain) Take(t logic.Technique) (changed bool) {
	for c, digits := range p.Concluded(t) {
		switch {
		case digits&p.marks[c] == 0:
			continue
		case t == logic.NakedSingle || t == logic.HiddenSingle:
			p.place(sudoku.Cell(c), digits.First())
		default:
			p.marks[c] &^= digits
		}
		changed = true
	}
	return changed
}

// Exhaust follows the rules of some techniques in random order until none applies.
func (p *Plain) Exhaust(list []logic.Technique, random *rand.Rand) {
	for again := true; again; {
		again = false
		for _, i := range random.Perm(len(list)) {
			for p.Take(list[i]) {
				again = true
			}
		}
	}
}

func (p *Plain) place(c sudoku.Cell, d sudoku.Digit) {
	p.grid, p.placed = p.grid.With(c, d), p.placed.With(c)
	p.marks[c] = 0
	for peer := range p.shape.Peers(c).All() {
		p.marks[peer] = p.marks[peer].Without(d)
	}
}

func (p *Plain) nakedSingles() (placed sudoku.Pencilmarks) {
	for _, c := range p.shape.Cells() {
		if p.marks[c].Len() == 1 {
			placed[c] = p.marks[c]
		}
	}
	return placed
}

func (p *Plain) hiddenSingles() (placed sudoku.Pencilmarks) {
	for _, h := range p.shape.Houses() {
		for d := range p.shape.Digits().All() {
			if places := p.placesIn(p.shape.House(h), d); places.Len() == 1 {
				c := places.Slice()[0]
				placed[c] = placed[c].With(d)
			}
		}
	}
	return placed
}

func (p *Plain) nakedSubsets(w int) (gone sudoku.Pencilmarks) {
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
			if closed || union.Len() != w {
				continue
			}
			for i, c := range cells {
				if choice>>i&1 == 0 {
					gone[c] |= union & p.marks[c]
				}
			}
		}
	}
	return gone
}

func (p *Plain) hiddenSubsets(w int) (gone sudoku.Pencilmarks) {
	for _, h := range p.shape.Houses() {
		for choice := range combinations(p.shape.Side(), w) {
			var union sudoku.Cells
			placed := false
			for d := range sudoku.Digits(choice).All() {
				places := p.placesIn(p.shape.House(h), d)
				union = union.Union(places)
				placed = placed || places.Len() == 0
			}
			if placed || union.Len() != w {
				continue
			}
			for c := range union.All() {
				gone[c] |= p.marks[c] &^ sudoku.Digits(choice)
			}
		}
	}
	return gone
}

// lockedCandidates are those of boxes, or those of lines.
func (p *Plain) lockedCandidates(ofBoxes bool) (gone sudoku.Pencilmarks) {
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
					gone[c] |= p.marks[c] & sudoku.DigitsOf(d)
				}
			}
		}
	}
	return gone
}

func (p *Plain) fish(w int) (gone sudoku.Pencilmarks) {
	for d := range p.shape.Digits().All() {
		for lines := range combinations(p.shape.Side(), w) {
			p.fishIn(&gone, d, w, lines, sudoku.Cell.Row, sudoku.Cell.Column)
			p.fishIn(&gone, d, w, lines, sudoku.Cell.Column, sudoku.Cell.Row)
		}
	}
	return gone
}

func (p *Plain) fishIn(gone *sudoku.Pencilmarks, d sudoku.Digit, w, lines int, lineOf, acrossOf func(sudoku.Cell) int) {
	filled, crossing := map[int]bool{}, map[int]bool{}
	for _, c := range p.shape.Cells() {
		if lines>>lineOf(c)&1 == 1 && p.marks[c].Has(d) {
			filled[lineOf(c)], crossing[acrossOf(c)] = true, true
		}
	}
	if len(filled) != w || len(crossing) != w {
		return
	}
	for _, c := range p.shape.Cells() {
		if crossing[acrossOf(c)] && lines>>lineOf(c)&1 == 0 {
			gone[c] |= p.marks[c] & sudoku.DigitsOf(d)
		}
	}
}

func (p *Plain) placesIn(cells []sudoku.Cell, d sudoku.Digit) (places sudoku.Cells) {
	for _, c := range cells {
		if p.marks[c].Has(d) {
			places = places.With(c)
		}
	}
	return places
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
