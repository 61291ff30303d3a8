package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// The keys of the techniques with two links of a digit.
const (
	Skyscraper     Technique = "skyscraper"
	TwoStringKite  Technique = "2-string-kite"
	TurbotFish     Technique = "turbot-fish"
	EmptyRectangle Technique = "empty-rectangle"
)

var skyscraper = technique{
	key: Skyscraper, tier: TierGuessing, chain: true, all: findTwoLinks(Skyscraper), leaves: []Technique{HiddenSingle},
	example: "....89.4.5........24......6......5.2..283....13..64..7....1..5....9.....4.3..76.1",
}

var twoStringKite = technique{
	key: TwoStringKite, tier: TierGuessing, chain: true, all: findTwoLinks(TwoStringKite), leaves: []Technique{HiddenSingle},
	example: ".29..1............7.....98.5.8.....4........8.7.9.536...6.1...24..6.9.7.8....4...",
}

var turbotFish = technique{
	key: TurbotFish, tier: TierGuessing, chain: true, all: findTwoLinks(TurbotFish), leaves: []Technique{HiddenSingle},
	example: ".26..3....8..5.....5.4.7.3.........76......4..49......4..8..51..78.....4....3.2..",
}

var emptyRectangle = technique{
	key: EmptyRectangle, tier: TierGuessing, chain: true, all: (*view).emptyRectangles, leaves: []Technique{HiddenSingle, Pointing, TurbotFish},
	example: "3..7..8..6.593.2..1....5....1.3...6...6.1...5.5...4..7.......1...3.7...4....4.5.3",
}

// link is the only two places of a digit in a house: one of them holds it.
type link struct {
	house    sudoku.House
	from, to sudoku.Cell
}

// links returns the links of a digit, each from both of its ends.
func (v *view) links(d sudoku.Digit) (all []link) {
	for _, h := range v.shape.Houses() {
		if places := v.placesIn(h, d); places.len() == 2 {
			cells := v.cellsOf(h, places).Slice()
			all = append(all, link{h, cells[0], cells[1]}, link{h, cells[1], cells[0]})
		}
	}
	return all
}

// findTwoLinks finds two links of a digit. One end of the one sees one end of the other, so not both of
// these hold the digit. At least one of the other ends does, and cells that see both lose it.
func findTwoLinks(t Technique) func(*view, func(Step) bool) {
	return func(v *view, yield func(Step) bool) {
		for _, step := range v.ofDigits(t, 0, func(d sudoku.Digit) (found []Step) {
			links := v.links(d)
			for i, a := range links {
				for _, b := range links[i+1:] {
					if step, kind := v.twoLinks(d, a, b); kind == t {
						found = append(found, step)
					}
				}
			}
			return found
		}) {
			if !yield(step) {
				return
			}
		}
	}
}

// twoLinks returns the step if the end of a sees the start of b and candidates see the other two, and its technique. The two lines of a
// skyscraper are both rows or both columns, joined by a line that crosses them. A kite has a row and a
// column, joined by a box. All others are turbot fish.
func (v *view) twoLinks(d sudoku.Digit, a, b link) (Step, Technique) {
	if !v.shape.Peers(a.to).Has(b.from) || a.from == b.from || a.from == b.to || a.to == b.to {
		return Step{}, ""
	}
	if v.shape.Peers(a.from).Intersect(v.shape.Peers(b.to)).Intersect(v.allPlaces()[d]) == (sudoku.Cells{}) {
		return Step{}, "" // it rules nothing out
	}
	join, _ := v.joining(sudoku.CellsOf(a.to, b.from))
	kind := TurbotFish
	switch lines := a.house.Kind != sudoku.Box && b.house.Kind != sudoku.Box; {
	case lines && a.house.Kind == b.house.Kind && join.Kind != sudoku.Box:
		if across := v.shape.HousesOf(a.from)[join.Kind]; across == v.shape.HousesOf(b.to)[join.Kind] {
			return Step{}, "" // an X-Wing
		}
		kind = Skyscraper
	case lines && a.house.Kind != b.house.Kind && join.Kind == sudoku.Box:
		kind = TwoStringKite
	}
	step := v.chained(partOf(d, a.from), partOf(d, a.to), partOf(d, b.from), partOf(d, b.to))
	step.Houses, step.Cover = []sudoku.House{a.house, b.house}, []sudoku.House{join}
	return step, kind
}

func partOf(d sudoku.Digit, cells ...sudoku.Cell) Part {
	return Part{sudoku.CellsOf(cells...), sudoku.DigitsOf(d)}
}

// cross is a box in which all places of a digit, three or more, lie in two lines: some only in the one,
// some only in the other.
type cross struct {
	box, line   sudoku.House
	inLine, not sudoku.Cells // the places in the line, and the others
}

// crosses returns the crosses of a digit, each from both of its lines.
func (v *view) crosses(d sudoku.Digit) (all []cross) {
	for _, x := range crossings[v.shape] {
		places := v.placesIn(x.box, d)
		inLine, not := v.cellsOf(x.box, places&x.inBox), v.cellsOf(x.box, places&^x.inBox)
		if places.len() < 3 || places&^x.inBox == 0 {
			continue
		}
		other := v.cellsIn(v.shape.HousesOf(not.Slice()[0])[crossingKind(x.line.Kind)])
		if not.Minus(other).Len() == 0 && inLine.Minus(other).Len() > 0 {
			all = append(all, cross{x.box, x.line, inLine, not})
		}
	}
	return all
}

// emptyRectangles finds a box in which all places of a digit, three or more, lie in one row and one
// column. A link of the digit begins in one of these lines outside of the box, and crosses it. If the near
// end of the link holds the digit, the box has it in the other line. So that part of the box has it, or
// the far end of the link, and cells that see both lose it.
func (v *view) emptyRectangles(yield func(Step) bool) {
	for _, step := range v.ofDigits(EmptyRectangle, 0, func(d sudoku.Digit) (found []Step) {
		links := v.links(d)
		for _, x := range v.crosses(d) {
			for _, l := range links {
				if l.house.Kind != crossingKind(x.line.Kind) || !v.cellsIn(x.line).Has(l.from) || v.cellsIn(x.box).Has(l.from) {
					continue
				}
				step := v.chained(partOf(d, l.to), partOf(d, l.from), Part{x.inLine, sudoku.DigitsOf(d)}, Part{x.not, sudoku.DigitsOf(d)})
				if step.Houses, step.Cover = []sudoku.House{x.box, l.house}, []sudoku.House{x.line}; len(step.Eliminations) > 0 {
					found = append(found, step)
				}
			}
		}
		return found
	}) {
		if !yield(step) {
			return
		}
	}
}
