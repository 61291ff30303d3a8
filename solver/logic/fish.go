package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// The keys of the fish.
const (
	XWing     Technique = "x-wing"
	Swordfish Technique = "swordfish"
	Jellyfish Technique = "jellyfish"
)

var xWing = technique{
	key: XWing, tier: TierXWing, all: findFish(2), leaves: []Technique{HiddenSingle},
	example: "..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42",
}

var swordfish = technique{
	key: Swordfish, tier: TierXWing, all: findFish(3), leaves: []Technique{XWing},
	example: ".6...234...83....61..4.6.......5.....1...3.52...2....3.8.....17..59.1........4.6.",
}

var jellyfish = technique{
	key: Jellyfish, tier: TierXWing, all: findFish(4), leaves: []Technique{Swordfish},
	example: "..1..9.454......3..3...2...5....4.2....5.......29.1.7...7895.1...841..5......7..3",
}

func findFish(w int) func(*view, func(Step) bool) {
	return func(v *view, yield func(Step) bool) { v.fish(w, yield) }
}

// fish finds w rows in which a digit has places in only w columns, or the same with rows and
// columns exchanged. Each of the w crossing lines gets its digit from one of the w base lines,
// so the rest of the crossing lines loses it.
func (v *view) fish(w int, yield func(Step) bool) {
	for _, kind := range [...]sudoku.HouseKind{sudoku.Row, sudoku.Column} {
		for d := sudoku.Digit(1); int(d) <= v.shape.Side(); d++ {
			places := make([]mask, 0, sudoku.MaxSide)
			for i := range v.shape.Side() {
				places = append(places, v.places[kind][i][d])
			}
			for choice, union := range coverings(places, w) {
				gain := 0 // the places in crossing lines outside of the base lines
				for i := range union.all() {
					gain += (v.places[crossingKind(kind)][i][d] &^ choice).len()
				}
				if gain > v.most && !yield(v.fishStep(kind, d, choice, union)) {
					return
				}
			}
		}
	}
}

func (v *view) fishStep(base sudoku.HouseKind, d sudoku.Digit, lines, crossing mask) Step {
	step := Step{Digits: sudoku.DigitsOf(d)}
	for i := range lines.all() {
		h := sudoku.House{Kind: base, Index: uint8(i)}
		step.Houses = append(step.Houses, h)
		step.Cells = step.Cells.Union(v.cellsOf(h, v.placesIn(h, d)))
	}
	var covered sudoku.Cells
	for i := range crossing.all() {
		h := sudoku.House{Kind: crossingKind(base), Index: uint8(i)}
		step.Cover = append(step.Cover, h)
		covered = covered.Union(v.cellsOf(h, v.placesIn(h, d)))
	}
	step.Eliminations = v.candidates(covered.Minus(step.Cells), step.Digits)
	return step
}

func crossingKind(k sudoku.HouseKind) sudoku.HouseKind {
	if k == sudoku.Row {
		return sudoku.Column
	}
	return sudoku.Row
}
