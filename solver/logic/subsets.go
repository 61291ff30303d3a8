package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// The keys of the subsets.
const (
	NakedPair    Technique = "naked-pair"
	HiddenPair   Technique = "hidden-pair"
	NakedTriple  Technique = "naked-triple"
	HiddenTriple Technique = "hidden-triple"
	NakedQuad    Technique = "naked-quad"
	HiddenQuad   Technique = "hidden-quad"
)

var nakedPair = technique{
	key: NakedPair, tier: TierHidden, find: findNakedSubset(2), naked: true, leaves: []Technique{NakedSingle},
	example: "..5.8.......2...3.79.4....61...2...92..841..7.84........3....61......4......9...2",
}

var hiddenPair = technique{
	key: HiddenPair, tier: TierHidden, find: findHiddenSubset(2), leaves: []Technique{HiddenSingle},
	example: "1..9..4..8....5..3.7..2..6..1..3....7..45......68...7.......8.......2.....2.1.3.6",
}

var nakedTriple = technique{
	key: NakedTriple, tier: TierHidden, find: findNakedSubset(3), naked: true, leaves: []Technique{NakedPair},
	example: "....9..82.3.......4.57....1....68...........5.4921.....53.7...8.1..2.4.7...1.....",
}

var hiddenTriple = technique{
	key: HiddenTriple, tier: TierHidden, find: findHiddenSubset(3), leaves: []Technique{HiddenPair},
	example: "...........92.3....15..8.2...7...4...2.3...7.....5.39..94.....1...87..39.8....2..",
}

var nakedQuad = technique{
	key: NakedQuad, tier: TierHidden, find: findNakedSubset(4), naked: true, leaves: []Technique{NakedTriple},
	example: ".97..6.23.5.....7..6.......6...2.459.3......7.25...8.....9......4.63.5......4..8.",
}

var hiddenQuad = technique{
	key: HiddenQuad, tier: TierHidden, find: findHiddenSubset(4), leaves: []Technique{HiddenTriple},
	example: ".4...6..2.....85..36..5.........1.3.5.6.97.8...4..3..6..8...7.3.........9.....82.",
}

func findNakedSubset(w int) func(*view) (Step, bool) {
	return func(v *view) (Step, bool) { return v.nakedSubset(w) }
}

func findHiddenSubset(w int) func(*view) (Step, bool) {
	return func(v *view) (Step, bool) { return v.hiddenSubset(w) }
}

// nakedSubset finds w open cells of a house that have w candidates between them: these
// digits go into these cells, so no other cell that sees all of them holds one. Such cells are
// the rest of the house, and of the box or line that also holds all of them.
func (v *view) nakedSubset(w int) (Step, bool) {
	var cells sudoku.Cells
	var digits sudoku.Digits
	most := 0
	for _, h := range v.shape.Houses() {
		marks := make([]mask, 0, sudoku.MaxSide)
		for _, c := range v.shape.House(h) {
			marks = append(marks, mask(v.Marks[c]))
		}
		for choice, union := range coverings(marks, w) {
			these := v.cellsOf(h, choice)
			if gain := v.countCandidates(v.seenByAll(these), sudoku.Digits(union)); gain > most {
				cells, digits, most = these, sudoku.Digits(union), gain
			}
		}
	}
	if most == 0 {
		return Step{}, false
	}
	step := Step{Cells: cells, Digits: digits, Eliminations: v.candidates(v.seenByAll(cells), digits)}
	for _, h := range v.shape.Houses() {
		all := sudoku.CellsOf(v.shape.House(h)...)
		if cells.Minus(all) == (sudoku.Cells{}) && v.countCandidates(all.Minus(cells), digits) > 0 {
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
	most := 0
	for _, h := range v.shape.Houses() {
		places := v.places[h.Kind][h.Index][1 : v.shape.Side()+1]
		for choice, union := range coverings(places, w) {
			these := v.cellsOf(h, union)
			if gain := v.countCandidates(these, ^sudoku.Digits(choice)); gain > most {
				house, cells, digits, most = h, these, sudoku.Digits(choice), gain
			}
		}
	}
	if most == 0 {
		return Step{}, false
	}
	return Step{
		Houses:       []sudoku.House{house},
		Cells:        cells,
		Digits:       digits,
		Eliminations: v.candidates(cells, ^digits),
	}, true
}

// seenByAll returns the common peers of some cells.
func (v *view) seenByAll(cells sudoku.Cells) sudoku.Cells {
	var common sudoku.Cells
	first := true
	for c := range cells.All() {
		if common = common.Intersect(v.shape.Peers(c)); first {
			common, first = v.shape.Peers(c), false
		}
	}
	return common
}
