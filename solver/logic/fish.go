package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// fish finds w rows in which a digit has places in only w columns, or the same with rows
// and columns exchanged: each of the w crossing lines gets its digit from one of the w
// base lines, so the rest of the crossing lines loses it.
func (v *view) fish(w int) (Step, bool) {
	var base sudoku.HouseKind
	var lines, crossing mask
	var digit sudoku.Digit
	gain := 0
	for _, kind := range [...]sudoku.HouseKind{sudoku.Row, sudoku.Column} {
		for d := sudoku.Digit(1); int(d) <= v.shape.Side(); d++ {
			for choice, union := range coverings(v.placesOf(d, kind), w) {
				if opens := v.caught(d, kind, choice, union); opens > gain {
					base, digit, lines, crossing, gain = kind, d, choice, union, opens
				}
			}
		}
	}
	if gain == 0 {
		return Step{}, false
	}
	return v.fishStep(base, digit, lines, crossing), true
}

// placesOf returns the places of a digit in each line of a kind.
func (v *view) placesOf(d sudoku.Digit, kind sudoku.HouseKind) []mask {
	masks := make([]mask, 0, sudoku.MaxSide)
	for i := range v.shape.Side() {
		masks = append(masks, v.places[kind][i][d])
	}
	return masks
}

// caught counts the places of a digit in crossing lines that lie outside of the base lines.
func (v *view) caught(d sudoku.Digit, base sudoku.HouseKind, lines, crossing mask) int {
	n := 0
	for i := range crossing.all() {
		n += (v.places[crossingKind(base)][i][d] &^ lines).len()
	}
	return n
}

func (v *view) fishStep(base sudoku.HouseKind, d sudoku.Digit, lines, crossing mask) Step {
	step := Step{Digits: sudoku.DigitsOf(d)}
	for i := range lines.all() {
		h := sudoku.House{Kind: base, Index: uint8(i)}
		step.Houses = append(step.Houses, h)
		step.Cells = step.Cells.Union(v.cells(h, v.at(h, d)))
	}
	var covered sudoku.Cells
	for i := range crossing.all() {
		h := sudoku.House{Kind: crossingKind(base), Index: uint8(i)}
		step.Cover = append(step.Cover, h)
		covered = covered.Union(v.cells(h, v.at(h, d)))
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
