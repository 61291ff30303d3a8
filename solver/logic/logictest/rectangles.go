package logictest

import (
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ofRectangles returns a rule that rests on there being one solution. It looks at the rectangles with a filled cell, or at
// the others.
func ofRectangles(filled bool, rule func(*Plain, corners) sudoku.Pencilmarks) func(*Plain) sudoku.Pencilmarks {
	return func(p *Plain) (gone sudoku.Pencilmarks) {
		for r := range p.rectangles {
			if r.filled != filled {
				continue
			}
			for c, digits := range rule(p, r) {
				gone[c] |= digits
			}
		}
		return gone
	}
}

// corners are four cells, none of them a clue, and two digits that all of them may hold, or one of these.
type corners struct {
	cells  [2][2]sudoku.Cell // by row, then by column
	pair   sudoku.Digits
	filled bool          // one of them, or more
	floor  []sudoku.Cell // with the pair and nothing else
	roof   []sudoku.Cell
	extras sudoku.Digits
}

func (p *Plain) rectangles(yield func(corners) bool) {
	for across := range choices(p.shape.Cells(), 2) {
		a, d := across[0], across[1]
		if a.Row() >= d.Row() || a.Column() >= d.Column() {
			continue
		}
		b, c := p.at(a.Row(), d.Column()), p.at(d.Row(), a.Column())
		boxes := map[int]bool{p.shape.Box(a): true, p.shape.Box(b): true, p.shape.Box(c): true, p.shape.Box(d): true}
		if len(boxes) != 2 {
			continue
		}
		for pair := range combinations(p.shape.Side(), 2) {
			r := corners{cells: [2][2]sudoku.Cell{{a, b}, {c, d}}, pair: sudoku.Digits(pair)}
			open := true
			for _, cell := range []sudoku.Cell{a, b, c, d} {
				holds, placed := p.marks[cell], p.placed.Has(cell)
				if placed {
					holds = sudoku.DigitsOf(p.grid.At(cell))
					r.filled = true
				}
				open = open && holds&r.pair != 0
				switch {
				case placed || holds == r.pair:
					r.floor = append(r.floor, cell)
				case holds&^r.pair != 0:
					r.roof = append(r.roof, cell)
					r.extras |= holds &^ r.pair
				}
			}
			if open && len(r.floor) > 0 && !yield(r) {
				return
			}
		}
	}
}

func (p *Plain) at(row, column int) sudoku.Cell { return p.shape.Cells()[row*p.shape.Side()+column] }

func (r corners) inLine() bool {
	return len(r.roof) == 2 && (r.roof[0].Row() == r.roof[1].Row() || r.roof[0].Column() == r.roof[1].Column())
}

func (p *Plain) rectangle1(r corners) (gone sudoku.Pencilmarks) {
	if len(r.roof) == 1 {
		gone[r.roof[0]] = r.pair & p.marks[r.roof[0]]
	}
	return gone
}

func (p *Plain) rectangle2(r corners) (gone sudoku.Pencilmarks) {
	if r.inLine() && r.extras.Len() == 1 {
		gone = p.seesRoof(r)
	}
	return gone
}

func (p *Plain) rectangle5(r corners) (gone sudoku.Pencilmarks) {
	if (len(r.roof) == 2 && !r.inLine() || len(r.roof) == 3) && r.extras.Len() == 1 {
		gone = p.seesRoof(r)
	}
	return gone
}

func (p *Plain) avoidableRectangle2(r corners) (gone sudoku.Pencilmarks) {
	if len(r.roof) > 1 && r.extras.Len() == 1 {
		gone = p.seesRoof(r)
	}
	return gone
}

func (p *Plain) seesRoof(r corners) (gone sudoku.Pencilmarks) {
	for _, c := range p.seenBy(sudoku.CellsOf(r.roof...), r.extras.First()) {
		gone[c] = r.extras
	}
	return gone
}

func (p *Plain) rectangle3(r corners) (gone sudoku.Pencilmarks) {
	if !r.inLine() || r.extras.Len() < 2 {
		return gone
	}
	p.housesOf(r.roof, func(house []sudoku.Cell) {
		var open []sudoku.Cell
		for _, c := range house {
			if c != r.roof[0] && c != r.roof[1] && p.marks[c] != 0 {
				open = append(open, c)
			}
		}
		for n := 1; n <= 3; n++ {
			for cells := range choices(open, n) {
				digits := r.extras
				for _, c := range cells {
					digits |= p.marks[c]
				}
				if digits.Len() != n+1 {
					continue
				}
				for _, c := range open {
					if !sudoku.CellsOf(cells...).Has(c) {
						gone[c] |= digits & p.marks[c]
					}
				}
			}
		}
	})
	return gone
}

// housesOf calls do with each house that has all of some cells.
func (p *Plain) housesOf(cells []sudoku.Cell, do func([]sudoku.Cell)) {
	for _, h := range p.shape.Houses() {
		if house := p.shape.House(h); sudoku.CellsOf(cells...).Minus(sudoku.CellsOf(house...)).Len() == 0 {
			do(house)
		}
	}
}

// confined reports whether a digit has places among some cells, and no others in a house.
func (p *Plain) confined(house []sudoku.Cell, d sudoku.Digit, cells ...sudoku.Cell) bool {
	places := p.placesIn(house, d)
	return places.Len() > 0 && places.Minus(sudoku.CellsOf(cells...)).Len() == 0
}

func (p *Plain) rectangle4(r corners) (gone sudoku.Pencilmarks) {
	if !r.inLine() {
		return gone
	}
	p.housesOf(r.roof, func(house []sudoku.Cell) {
		for d := range r.pair.All() {
			if p.confined(house, d, r.roof...) {
				for _, c := range r.roof {
					gone[c] |= r.pair.Without(d) & p.marks[c]
				}
			}
		}
	})
	return gone
}

func (p *Plain) line(kind sudoku.HouseKind, i int) []sudoku.Cell {
	return p.shape.House(sudoku.House{Kind: kind, Index: uint8(i)})
}

func (p *Plain) rectangle6(r corners) (gone sudoku.Pencilmarks) {
	if len(r.roof) != 2 || r.inLine() {
		return gone
	}
	a, b, c, d := r.cells[0][0], r.cells[0][1], r.cells[1][0], r.cells[1][1]
	for digit := range r.pair.All() {
		rows := p.confined(p.line(sudoku.Row, a.Row()), digit, a, b) && p.confined(p.line(sudoku.Row, c.Row()), digit, c, d)
		columns := p.confined(p.line(sudoku.Column, a.Column()), digit, a, c) && p.confined(p.line(sudoku.Column, b.Column()), digit, b, d)
		for _, cell := range r.roof {
			if (rows || columns) && p.marks[cell].Has(digit) {
				gone[cell] = gone[cell].With(digit)
			}
		}
	}
	return gone
}

func (p *Plain) hiddenRectangle(r corners) (gone sudoku.Pencilmarks) {
	if len(r.roof) < 2 {
		return gone
	}
	for i := range 2 {
		for j := range 2 {
			from, across := r.cells[i][j], r.cells[1-i][1-j]
			if p.marks[from] != r.pair {
				continue
			}
			for d := range r.pair.All() {
				if p.confined(p.line(sudoku.Row, across.Row()), d, across, r.cells[1-i][j]) &&
					p.confined(p.line(sudoku.Column, across.Column()), d, across, r.cells[i][1-j]) {
					gone[across] |= r.pair.Without(d) & p.marks[across]
				}
			}
		}
	}
	return gone
}

// bugPlus1 takes each candidate of a cell of three away in turn: what is left must be a grave.
func (p *Plain) bugPlus1() (gone sudoku.Pencilmarks) {
	for _, c := range p.shape.Cells() {
		if p.marks[c].Len() != 3 {
			continue
		}
		for d := range p.marks[c].All() {
			left := *p
			left.marks[c] = left.marks[c].Without(d)
			if left.isGrave() {
				gone[c] |= left.marks[c]
			}
		}
	}
	return gone
}

func (p *Plain) isGrave() bool {
	for _, c := range p.shape.Cells() {
		if n := p.marks[c].Len(); n != 0 && n != 2 {
			return false
		}
	}
	for _, h := range p.shape.Houses() {
		for d := range p.shape.Digits().All() {
			if n := p.placesIn(p.shape.House(h), d).Len(); n != 0 && n != 2 {
				return false
			}
		}
	}
	return true
}

// followsFromOneSolution checks a step that takes one solution for granted: however the cells of its parts are filled,
// with its digits in its houses, what it rules out falls, or there is a rectangle of two digits.
func followsFromOneSolution(s logic.State, step logic.Step, e sudoku.Candidate) bool {
	if step.Technique == logic.BUGPlus1 {
		left := Of(s)
		c := step.Cells.Slice()[0]
		left.marks[c] &^= step.Digits
		return e.Cell == c && left.isGrave()
	}
	pair := step.Parts[0].Digits
	choices := inCells(s, step.Cells)
	for d := range pair.All() {
		for _, h := range step.Houses {
			if all := inHouse(s, h, d); len(all) > 0 {
				choices = append(choices, all)
			}
		}
		for _, h := range step.Cover {
			if all := inHouse(s, h, d); len(all) > 0 {
				choices = append(choices, all)
			}
		}
	}
	var corners sudoku.Cells
	for _, part := range step.Parts[:min(len(step.Parts), 3)] {
		corners = corners.Union(part.Cells)
	}
	return corners.Len() == 4 && !canFillBut(s.Grid.Shape(), choices, []sudoku.Candidate{e}, func(taken []sudoku.Candidate) bool {
		for _, c := range taken {
			if corners.Has(c.Cell) && !pair.Has(c.Digit) {
				return false
			}
		}
		return true // deadly
	})
}
