package logic

import (
	"iter"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Link joins two candidates of a step that depend on each other.
type Link struct {
	From, To sudoku.Candidate
	Kind     LinkKind
}

// LinkKind is the way in which two candidates depend on each other.
type LinkKind uint8

const (
	Strong  LinkKind = iota + 1 // at least one of the two is true
	Weak                        // at most one of the two is true
	Follows                     // the second is true if the first is assumed, in a contradiction
)

// String returns "strong", "weak" or "follows".
func (k LinkKind) String() string {
	return [...]string{"", Strong: "strong", Weak: "weak", Follows: "follows"}[k]
}

// Links returns the links of a step on the board before it, in the order in which its reason follows them; none for a step
// that its houses show, such as a fish. A link between groups of cells joins the two candidates that are nearest to each other.
func (s Step) Links(before State) []Link {
	marks := before.Completed().Marks
	shape := before.Grid.Shape()
	places := func(p Part) (list []sudoku.Candidate) {
		for c := range p.Cells.All() {
			for d := range (p.Digits & marks[c]).All() {
				list = append(list, sudoku.Candidate{Cell: c, Digit: d})
			}
		}
		return list
	}
	var links []Link
	join := func(kind LinkKind, a, b Part) {
		if from, to, ok := nearest(places(a), places(b)); ok {
			links = append(links, Link{from, to, kind})
		}
	}
	switch {
	case s.Technique == Contradiction:
		return s.consequences(shape)
	case s.Technique == XYZWing: // the pivot is the second part
		pivot, digit := s.Parts[1], s.Eliminations[0].Digit
		for _, pincer := range []Part{s.Parts[0], s.Parts[2]} {
			shared := pincer.Digits.Without(digit)
			join(Weak, Part{pivot.Cells, shared}, Part{pincer.Cells, shared})
			join(Strong, Part{pincer.Cells, shared}, Part{pincer.Cells, sudoku.DigitsOf(digit)})
		}
	case s.Technique == DeathBlossom: // the stem, its petals, and the places of the digit that goes
		for _, petal := range s.Parts[1 : len(s.Parts)-1] {
			join(Weak, Part{s.Parts[0].Cells, petal.Digits}, petal)
		}
	case s.Technique == DoublyLinkedALSXZ:
		for d := range s.Parts[2].Digits.All() {
			join(Weak, Part{s.Parts[0].Cells, sudoku.DigitsOf(d)}, Part{s.Parts[1].Cells, sudoku.DigitsOf(d)})
		}
	case s.Technique == TridagonChain:
		for _, chain := range s.Chains() {
			for i := 1; i < len(chain); i++ {
				join([]LinkKind{Strong, Weak}[i%2], chain[i-1], chain[i])
			}
		}
	case lookUp(s.Technique, ladder).chain:
		for i := 1; i < len(s.Parts); i++ {
			join([]LinkKind{Weak, Strong}[i%2], s.Parts[i-1], s.Parts[i])
		}
		if s.Technique == NiceLoop {
			join(Weak, s.Parts[len(s.Parts)-1], s.Parts[0])
		}
	}
	return links
}

// consequences joins each placement of a contradiction with an earlier one, or the assumption, that leads to it: the last
// that sees its cell, or its digit's other places.
func (s Step) consequences(shape sudoku.Shape) (links []Link) {
	known := []sudoku.Candidate{s.Eliminations[0]}
	for _, inner := range s.Chain {
		for _, p := range inner.Placements {
			from := known[len(known)-1]
			for _, earlier := range slices.Backward(known) {
				inHouse := slices.ContainsFunc(inner.Houses[:1], func(h sudoku.House) bool {
					return inner.Technique == HiddenSingle && shape.Peers(earlier.Cell).Intersect(sudoku.CellsOf(shape.House(h)...)).Len() > 0
				})
				if shape.Peers(p.Cell).Has(earlier.Cell) || earlier.Digit == p.Digit && inHouse {
					from = earlier
					break
				}
			}
			links, known = append(links, Link{from, p, Follows}), append(known, p)
		}
	}
	return links
}

// nearest returns the two candidates of two lists whose cells are nearest to each other.
func nearest(from, to []sudoku.Candidate) (a, b sudoku.Candidate, ok bool) {
	least := 1 << 30
	for _, x := range from {
		for _, y := range to {
			rows, columns := x.Cell.Row()-y.Cell.Row(), x.Cell.Column()-y.Cell.Column()
			if apart := rows*rows + columns*columns; x != y && apart < least {
				a, b, least = x, y, apart
			}
		}
	}
	return a, b, least < 1<<30
}

// Because returns the filled cells of a single that show why: the digits that its cell sees, or that rule its other
// places out, as few as suffice. They are the ones that package explain names.
func (s Step) Because(before State) (cells sudoku.Cells) {
	before = before.Completed()
	switch s.Technique {
	case NakedSingle:
		for c := range s.Cells.All() {
			for h, seen := range before.Seen(c) {
				for _, other := range before.Grid.Shape().House(h) {
					if seen.Has(before.Grid.At(other)) {
						cells = cells.With(other)
					}
				}
			}
		}
	case HiddenSingle:
		for d := range s.Digits.All() {
			blockers, _ := Blocking(d, s.OtherPlaces(before.Grid), before.Grid)
			cells = cells.Union(blockers)
		}
	}
	return cells
}

// Seen yields the digits that a cell sees, a house at a time, first the house that has most, each digit once.
func (s State) Seen(c sudoku.Cell) iter.Seq2[sudoku.House, sudoku.Digits] {
	return func(yield func(sudoku.House, sudoku.Digits) bool) {
		for left := s.Grid.Shape().Digits() &^ s.Marks[c]; ; {
			var best sudoku.House
			var most sudoku.Digits
			for _, h := range s.Grid.Shape().HousesOf(c) {
				if here := s.Grid.Digits(h) & left; here.Len() > most.Len() {
					best, most = h, here
				}
			}
			if most == 0 || !yield(best, most) {
				return
			}
			left &^= most
		}
	}
}

// OtherPlaces returns the open cells of the step's houses that are not its own.
func (s Step) OtherPlaces(g sudoku.Grid) (others sudoku.Cells) {
	for _, h := range s.Houses {
		for _, c := range g.Shape().House(h) {
			if g.At(c) == 0 && !s.Cells.Has(c) {
				others = others.With(c)
			}
		}
	}
	return others
}

// Blocking returns cells with a digit that see cells, as few as the greedy choice finds, and the cells that none of
// them sees.
func Blocking(d sudoku.Digit, cells sudoku.Cells, g sudoku.Grid) (blockers, left sudoku.Cells) {
	for left = cells; ; {
		var best sudoku.Cell
		var most sudoku.Cells
		for c := range g.Filled().All() {
			if g.At(c) != d {
				continue
			}
			if sees := g.Shape().Peers(c).Intersect(left); sees.Len() > most.Len() {
				best, most = c, sees
			}
		}
		if most.Len() == 0 {
			return blockers, left
		}
		blockers, left = blockers.With(best), left.Minus(most)
	}
}
