package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// nakedSubset finds w open cells of a house that have w candidates between them: these
// digits go into these cells, so no other cell that sees all of them holds one. That is
// the rest of the house, and of the box or line that also holds all of them.
func (v *view) nakedSubset(w int) (Step, bool) {
	var cells sudoku.Cells
	var digits sudoku.Digits
	gain := 0
	for _, h := range v.shape.Houses() {
		for choice, union := range coverings(v.marksOf(h), w) {
			these := v.cells(h, choice)
			if opens := v.count(v.seenByAll(these), sudoku.Digits(union)); opens > gain {
				cells, digits, gain = these, sudoku.Digits(union), opens
			}
		}
	}
	if gain == 0 {
		return Step{}, false
	}
	step := Step{Cells: cells, Digits: digits, Eliminations: v.candidates(v.seenByAll(cells), digits)}
	for _, h := range v.shape.Houses() {
		all := sudoku.CellsOf(v.shape.House(h)...)
		if cells.Minus(all) == (sudoku.Cells{}) && v.count(all.Minus(cells), digits) > 0 {
			step.Houses = append(step.Houses, h)
		}
	}
	return step, true
}

// hiddenSubset finds w digits that have w places between them in a house: these cells
// hold these digits and no others.
func (v *view) hiddenSubset(w int) (Step, bool) {
	var house sudoku.House
	var cells sudoku.Cells
	var digits sudoku.Digits
	gain := 0
	for _, h := range v.shape.Houses() {
		places := v.places[h.Kind][h.Index][1 : v.shape.Side()+1]
		for choice, union := range coverings(places, w) {
			these := v.cells(h, union)
			if opens := v.count(these, ^sudoku.Digits(choice)); opens > gain {
				house, cells, digits, gain = h, these, sudoku.Digits(choice), opens
			}
		}
	}
	if gain == 0 {
		return Step{}, false
	}
	return Step{
		Houses:       []sudoku.House{house},
		Cells:        cells,
		Digits:       digits,
		Eliminations: v.candidates(cells, ^digits),
	}, true
}

// marksOf returns the candidates of each cell of a house.
func (v *view) marksOf(h sudoku.House) []mask {
	masks := make([]mask, 0, sudoku.MaxSide)
	for _, c := range v.shape.House(h) {
		masks = append(masks, mask(v.Marks[c]))
	}
	return masks
}

// seenByAll returns the common peers of some cells.
func (v *view) seenByAll(cells sudoku.Cells) sudoku.Cells {
	var common sudoku.Cells
	for i, c := range cells.Slice() {
		if common = common.Intersect(v.shape.Peers(c)); i == 0 {
			common = v.shape.Peers(c)
		}
	}
	return common
}
