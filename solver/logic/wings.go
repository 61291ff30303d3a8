package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// The keys of the wings.
const (
	XYWing   Technique = "xy-wing"
	XYZWing  Technique = "xyz-wing"
	WWing    Technique = "w-wing"
	WXYZWing Technique = "wxyz-wing"
)

var xyWing = technique{
	key: XYWing, tier: TierGuessing, chain: true, all: (*view).xyWings, leaves: []Technique{NakedSingle},
	example: "..12..6.96...948.73.9.6....85..7.3............4658.......7...1.......4.2.1....7..",
}

var xyzWing = technique{
	key: XYZWing, tier: TierGuessing, all: (*view).xyzWings, leaves: []Technique{XYWing, NakedPair},
	example: "35.4..1.7........32..73........8.351.7.1...98..86............49.32........4.79...",
}

var wWing = technique{
	key: WWing, tier: TierGuessing, chain: true, all: (*view).wWings, leaves: []Technique{NakedSingle, HiddenSingle},
	example: "35.4..1.7........32..73........8.351.7.1...98..86............49.32........4.79...",
}

var wxyzWing = technique{
	key: WXYZWing, tier: TierGuessing, all: (*view).wxyzWings, leaves: []Technique{XYZWing, NakedTriple},
	example: "2..58649...8.......4...1.2.96...3.8.1.3..2.6.8..7........4.9.........759.........",
}

// pincers yields two cells of two candidates that see a pivot but not each other, and have one digit in
// common: the wing's. Their other digits are different, and candidates of the pivot.
func (v *view) pincers(pivot sudoku.Cell, yield func(a, b sudoku.Cell, digit sudoku.Digits) bool) {
	var ends []sudoku.Cell
	for c := range v.shape.Peers(pivot).All() {
		if v.Marks[c].Len() == 2 && v.Marks[c]&v.Marks[pivot] != 0 {
			ends = append(ends, c)
		}
	}
	for i, a := range ends {
		for _, b := range ends[i+1:] {
			digit := v.Marks[a] & v.Marks[b]
			if digit.Len() == 1 && (v.Marks[a]|v.Marks[b])&^digit&^v.Marks[pivot] == 0 &&
				!v.shape.Peers(a).Has(b) && !yield(a, b, digit) {
				return
			}
		}
	}
}

// xyWings finds a pivot of two candidates, each of which forces one of two pincers that see it to the same
// third digit: so one of the pincers holds that digit.
func (v *view) xyWings(yield func(Step) bool) {
	going := true
	for _, pivot := range v.shape.Cells() {
		if v.Marks[pivot].Len() != 2 || !going {
			continue
		}
		v.pincers(pivot, func(a, b sudoku.Cell, digit sudoku.Digits) bool {
			if v.Marks[pivot]&digit == 0 {
				first, second := v.Marks[a]&^digit, v.Marks[b]&^digit
				going = yield(v.wing(pivot, a, b, v.chained(
					Part{sudoku.CellsOf(a), digit}, Part{sudoku.CellsOf(a), first}, Part{sudoku.CellsOf(pivot), first},
					Part{sudoku.CellsOf(pivot), second}, Part{sudoku.CellsOf(b), second}, Part{sudoku.CellsOf(b), digit},
				)))
			}
			return going
		})
	}
}

// xyzWings finds the same with a pivot that may hold the third digit too: one of the three cells holds it.
func (v *view) xyzWings(yield func(Step) bool) {
	going := true
	for _, pivot := range v.shape.Cells() {
		if v.Marks[pivot].Len() != 3 || !going {
			continue
		}
		v.pincers(pivot, func(a, b sudoku.Cell, digit sudoku.Digits) bool {
			if v.Marks[pivot]&digit != 0 {
				going = yield(v.wing(pivot, a, b, v.bent(digit, a, pivot, b)))
			}
			return going
		})
	}
}

// wing returns a step with the houses in which the pincers see the pivot.
func (v *view) wing(pivot, a, b sudoku.Cell, step Step) Step {
	for _, c := range [...]sudoku.Cell{a, b} {
		h, _ := v.joining(sudoku.CellsOf(pivot, c))
		step.Houses = append(step.Houses, h)
	}
	return step
}

// bent returns the step of as many digits as cells, all but one of which can be only once in these cells.
// One of the cells holds that one digit, and cells that see all of its places there lose it.
func (v *view) bent(digit sudoku.Digits, cells ...sudoku.Cell) Step {
	var step Step
	var places sudoku.Cells
	for _, c := range cells {
		step.Cells = step.Cells.With(c)
		step.Digits |= v.Marks[c]
		step.Parts = append(step.Parts, Part{sudoku.CellsOf(c), v.Marks[c]})
		if v.Marks[c]&digit != 0 {
			places = places.With(c)
		}
	}
	step.Eliminations = v.candidates(v.seenByAll(places), digit)
	return step
}

// wWings finds two cells of the same two candidates, and a link of one of these digits: each end of the
// link sees one of the cells. One end holds the digit, so one of the cells holds the other digit.
func (v *view) wWings(yield func(Step) bool) {
	twins := v.twins()
	for d := range v.shape.Digits().All() {
		for _, l := range v.links(d) {
			for _, t := range twins {
				if step, ok := v.wWing(l, d, t[0], t[1]); ok && !yield(step) {
					return
				}
			}
		}
	}
}

// twins returns each two cells of the same two candidates that do not see each other.
func (v *view) twins() (twins [][2]sudoku.Cell) {
	cells := v.cellsOfTwo()
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if v.Marks[a] == v.Marks[b] && !v.shape.Peers(a).Has(b) {
				twins = append(twins, [2]sudoku.Cell{a, b})
			}
		}
	}
	return twins
}

func (v *view) wWing(l link, d sudoku.Digit, a, b sudoku.Cell) (Step, bool) {
	if !v.Marks[a].Has(d) || !v.shape.Peers(a).Has(l.from) || !v.shape.Peers(b).Has(l.to) {
		return Step{}, false
	}
	other := Part{Digits: v.Marks[a].Without(d)}
	step := v.chained(Part{sudoku.CellsOf(a), other.Digits}, partOf(d, a), partOf(d, l.from), partOf(d, l.to), partOf(d, b), Part{sudoku.CellsOf(b), other.Digits})
	step.Houses = []sudoku.House{l.house}
	return step, true
}

// cellsOfTwo returns the cells of two candidates.
func (v *view) cellsOfTwo() (cells []sudoku.Cell) {
	for _, c := range v.shape.Cells() {
		if v.Marks[c].Len() == 2 {
			cells = append(cells, c)
		}
	}
	return cells
}

// wxyzWings finds four cells, not all in one house, with at most four digits between them, all of
// which but one can be only once in these cells, since all its places there see each other.
func (v *view) wxyzWings(yield func(Step) bool) {
	var cells []sudoku.Cell
	for _, c := range v.shape.Cells() {
		if n := v.Marks[c].Len(); n >= 2 && n <= 4 {
			cells = append(cells, c)
		}
	}
	v.bend(cells, nil, 0, 0, yield)
}

// bend completes a choice of cells to four. free are the digits that they can hold twice, as not all of their places see each
// other. As soon as there are two such digits, no cell makes up for it.
func (v *view) bend(from, chosen []sudoku.Cell, digits, free sudoku.Digits, yield func(Step) bool) bool {
	if len(chosen) == 4 {
		return v.wxyzWing(chosen, digits, free, yield)
	}
	for i, c := range from {
		wider, freer := digits|v.Marks[c], free
		if wider.Len() > 4 {
			continue
		}
		for _, other := range chosen {
			if !v.shape.Peers(c).Has(other) {
				freer |= v.Marks[c] & v.Marks[other]
			}
		}
		if freer.Len() <= 1 && !v.bend(from[i+1:], append(chosen, c), wider, freer, yield) {
			return false
		}
	}
	return true
}

// wxyzWing yields the steps of four cells in which the free digits can be more than once. If none can,
// all their digits are in them once.
func (v *view) wxyzWing(cells []sudoku.Cell, digits, free sudoku.Digits, yield func(Step) bool) bool {
	if _, inHouse := v.joining(sudoku.CellsOf(cells...)); inHouse {
		return true
	}
	if free == 0 {
		free = digits
	}
	for d := range free.All() {
		step := v.bent(sudoku.DigitsOf(d), cells...)
		if len(step.Eliminations) == 0 {
			continue
		}
		if step.Houses = v.housesOver(step.Cells); !yield(step) {
			return false
		}
	}
	return true
}

// housesOver returns houses that hold all of some cells between them, each time the house with most of
// the remaining cells.
func (v *view) housesOver(cells sudoku.Cells) (houses []sudoku.House) {
	for cells.Len() > 0 {
		var best sudoku.House
		most := 0
		for _, h := range v.shape.Houses() {
			if n := cells.Intersect(v.cellsIn(h)).Len(); n > most {
				best, most = h, n
			}
		}
		houses, cells = append(houses, best), cells.Minus(v.cellsIn(best))
	}
	return houses
}
