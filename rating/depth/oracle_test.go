package depth

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// oracle does what the definition says, slowly and in random order, and has nothing in common with state.
// A filled cell has its digit as its only candidate.
type oracle struct {
	shape sudoku.Shape
	r     *rand.Rand
}

// start returns the candidates of a grid before any step.
func (o oracle) start(g sudoku.Grid) sudoku.Pencilmarks {
	var p sudoku.Pencilmarks
	for _, c := range o.shape.Cells() {
		p[c] = o.shape.Digits()
		if d := g.At(c); d != 0 {
			p[c] = sudoku.DigitsOf(d)
		}
	}
	return p
}

// contradicts reports whether a cell has no candidate, or a house no place for a digit.
func (o oracle) contradicts(p sudoku.Pencilmarks) bool {
	for _, c := range o.shape.Cells() {
		if p[c] == 0 {
			return true
		}
	}
	for _, h := range o.shape.Houses() {
		var all sudoku.Digits
		for _, c := range o.shape.House(h) {
			all |= p[c]
		}
		if all != o.shape.Digits() {
			return true
		}
	}
	return false
}

// singles returns what naked and hidden singles leave.
func (o oracle) singles(p sudoku.Pencilmarks) sudoku.Pencilmarks {
	for {
		before := p
		for _, h := range o.shape.Houses() {
			for _, c := range o.shape.House(h) {
				var others sudoku.Digits
				for _, other := range o.shape.House(h) {
					if other != c {
						others |= p[other]
						if p[other].Len() == 1 {
							p[c] &^= p[other]
						}
					}
				}
				for d := range (p[c] &^ others).All() { // two such digits leave nothing
					p[c] &= sudoku.DigitsOf(d)
				}
			}
		}
		if p == before {
			return p
		}
	}
}

// leaves returns what T&E(S,k) leaves of p, and whether it ends in a contradiction.
func (o oracle) leaves(p sudoku.Pencilmarks, k int) (left sudoku.Pencilmarks, contradiction bool) {
	p = o.singles(p)
	for {
		if o.contradicts(p) {
			return p, true
		}
		c, found := o.removable(p, k)
		if !found {
			return p, false
		}
		p[c.Cell] = p[c.Cell].Without(c.Digit)
		p = o.singles(p)
	}
}

// removable returns a candidate that T&E(S,k-1) leads to a contradiction.
func (o oracle) removable(p sudoku.Pencilmarks, k int) (c sudoku.Candidate, found bool) {
	if k == 0 {
		return c, false
	}
	cells := o.shape.Cells()
	for _, i := range o.r.Perm(len(cells)) {
		for d := range p[cells[i]].All() {
			c = sudoku.Candidate{Cell: cells[i], Digit: d}
			if p[c.Cell].Len() > 1 && o.impossible(p, c, k-1) {
				return c, true
			}
		}
	}
	return c, false
}

// impossible reports whether T&E(S,k) leads a candidate to a contradiction.
func (o oracle) impossible(p sudoku.Pencilmarks, c sudoku.Candidate, k int) bool {
	p[c.Cell] = sudoku.DigitsOf(c.Digit)
	_, contradiction := o.leaves(p, k)
	return contradiction
}
