package logictest

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func (p *Plain) sees(a, b sudoku.Cell) bool {
	return a != b && (a.Row() == b.Row() || a.Column() == b.Column() || p.shape.Box(a) == p.shape.Box(b))
}

// seenBy returns the cells with a digit that see all of some cells.
func (p *Plain) seenBy(cells sudoku.Cells, d sudoku.Digit) (found []sudoku.Cell) {
	for _, c := range p.shape.Cells() {
		all := p.marks[c].Has(d)
		for other := range cells.All() {
			all = all && p.sees(c, other)
		}
		if all {
			found = append(found, c)
		}
	}
	return found
}

// twoLinks looks at two places of a digit in one house and two in another.
func (p *Plain) twoLinks(want logic.Technique) (gone sudoku.Pencilmarks) {
	for d := range p.shape.Digits().All() {
		for _, g := range p.shape.Houses() {
			for _, h := range p.shape.Houses() {
				a, b := p.placesIn(p.shape.House(g), d).Slice(), p.placesIn(p.shape.House(h), d).Slice()
				if g == h || len(a) != 2 || len(b) != 2 {
					continue
				}
				for i := range 2 {
					for j := range 2 {
						near, far := [2]sudoku.Cell{a[i], b[j]}, [2]sudoku.Cell{a[1-i], b[1-j]}
						all := sudoku.CellsOf(a[0], a[1], b[0], b[1])
						if all.Len() == 4 && p.sees(near[0], near[1]) && p.nameOfLinks(g, h, near, far) == want {
							for _, c := range p.seenBy(sudoku.CellsOf(far[0], far[1]), d) {
								gone[c] = gone[c].With(d)
							}
						}
					}
				}
			}
		}
	}
	return gone
}

func (p *Plain) nameOfLinks(g, h sudoku.House, near, far [2]sudoku.Cell) logic.Technique {
	inLine := func(c [2]sudoku.Cell) bool {
		return g.Kind == sudoku.Row && c[0].Column() == c[1].Column() || g.Kind == sudoku.Column && c[0].Row() == c[1].Row()
	}
	switch {
	case g.Kind == h.Kind && inLine(near) && inLine(far):
		return logic.XWing
	case g.Kind == h.Kind && inLine(near):
		return logic.Skyscraper
	case g.Kind != sudoku.Box && h.Kind != sudoku.Box && g.Kind != h.Kind && p.shape.Box(near[0]) == p.shape.Box(near[1]):
		return logic.TwoStringKite
	}
	return logic.TurbotFish
}

// emptyRectangles looks at the cells of a box in one row and one column, and at the other lines.
func (p *Plain) emptyRectangles() (gone sudoku.Pencilmarks) {
	side := p.shape.Side()
	for d := range p.shape.Digits().All() {
		for box := range side {
			for row := range side {
				for column := range side {
					p.emptyRectangle(&gone, d, box, row, column, sudoku.Cell.Row, sudoku.Cell.Column)
					p.emptyRectangle(&gone, d, box, row, column, sudoku.Cell.Column, sudoku.Cell.Row)
				}
			}
		}
	}
	return gone
}

// emptyRectangle takes a box with places in a line and in a line across, and a link that begins in the line.
func (p *Plain) emptyRectangle(gone *sudoku.Pencilmarks, d sudoku.Digit, box, line, across int, lineOf, acrossOf func(sudoku.Cell) int) {
	var inLine, inAcross, rest, both int
	var other sudoku.Cells
	for _, c := range p.shape.Cells() {
		if p.shape.Box(c) != box || !p.marks[c].Has(d) {
			continue
		}
		switch {
		case lineOf(c) == line && acrossOf(c) == across:
			both++
		case lineOf(c) == line:
			inLine++
		case acrossOf(c) == across:
			inAcross++
			other = other.With(c)
		default:
			rest++
		}
	}
	if inLine == 0 || inAcross == 0 || rest > 0 || inLine+inAcross+both < 3 {
		return
	}
	for _, near := range p.shape.Cells() {
		if lineOf(near) != line || p.shape.Box(near) == box || !p.marks[near].Has(d) {
			continue
		}
		var far sudoku.Cells
		for _, c := range p.shape.Cells() {
			if acrossOf(c) == acrossOf(near) && c != near && p.marks[c].Has(d) {
				far = far.With(c)
			}
		}
		if far.Len() == 1 {
			for _, c := range p.seenBy(other.Union(far), d) {
				gone[c] = gone[c].With(d)
			}
		}
	}
}

// bent looks at w cells with w digits between them at most, and at a digit such that no other can be
// there more than once.
func (p *Plain) bent(w int, want logic.Technique) (gone sudoku.Pencilmarks) {
	var open []sudoku.Cell
	for _, c := range p.shape.Cells() {
		if n := p.marks[c].Len(); n >= 2 && n <= w {
			open = append(open, c)
		}
	}
	for cells := range choices(open, w) {
		var digits sudoku.Digits
		for _, c := range cells {
			digits |= p.marks[c]
		}
		if digits.Len() > w || p.nameOfBent(cells, digits) != want {
			continue
		}
		for d := range digits.All() {
			if p.canRepeat(cells, digits.Without(d)) {
				continue
			}
			var places sudoku.Cells
			for _, c := range cells {
				if p.marks[c].Has(d) {
					places = places.With(c)
				}
			}
			for _, c := range p.seenBy(places, d) {
				gone[c] = gone[c].With(d)
			}
		}
	}
	return gone
}

// nameOfBent names cells that are not all in one house; with three of these, one digit is free.
func (p *Plain) nameOfBent(cells []sudoku.Cell, digits sudoku.Digits) logic.Technique {
	for _, h := range p.shape.Houses() {
		if sudoku.CellsOf(cells...).Minus(sudoku.CellsOf(p.shape.House(h)...)).Len() == 0 {
			return logic.NakedQuad
		}
	}
	threes, different := 0, true
	for i, c := range cells {
		for _, other := range cells[i+1:] {
			different = different && p.marks[c] != p.marks[other]
		}
		if p.marks[c].Len() == 3 {
			threes++
		}
	}
	switch {
	case len(cells) == 4:
		return logic.WXYZWing
	case !different || digits.Len() < 3 || !p.canRepeat(cells, digits):
		return ""
	case threes == 0:
		return logic.XYWing
	case threes == 1:
		return logic.XYZWing
	}
	return ""
}

// canRepeat reports whether one of some digits has places in two cells that do not see each other.
func (p *Plain) canRepeat(cells []sudoku.Cell, digits sudoku.Digits) bool {
	for _, a := range cells {
		for _, b := range cells {
			if a != b && !p.sees(a, b) && p.marks[a]&p.marks[b]&digits != 0 {
				return true
			}
		}
	}
	return false
}

func (p *Plain) wWings() (gone sudoku.Pencilmarks) {
	for cells := range choices(p.shape.Cells(), 2) {
		a, b := cells[0], cells[1]
		if p.marks[a].Len() != 2 || p.marks[a] != p.marks[b] || p.sees(a, b) {
			continue
		}
		for d := range p.marks[a].All() {
			for _, h := range p.shape.Houses() {
				places := p.placesIn(p.shape.House(h), d).Slice()
				if len(places) != 2 || !(p.sees(places[0], a) && p.sees(places[1], b) || p.sees(places[0], b) && p.sees(places[1], a)) {
					continue
				}
				other := p.marks[a].Without(d).First()
				for _, c := range p.seenBy(sudoku.CellsOf(a, b), other) {
					gone[c] = gone[c].With(other)
				}
			}
		}
	}
	return gone
}

// finnedFish looks at every w lines with two places each or more, and every w lines across.
func (p *Plain) finnedFish(w int) (gone sudoku.Pencilmarks) {
	for d := range p.shape.Digits().All() {
		for lines := range combinations(p.shape.Side(), w) {
			p.finned(&gone, d, w, lines, sudoku.Cell.Row, sudoku.Cell.Column)
			p.finned(&gone, d, w, lines, sudoku.Cell.Column, sudoku.Cell.Row)
		}
	}
	return gone
}

func (p *Plain) finned(gone *sudoku.Pencilmarks, d sudoku.Digit, w, lines int, lineOf, acrossOf func(sudoku.Cell) int) {
	var inside, others []sudoku.Cell
	places := map[int]int{}
	for _, c := range p.shape.Cells() {
		switch {
		case !p.marks[c].Has(d):
		case lines>>lineOf(c)&1 == 1:
			inside = append(inside, c)
			places[lineOf(c)]++
		default:
			others = append(others, c)
		}
	}
	for i := range p.shape.Side() {
		if lines>>i&1 == 1 && places[i] < 2 {
			return
		}
	}
	for across := range combinations(p.shape.Side(), w) {
		boxes := map[int]bool{} // of the fins
		for _, c := range inside {
			if across>>acrossOf(c)&1 == 0 {
				boxes[p.shape.Box(c)] = true
			}
		}
		for _, c := range others {
			if len(boxes) == 1 && boxes[p.shape.Box(c)] && across>>acrossOf(c)&1 == 1 {
				gone[c] = gone[c].With(d)
			}
		}
	}
}

// boxedFish looks for fish of three houses and of four.
func (p *Plain) boxedFish(want logic.Technique) (gone sudoku.Pencilmarks) {
	for _, w := range []int{3, 4} {
		for c, digits := range p.fishOf(w, want) {
			gone[c] |= digits
		}
	}
	return gone
}

// fishOf looks at every w houses with two places each or more, and at every cell outside of them: what it does not see
// of these must lie in one of them only, and in w-1 other houses. With a house of the cell these are w.
func (p *Plain) fishOf(w int, want logic.Technique) (gone sudoku.Pencilmarks) {
	for d := range p.shape.Digits().All() {
		var open []sudoku.House
		for _, h := range p.shape.Houses() {
			if p.placesIn(p.shape.House(h), d).Len() >= 2 {
				open = append(open, h)
			}
		}
		for bases := range choices(open, w) {
			for _, c := range p.shape.Cells() {
				if p.marks[c].Has(d) && p.netted(c, d, bases, want) {
					gone[c] = gone[c].With(d)
				}
			}
		}
	}
	return gone
}

func (p *Plain) netted(c sudoku.Cell, d sudoku.Digit, bases []sudoku.House, want logic.Technique) bool {
	var far []sudoku.Cell // that must be covered
	for _, h := range bases {
		for place := range p.placesIn(p.shape.House(h), d).All() {
			if place == c || slices.Contains(far, place) {
				return false
			}
			if !p.sees(place, c) {
				far = append(far, place)
			}
		}
	}
	return p.coverable(c, far, bases, nil, want)
}

func (p *Plain) coverable(c sudoku.Cell, far []sudoku.Cell, bases, covers []sudoku.House, want logic.Technique) bool {
	if len(far) == 0 {
		return nameOfFish(bases, covers) == want
	}
	for _, h := range p.shape.HousesOf(far[0]) {
		outside := func(place sudoku.Cell) bool { return !slices.Contains(p.shape.House(h), place) }
		left := slices.DeleteFunc(slices.Clone(far), func(place sudoku.Cell) bool { return !outside(place) })
		if len(covers) < len(bases)-1 && outside(c) && !slices.Contains(bases, h) && p.coverable(c, left, bases, append(covers, h), want) {
			return true
		}
	}
	return false
}

// nameOfFish says franken where the bases are boxes and lines of one kind, and the covers boxes and lines of the other.
func nameOfFish(bases, covers []sudoku.House) logic.Technique {
	count := func(houses []sudoku.House, kind sudoku.HouseKind) (n int) {
		for _, h := range houses {
			if h.Kind == kind {
				n++
			}
		}
		return n
	}
	rows, columns := count(bases, sudoku.Row)+count(covers, sudoku.Column), count(bases, sudoku.Column)+count(covers, sudoku.Row)
	switch boxes := count(bases, sudoku.Box) + count(covers, sudoku.Box); {
	case rows > 0 && columns > 0:
		return logic.MutantFish
	case boxes > 0:
		return logic.FrankenFish
	}
	return ""
}

// choices yields the choices of w of some cells, or houses.
func choices[T any](cells []T, w int) func(yield func([]T) bool) {
	return func(yield func([]T) bool) { chooseFrom(cells, nil, w, yield) }
}

func chooseFrom[T any](cells, chosen []T, w int, yield func([]T) bool) bool {
	if w == 0 {
		return yield(chosen)
	}
	for i, c := range cells {
		if !chooseFrom(cells[i+1:], append(chosen, c), w-1, yield) {
			return false
		}
	}
	return true
}
