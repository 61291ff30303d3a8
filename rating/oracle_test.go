package rating

import (
	"iter"
	"math/bits"
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// oracle applies the techniques as their definitions read, one set after another, and has
// nothing in common with the engine or with package logic. Each rule is applied everywhere
// at the same time, and returns how many patterns removed something.
type oracle struct {
	shape  sudoku.Shape
	placed [sudoku.MaxCells]bool
	marks  sudoku.Pencilmarks // what the rules see; a placed cell has none
	left   sudoku.Pencilmarks // what they leave of it
}

// rule is a technique of the oracle.
type rule func() int

func newOracle(g sudoku.Grid) *oracle {
	o := &oracle{shape: g.Shape(), marks: g.Candidates(), left: g.Candidates()}
	for c := range g.Filled().All() {
		o.placed[c] = true
	}
	return o
}

// tier returns the tier and the certificate, with the rules of each tier in random order.
func (o *oracle) tier(r *rand.Rand) (logic.Tier, Certificate) {
	rules := []rule{o.nakedSingles}
	c := o.certificate(0)
	for tier := logic.TierSingletons; tier < logic.TierGuessing; tier++ {
		switch tier {
		case logic.TierHidden:
			for w := 1; w <= 4; w++ {
				rules = append(rules, o.nakedSubsets(w), o.hiddenSubsets(w))
			}
		case logic.TierLocked:
			rules = append(rules, o.pointing, o.claiming)
		case logic.TierXWing:
			for w := 2; w <= 4; w++ {
				rules = append(rules, o.fish(w))
			}
		}
		o.fixpoint(rules, r)
		left := o.certificate(tier)
		if left.Cells == 0 {
			return tier, c
		}
		c = left
	}
	return logic.TierGuessing, c
}

func (o *oracle) fixpoint(rules []rule, r *rand.Rand) {
	for changed := true; changed; {
		changed = false
		for _, i := range r.Perm(len(rules)) {
			changed = o.apply(rules[i]) > 0 || changed
		}
	}
}

// apply applies a rule and returns how many patterns removed something.
func (o *oracle) apply(r rule) int {
	n := r()
	o.marks = o.left
	return n
}

func (o *oracle) certificate(tier logic.Tier) Certificate {
	c := Certificate{Tier: tier, Candidates: o.marks.Len()}
	for _, cell := range o.shape.Cells() {
		if !o.placed[cell] {
			c.Cells++
		}
	}
	return c
}

// remove reports whether the cell had any of the digits.
func (o *oracle) remove(c sudoku.Cell, digits sudoku.Digits) bool {
	o.left[c] &^= digits
	return o.marks[c]&digits != 0
}

func (o *oracle) place(c sudoku.Cell, d sudoku.Digit) {
	for peer := range o.shape.Peers(c).All() {
		o.remove(peer, sudoku.DigitsOf(d))
	}
	o.placed[c], o.left[c] = true, 0
}

func (o *oracle) nakedSingles() (n int) {
	for _, c := range o.shape.Cells() {
		if o.marks[c].Len() == 1 {
			o.place(c, o.marks[c].First())
			n++
		}
	}
	return n
}

// nakedSubsets: w open cells of a house that have w candidates between them keep them.
func (o *oracle) nakedSubsets(w int) rule {
	return func() (n int) {
		for _, h := range o.shape.Houses() {
			house := o.shape.House(h)
			for set := range choose(len(house), w) {
				n += o.nakedSubset(house, set, w)
			}
		}
		return n
	}
}

func (o *oracle) nakedSubset(house []sudoku.Cell, set, w int) int {
	var union sudoku.Digits
	for i, c := range house {
		if set>>i&1 == 1 {
			union |= o.marks[c]
			if o.placed[c] {
				return 0
			}
		}
	}
	found := 0
	for i, c := range house {
		if union.Len() == w && set>>i&1 == 0 && o.remove(c, union) {
			found = 1
		}
	}
	return found
}

// hiddenSubsets: w digits that have w cells of a house between them are alone there.
func (o *oracle) hiddenSubsets(w int) rule {
	return func() (n int) {
		for _, h := range o.shape.Houses() {
			for set := range choose(o.shape.Side(), w) {
				n += o.hiddenSubset(o.shape.House(h), sudoku.Digits(set), w)
			}
		}
		return n
	}
}

func (o *oracle) hiddenSubset(house []sudoku.Cell, digits sudoku.Digits, w int) int {
	var cells []sudoku.Cell
	var open sudoku.Digits
	for _, c := range house {
		open |= o.marks[c]
		if o.marks[c]&digits != 0 {
			cells = append(cells, c)
		}
	}
	found := 0
	for _, c := range cells {
		if digits&^open == 0 && len(cells) == w && o.remove(c, ^digits) {
			found = 1
		}
	}
	return found
}

// pointing: a digit that a box has in one line only is removed from the rest of the line.
func (o *oracle) pointing() int {
	return o.locked(func(from, to sudoku.House) bool { return from.Kind == sudoku.Box && to.Kind != sudoku.Box })
}

// claiming: a digit that a line has in one box only is removed from the rest of the box.
func (o *oracle) claiming() int {
	return o.locked(func(from, to sudoku.House) bool { return from.Kind != sudoku.Box && to.Kind == sudoku.Box })
}

// locked: a digit that a house has in cells of another house only is removed from the rest
// of the other.
func (o *oracle) locked(pair func(from, to sudoku.House) bool) (n int) {
	for _, from := range o.shape.Houses() {
		for _, to := range o.shape.Houses() {
			for d := sudoku.Digit(1); pair(from, to) && int(d) <= o.shape.Side(); d++ {
				rest := sudoku.CellsOf(o.shape.House(to)...)
				cells := o.cellsWith(sudoku.CellsOf(o.shape.House(from)...), d)
				if cells == (sudoku.Cells{}) || cells.Minus(rest) != (sudoku.Cells{}) {
					continue
				}
				found := 0
				for c := range rest.Minus(cells).All() {
					if o.remove(c, sudoku.DigitsOf(d)) {
						found = 1
					}
				}
				n += found
			}
		}
	}
	return n
}

// cellsWith returns the cells that have a candidate.
func (o *oracle) cellsWith(of sudoku.Cells, d sudoku.Digit) (cells sudoku.Cells) {
	for c := range of.All() {
		if o.marks[c].Has(d) {
			cells = cells.With(c)
		}
	}
	return cells
}

// fish: w lines that have a digit in w crossing lines between them keep it there.
func (o *oracle) fish(w int) rule {
	return func() (n int) {
		for d := sudoku.Digit(1); int(d) <= o.shape.Side(); d++ {
			for lines := range choose(o.shape.Side(), w) {
				n += o.fishIn(sudoku.CellAt, lines, w, d)
				n += o.fishIn(func(column, row int) sudoku.Cell { return sudoku.CellAt(row, column) }, lines, w, d)
			}
		}
		return n
	}
}

func (o *oracle) fishIn(at func(line, crossing int) sudoku.Cell, lines, w int, d sudoku.Digit) int {
	var crossings sudoku.Digits
	side := o.shape.Side()
	for line := range side {
		var here sudoku.Digits
		for crossing := range side {
			if o.marks[at(line, crossing)].Has(d) {
				here |= 1 << crossing
			}
		}
		if lines>>line&1 == 1 {
			crossings |= here
			if here == 0 {
				return 0
			}
		}
	}
	found := 0
	for line := range side {
		for crossing := range side {
			if crossings.Len() == w && lines>>line&1 == 0 && crossings>>crossing&1 == 1 && o.remove(at(line, crossing), sudoku.DigitsOf(d)) {
				found = 1
			}
		}
	}
	return found
}

// choose yields the sets of w among n, as bits.
func choose(n, w int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for set := range 1 << n {
			if bits.OnesCount(uint(set)) == w && !yield(set) {
				return
			}
		}
	}
}
