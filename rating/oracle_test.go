package rating

import (
	"iter"
	"math/bits"
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// oracle applies the techniques as their definitions read, one set after another, and has
// nothing in common with the engine or with package solver.
type oracle struct {
	shape   sudoku.Shape
	placed  [sudoku.MaxCells]bool
	marks   sudoku.Pencilmarks // a placed cell has none
	changed bool
}

func newOracle(g sudoku.Grid) *oracle {
	o := &oracle{shape: g.Shape(), marks: g.Candidates()}
	for c := range g.Filled().All() {
		o.placed[c] = true
	}
	return o
}

// climb returns the tier and the certificate, with the rules of each tier in random order.
func (o *oracle) climb(r *rand.Rand) (solver.Tier, Certificate) {
	rules := []func(){o.nakedSingles}
	c := o.certificate(0)
	for tier := solver.Singletons; tier < solver.Guessing; tier++ {
		switch tier {
		case solver.Hidden:
			for w := 1; w <= 4; w++ {
				rules = append(rules, func() { o.nakedSubsets(w) }, func() { o.hiddenSubsets(w) })
			}
		case solver.Locked:
			rules = append(rules, o.locked)
		case solver.XWing:
			for w := 2; w <= 4; w++ {
				rules = append(rules, func() { o.fish(w, false) }, func() { o.fish(w, true) })
			}
		}
		o.exhaust(rules, r)
		left := o.certificate(tier)
		if left.Cells == 0 {
			return tier, c
		}
		c = left
	}
	return solver.Guessing, c
}

func (o *oracle) exhaust(rules []func(), r *rand.Rand) {
	for o.changed = true; o.changed; {
		o.changed = false
		for _, i := range r.Perm(len(rules)) {
			rules[i]()
		}
	}
}

func (o *oracle) certificate(tier solver.Tier) Certificate {
	c := Certificate{Tier: tier, Candidates: o.marks.Len()}
	for _, cell := range o.shape.Cells() {
		if !o.placed[cell] {
			c.Cells++
		}
	}
	return c
}

func (o *oracle) remove(c sudoku.Cell, digits sudoku.Digits) {
	if !o.placed[c] && o.marks[c]&digits != 0 {
		o.marks[c] &^= digits
		o.changed = true
	}
}

func (o *oracle) nakedSingles() {
	for _, c := range o.shape.Cells() {
		if !o.placed[c] && o.marks[c].Len() == 1 {
			for peer := range o.shape.Peers(c).All() {
				o.remove(peer, o.marks[c])
			}
			o.placed[c], o.marks[c], o.changed = true, 0, true
		}
	}
}

// nakedSubsets: w open cells of a house that have w candidates between them keep them.
func (o *oracle) nakedSubsets(w int) {
	for _, h := range o.shape.Houses() {
		house := o.shape.House(h)
		for set := range choose(len(house), w) {
			var union sudoku.Digits
			open := true
			for i, c := range house {
				if set>>i&1 == 1 {
					union |= o.marks[c]
					open = open && !o.placed[c]
				}
			}
			for i, c := range house {
				if open && union.Len() == w && set>>i&1 == 0 {
					o.remove(c, union)
				}
			}
		}
	}
}

// hiddenSubsets: w digits that have w cells of a house between them are alone there.
func (o *oracle) hiddenSubsets(w int) {
	for _, h := range o.shape.Houses() {
		house := o.shape.House(h)
		var open sudoku.Digits
		for _, c := range house {
			open |= o.marks[c]
		}
		for set := range choose(o.shape.Side(), w) {
			digits := sudoku.Digits(set)
			var cells []sudoku.Cell
			for _, c := range house {
				if o.marks[c]&digits != 0 {
					cells = append(cells, c)
				}
			}
			if digits&^open == 0 && len(cells) == w {
				for _, c := range cells {
					o.remove(c, ^digits)
				}
			}
		}
	}
}

// locked: a digit that a house has in cells of another house only goes from the other's rest.
func (o *oracle) locked() {
	for _, h := range o.shape.Houses() {
		for _, other := range o.shape.Houses() {
			if h.Kind == other.Kind || h.Kind != sudoku.Box && other.Kind != sudoku.Box {
				continue
			}
			in := sudoku.CellsOf(o.shape.House(h)...)
			both := in.Intersect(sudoku.CellsOf(o.shape.House(other)...))
			for d := sudoku.Digit(1); int(d) <= o.shape.Side(); d++ {
				places := o.places(in, d)
				if both.Len() > 0 && places.Len() > 0 && places.Minus(both).Len() == 0 {
					for _, c := range o.shape.House(other) {
						if !both.Has(c) {
							o.remove(c, sudoku.DigitsOf(d))
						}
					}
				}
			}
		}
	}
}

func (o *oracle) places(in sudoku.Cells, d sudoku.Digit) (places sudoku.Cells) {
	for c := range in.All() {
		if o.marks[c].Has(d) {
			places = places.With(c)
		}
	}
	return places
}

// fish: w lines that have a digit in w crossing lines between them keep it there.
func (o *oracle) fish(w int, byColumns bool) {
	at := func(line, crossing int) sudoku.Cell {
		if byColumns {
			line, crossing = crossing, line
		}
		return sudoku.CellAt(line, crossing)
	}
	side := o.shape.Side()
	for d := sudoku.Digit(1); int(d) <= side; d++ {
		for lines := range choose(side, w) {
			var crossings sudoku.Digits
			each := true // every line has the digit somewhere
			for line := range side {
				var here sudoku.Digits
				for crossing := range side {
					if o.marks[at(line, crossing)].Has(d) {
						here |= 1 << crossing
					}
				}
				if lines>>line&1 == 1 {
					each = each && here != 0
					crossings |= here
				}
			}
			if !each || crossings.Len() != w {
				continue
			}
			for line := range side {
				for crossing := range side {
					if lines>>line&1 == 0 && crossings>>crossing&1 == 1 {
						o.remove(at(line, crossing), sudoku.DigitsOf(d))
					}
				}
			}
		}
	}
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
