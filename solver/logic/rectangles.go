package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The keys of the techniques that rest on the grid having one solution only. Four cells in two rows, two columns
// and two boxes that hold two digits between them can be exchanged; if none of them is a clue, that makes a second
// solution. So a puzzle has no such deadly rectangle. Unique and hidden rectangles have four open cells. Some cells
// of an avoidable rectangle are filled, none of them by a clue.
const (
	UniqueRectangle1 Technique = "unique-rectangle-1"
	UniqueRectangle2 Technique = "unique-rectangle-2"
	UniqueRectangle3 Technique = "unique-rectangle-3"
	UniqueRectangle4 Technique = "unique-rectangle-4"
	UniqueRectangle5 Technique = "unique-rectangle-5"
	UniqueRectangle6 Technique = "unique-rectangle-6"
	HiddenRectangle  Technique = "hidden-rectangle"

	AvoidableRectangle1 Technique = "avoidable-rectangle-1"
	AvoidableRectangle2 Technique = "avoidable-rectangle-2"

	BUGPlus1 Technique = "bug-plus-1"
)

var (
	uniqueRectangle1 = ofRectangles(UniqueRectangle1, (*view).rectangle1,
		"....3.74..6..81............9.....3....7......3.45.8..7.2.7....8...29........4.16.")
	uniqueRectangle2 = ofRectangles(UniqueRectangle2, (*view).rectangle2,
		"3.....7.8..78......496.2.......1.624....8....2....4..3.9..4.3.....1..2..4.....175")
	uniqueRectangle3 = ofRectangles(UniqueRectangle3, (*view).rectangle3,
		"..75...3......468.......2..53.2..9......8...48.69.7...6....2..31...9.....438..7..")
	uniqueRectangle4 = ofRectangles(UniqueRectangle4, (*view).rectangle4,
		"38.2....5.2.5.14..1.......2..8..467...48....1.3....9...6..1.........5.8.5..7.....")
	uniqueRectangle5 = ofRectangles(UniqueRectangle5, (*view).rectangle5,
		".1...8...945...1.....7....2..1.87.6..8..........5.3..87..39.2..1....2....9..7...3")
	uniqueRectangle6 = ofRectangles(UniqueRectangle6, (*view).rectangle6,
		"...2..85...13..9.79..........8.........67....5.2...7413......9....43.....9.7..21.")
	hiddenRectangle = ofRectangles(HiddenRectangle, (*view).hiddenRectangle,
		"...6..79..4..3...2.....41..3.....85..28.7.9...6.9........19.2...5.........18..6..")

	avoidableRectangle1 = ofRectangles(AvoidableRectangle1, (*view).rectangle1,
		"5.8....6.....12.......6.8796...9..1.8.5.....2.1..5.....47..3.2.2.....9.....6....4")
	avoidableRectangle2 = ofRectangles(AvoidableRectangle2, (*view).avoidableRectangle2,
		"..4.........1..7......82..4..5......7...26..832.5.967.24..9.35......549........8.")
)

var bugPlus1 = technique{
	key: BUGPlus1, tier: TierGuessing, all: (*view).bugPlus1, unique: true,
	example: ".1...3..4......58..57........3.56.7..7..........24.91...5..9...9.847..2..216...9.",
}

// Uniqueness lists the techniques that rest on the grid having one solution only. They prove nothing about
// whether it has.
var Uniqueness = keysOf(slices.DeleteFunc(slices.Clone(ladder), func(t technique) bool { return !t.unique }))

// RestsOnUniqueness reports whether a technique is one of [Uniqueness].
func (t Technique) RestsOnUniqueness() bool { return lookUp(t, ladder).unique }

// rectangle is four cells in two rows, two columns and two boxes, going round, and two digits. Each
// cell may hold one of these, and at least one cell no other. None is a clue.
type rectangle struct {
	corners [4]sudoku.Cell
	pair    sudoku.Digits
	roof    []int // the corners that may hold other digits; one of them does
	extra   sudoku.Digits
}

// ofRectangles returns a technique that looks at one rectangle after the other.
func ofRectangles(key Technique, find func(v *view, r rectangle, yield func(Step) bool) bool, example string) technique {
	avoidable := key == AvoidableRectangle1 || key == AvoidableRectangle2
	all := func(v *view, yield func(Step) bool) {
		for _, r := range v.rectangles(avoidable) {
			if !find(v, r, yield) {
				return
			}
		}
	}
	return technique{key: key, tier: TierGuessing, all: all, unique: true, example: example}
}

// rectangles returns the rectangles whose cells are all open, or the avoidable ones.
func (v *view) rectangles(avoidable bool) []rectangle {
	if v.deadly == nil {
		v.deadly = new(deadly)
		for _, corners := range rectangles[v.shape] {
			for _, pair := range v.pairs(corners) {
				list := &v.deadly.open
				if sudoku.CellsOf(corners[:]...).Intersect(v.Placed) != (sudoku.Cells{}) {
					list = &v.deadly.avoidable
				}
				if r, ok := v.rectangle(corners, pair); ok {
					*list = append(*list, r)
				}
			}
		}
	}
	if avoidable {
		return v.deadly.avoidable
	}
	return v.deadly.open
}

// deadly is the rectangles of a state.
type deadly struct{ open, avoidable []rectangle }

// corner returns the digits that a cell of a rectangle may hold, none for a clue.
func (v *view) corner(c sudoku.Cell) sudoku.Digits {
	if v.Placed.Has(c) {
		return sudoku.DigitsOf(v.Grid.At(c))
	}
	return v.Marks[c]
}

// pairs returns the digits that four cells may hold between them, if one of the cells holds no others. Clues hold none.
func (v *view) pairs(corners [4]sudoku.Cell) (pairs []sudoku.Digits) {
	var digits [4]sudoku.Digits
	for i, c := range corners {
		if digits[i] = v.corner(c); digits[i] == 0 {
			return nil
		}
	}
	add := func(pair sudoku.Digits) {
		if !slices.Contains(pairs, pair) {
			pairs = append(pairs, pair)
		}
	}
	for i, c := range corners {
		switch {
		case v.Placed.Has(c):
			for d := range (v.shape.Digits() &^ digits[i]).All() {
				add(digits[i].With(d))
			}
		case digits[i].Len() == 2:
			add(digits[i])
		}
	}
	return pairs
}

// rectangles lists the corners of all rectangles of each shape.
var rectangles = sudoku.ByShape(func(s sudoku.Shape) (all [][4]sudoku.Cell) {
	cells := s.Cells()
	for _, a := range cells {
		for _, c := range cells {
			b, d := cells[a.Row()*s.Side()+c.Column()], cells[c.Row()*s.Side()+a.Column()]
			sameBand, sameStack := s.Box(a) == s.Box(d), s.Box(a) == s.Box(b)
			if a.Row() < c.Row() && a.Column() < c.Column() && sameBand != sameStack {
				all = append(all, [4]sudoku.Cell{a, b, c, d})
			}
		}
	}
	return all
})

func (v *view) rectangle(corners [4]sudoku.Cell, pair sudoku.Digits) (rectangle, bool) {
	r := rectangle{corners: corners, pair: pair}
	for i, c := range corners {
		if v.corner(c)&pair == 0 {
			return r, false
		}
		if extra := v.corner(c) &^ pair; extra != 0 {
			r.roof, r.extra = append(r.roof, i), r.extra|extra
		}
	}
	return r, len(r.roof) > 0
}

// cells returns the corners of the roof, and the others.
func (r rectangle) cells() (roof, floor sudoku.Cells) {
	for i, c := range r.corners {
		if slices.Contains(r.roof, i) {
			roof = roof.With(c)
		} else {
			floor = floor.With(c)
		}
	}
	return roof, floor
}

// side reports whether the roof is two corners beside each other.
func (r rectangle) side() bool { return len(r.roof) == 2 && (r.roof[1]-r.roof[0])%2 == 1 }

// rectangleStep returns a step without its eliminations.
func (v *view) rectangleStep(r rectangle, more ...Part) Step {
	roof, floor := r.cells()
	first, last := v.shape.HousesOf(r.corners[0]), v.shape.HousesOf(r.corners[2])
	step := stepOf(append([]Part{{floor, r.pair}, {roof, r.pair}}, more...))
	step.Houses = []sudoku.House{first[sudoku.Row], last[sudoku.Row]}
	step.Cover = []sudoku.House{first[sudoku.Column], last[sudoku.Column]}
	return step
}

// rectangle1 finds a roof of one cell: it holds one of its other digits.
func (v *view) rectangle1(r rectangle, yield func(Step) bool) bool {
	step := v.rectangleStep(r)
	step.Eliminations = v.candidates(step.Parts[1].Cells, r.pair)
	return len(r.roof) != 1 || yield(step)
}

// rectangle2 finds a roof of two cells beside each other that have the same third digit and no more: one of
// them holds it.
func (v *view) rectangle2(r rectangle, yield func(Step) bool) bool {
	return !r.side() || v.oneExtra(r, yield)
}

// rectangle5 finds the same with two cells across, or three.
func (v *view) rectangle5(r rectangle, yield func(Step) bool) bool {
	return r.side() || len(r.roof) == 1 || v.oneExtra(r, yield)
}

// avoidableRectangle2 finds the same with any two or three cells.
func (v *view) avoidableRectangle2(r rectangle, yield func(Step) bool) bool {
	return len(r.roof) == 1 || v.oneExtra(r, yield)
}

func (v *view) oneExtra(r rectangle, yield func(Step) bool) bool {
	roof, _ := r.cells()
	step := v.rectangleStep(r, Part{roof, r.extra})
	step.Eliminations = v.candidates(v.seenByAll(roof), r.extra)
	return r.extra.Len() != 1 || yield(step)
}

// rectangle3 finds a roof of two cells beside each other that makes a naked pair, triple or quad with other
// cells of their house, since one of the two holds one of their other digits.
func (v *view) rectangle3(r rectangle, yield func(Step) bool) bool {
	if !r.side() || r.extra.Len() < 2 || r.extra.Len() > 4 {
		return true
	}
	roof, _ := r.cells()
	for _, h := range v.housesWith(roof) {
		var others []sudoku.Cell
		for _, c := range v.shape.House(h) {
			if !roof.Has(c) && v.Marks[c] != 0 {
				others = append(others, c)
			}
		}
		if !v.besideRoof(r, h, others, sudoku.Cells{}, r.extra, yield) {
			return false
		}
	}
	return true
}

// besideRoof completes a choice of cells to one less than digits.
func (v *view) besideRoof(r rectangle, h sudoku.House, from []sudoku.Cell, chosen sudoku.Cells, digits sudoku.Digits, yield func(Step) bool) bool {
	if digits.Len() > 4 {
		return true
	}
	if chosen.Len() == digits.Len()-1 {
		roof, _ := r.cells()
		step := v.rectangleStep(r, Part{roof, r.extra}, Part{chosen, digits})
		step.Houses, step.Cover = append(step.Houses, h), nil
		step.Eliminations = v.candidates(v.cellsIn(h).Minus(roof).Minus(chosen), digits)
		if !yield(step) {
			return false
		}
	}
	for i, c := range from {
		if !v.besideRoof(r, h, from[i+1:], chosen.With(c), digits|v.Marks[c], yield) {
			return false
		}
	}
	return true
}

// rectangle4 finds a roof of two cells beside each other that are the only places of a digit of the pair in
// a house: one of them holds it, so neither holds the other.
func (v *view) rectangle4(r rectangle, yield func(Step) bool) bool {
	if !r.side() {
		return true
	}
	roof, _ := r.cells()
	for _, h := range v.housesWith(roof) {
		for d := range r.pair.All() {
			if !v.within(h, d, roof) {
				continue
			}
			step := v.rectangleStep(r, Part{roof, sudoku.DigitsOf(d)})
			step.Houses, step.Cover = append(step.Houses, h), nil
			step.Eliminations = v.candidates(roof, r.pair.Without(d))
			if !yield(step) {
				return false
			}
		}
	}
	return true
}

// rectangle6 finds a roof of two cells across, and a digit of the pair that has no places but the corners in
// both rows, or in both columns: if one of the roof held it, so would the other.
func (v *view) rectangle6(r rectangle, yield func(Step) bool) bool {
	roof, floor := r.cells()
	if len(r.roof) != 2 || r.side() {
		return true
	}
	for d := range r.pair.All() {
		step := v.rectangleStep(r, Part{floor, sudoku.DigitsOf(d)})
		for _, lines := range [...][]sudoku.House{step.Houses, step.Cover} {
			if !v.within(lines[0], d, step.Cells) || !v.within(lines[1], d, step.Cells) {
				continue
			}
			if lines[0].Kind == sudoku.Column {
				step.Houses, step.Cover = step.Cover, step.Houses
			}
			step.Eliminations = v.candidates(roof, sudoku.DigitsOf(d))
			if !yield(step) {
				return false
			}
			break
		}
	}
	return true
}

// hiddenRectangle finds a corner that has only the pair. A digit of the pair has no places but the corners in
// the row and the column of the corner across: if that held the other digit, all four would be settled.
func (v *view) hiddenRectangle(r rectangle, yield func(Step) bool) bool {
	for i, across := range r.corners {
		if v.Marks[r.corners[(i+2)%4]] != r.pair || len(r.roof) < 2 {
			continue
		}
		of := v.shape.HousesOf(across)
		for d := range r.pair.All() {
			all := sudoku.CellsOf(r.corners[:]...)
			if !v.within(of[sudoku.Row], d, all) || !v.within(of[sudoku.Column], d, all) {
				continue
			}
			step := stepOf([]Part{
				{sudoku.CellsOf(r.corners[(i+2)%4]), r.pair}, {sudoku.CellsOf(across), r.pair.Without(d)},
				partOf(d, r.corners[(i+1)%4], r.corners[(i+3)%4]),
			})
			step.Houses = []sudoku.House{of[sudoku.Row], of[sudoku.Column]}
			step.Eliminations = v.candidates(sudoku.CellsOf(across), r.pair.Without(d))
			if !yield(step) {
				return false
			}
		}
	}
	return true
}

// housesWith returns the houses that hold all of some cells.
func (v *view) housesWith(cells sudoku.Cells) (houses []sudoku.House) {
	for _, h := range v.shape.HousesOf(cells.Slice()[0]) {
		if cells.Minus(v.cellsIn(h)).Len() == 0 {
			houses = append(houses, h)
		}
	}
	return houses
}

// within reports whether a digit has places in a house, all of them among some cells.
func (v *view) within(h sudoku.House, d sudoku.Digit, cells sudoku.Cells) bool {
	places := v.placesIn(h, d)
	return places != 0 && v.cellsOf(h, places).Minus(cells).Len() == 0
}

// bugPlus1 finds a state in which one cell has three candidates and all others have two, and each digit has no
// place or two in each house, but for one digit of that cell, which has three in its houses. Without that digit
// each solution would have another, of the other candidates ("bivalue universal grave"); so the cell holds it.
func (v *view) bugPlus1(yield func(Step) bool) {
	var odd []sudoku.Cell
	for _, c := range v.shape.Cells() {
		if n := v.Marks[c].Len(); n > 2 {
			odd = append(odd, c)
		} else if n == 1 {
			return
		}
	}
	if len(odd) != 1 || v.Marks[odd[0]].Len() != 3 {
		return
	}
	var three sudoku.Digits
	for _, h := range v.shape.Houses() {
		for d := range v.shape.Digits().All() {
			switch n := v.placesIn(h, d).len(); {
			case n == 3 && v.cellsIn(h).Has(odd[0]) && v.Marks[odd[0]].Has(d):
				three = three.With(d)
			case n != 0 && n != 2:
				return
			}
		}
	}
	if three.Len() == 1 {
		houses := v.shape.HousesOf(odd[0])
		yield(Step{
			Houses: houses[:], Cells: sudoku.CellsOf(odd[0]), Digits: three,
			Parts: []Part{{sudoku.CellsOf(odd[0]), three}}, Eliminations: v.candidates(sudoku.CellsOf(odd[0]), v.Marks[odd[0]]&^three),
		})
	}
}
