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
	key: NakedPair, tier: TierHidden, all: findNakedSubsets(2), naked: true, leaves: []Technique{NakedSingle},
	example: "..5.8.......2...3.79.4....61...2...92..841..7.84........3....61......4......9...2",
}

var hiddenPair = technique{
	key: HiddenPair, tier: TierHidden, all: findHiddenSubsets(2), leaves: []Technique{HiddenSingle},
	example: "1..9..4..8....5..3.7..2..6..1..3....7..45......68...7.......8.......2.....2.1.3.6",
}

var nakedTriple = technique{
	key: NakedTriple, tier: TierHidden, all: findNakedSubsets(3), naked: true, leaves: []Technique{NakedPair},
	example: "....9..82.3.......4.57....1....68...........5.4921.....53.7...8.1..2.4.7...1.....",
}

var hiddenTriple = technique{
	key: HiddenTriple, tier: TierHidden, all: findHiddenSubsets(3), leaves: []Technique{HiddenPair},
	example: "...........92.3....15..8.2...7...4...2.3...7.....5.39..94.....1...87..39.8....2..",
}

var nakedQuad = technique{
	key: NakedQuad, tier: TierHidden, all: findNakedSubsets(4), naked: true, leaves: []Technique{NakedTriple},
	example: ".97..6.23.5.....7..6.......6...2.459.3......7.25...8.....9......4.63.5......4..8.",
}

var hiddenQuad = technique{
	key: HiddenQuad, tier: TierHidden, all: findHiddenSubsets(4), leaves: []Technique{HiddenTriple},
	example: ".4...6..2.....85..36..5.........1.3.5.6.97.8...4..3..6..8...7.3.........9.....82.",
}

func findNakedSubsets(w int) func(*view, func(Step) bool) {
	return func(v *view, yield func(Step) bool) { v.nakedSubsets(w, yield) }
}

func findHiddenSubsets(w int) func(*view, func(Step) bool) {
	return func(v *view, yield func(Step) bool) { v.hiddenSubsets(w, yield) }
}

// nakedSubsets finds w open cells of a house that have w candidates between them: these
// digits go into these cells, so no other cell that sees all of them holds one. Such cells are
// the rest of the house, and of the box or line that also holds all of them.
func (v *view) nakedSubsets(w int, yield func(Step) bool) {
	for _, h := range v.shape.Houses() {
		marks := make([]mask, 0, sudoku.MaxSide)
		for _, c := range v.shape.House(h) {
			marks = append(marks, mask(v.Marks[c]))
		}
		for choice, union := range coverings(marks, w) {
			cells, digits := v.cellsOf(h, choice), sudoku.Digits(union)
			if v.countCandidates(v.seenByAll(cells), digits) > v.most && !yield(v.nakedSubset(cells, digits)) {
				return
			}
		}
	}
}

func (v *view) nakedSubset(cells sudoku.Cells, digits sudoku.Digits) Step {
	step := Step{Cells: cells, Digits: digits, Eliminations: v.candidates(v.seenByAll(cells), digits)}
	for _, h := range v.housesWith(cells) {
		if v.countCandidates(v.cellsIn(h).Minus(cells), digits) > 0 {
			step.Houses = append(step.Houses, h)
		}
	}
	return step
}

// hiddenSubsets finds w digits that have w places between them in a house: these cells
// hold these digits and no others.
func (v *view) hiddenSubsets(w int, yield func(Step) bool) {
	for _, h := range v.shape.Houses() {
		for choice, union := range coverings(v.places[h.Kind][h.Index][1:v.shape.Side()+1], w) {
			cells, digits := v.cellsOf(h, union), sudoku.Digits(choice)
			if v.countCandidates(cells, ^digits) > v.most && !yield(Step{
				Houses: []sudoku.House{h}, Cells: cells, Digits: digits, Eliminations: v.candidates(cells, ^digits),
			}) {
				return
			}
		}
	}
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
