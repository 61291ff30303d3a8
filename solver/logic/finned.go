package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// The keys of the fish with fins.
const (
	FinnedXWing     Technique = "finned-x-wing"
	FinnedSwordfish Technique = "finned-swordfish"
	FinnedJellyfish Technique = "finned-jellyfish"
)

var finnedXWing = technique{
	key: FinnedXWing, tier: TierGuessing, all: findFinnedFish(2), leaves: []Technique{XWing, Claiming},
	example: ".1.3...4.52.........6.7...........841..8.6.9.......5...5......27.8.4...52..1.9.7.",
}

var finnedSwordfish = technique{
	key: FinnedSwordfish, tier: TierGuessing, all: findFinnedFish(3), leaves: []Technique{Swordfish, FinnedXWing},
	example: "7..2.......6..92.....4.8.9..2.....8...7..5..686....4......8....3..7.....4..923.7.",
}

var finnedJellyfish = technique{
	key: FinnedJellyfish, tier: TierGuessing, all: findFinnedFish(4), leaves: []Technique{Jellyfish, FinnedSwordfish},
	example: "8..2.5....32...41..96..3..2.6.9.1.....1.56..8.............6..91.....85..4..59...6",
}

// finned is a fish whose base lines have places outside of its crossing lines, the fins, all in one box.
type finned struct {
	base            sudoku.HouseKind
	digit           sudoku.Digit
	lines, crossing mask
}

// findFinnedFish finds fish of w lines with fins. Either one of the fins holds the digit, or the fish is one
// without fins: what both rule out is the rest of the crossing lines in the box of the fins. Those called
// sashimi, of which a line has only one place besides its fins, are among them: a fish may become one
// when it loses candidates.
func findFinnedFish(w int) func(*view, func(Step) bool) {
	return func(v *view, yield func(Step) bool) {
		for _, kind := range [...]sudoku.HouseKind{sudoku.Row, sudoku.Column} {
			for d := range v.shape.Digits().All() {
				if !v.finnedIn(w, finned{base: kind, digit: d}, 0, 0, yield) {
					return
				}
			}
		}
	}
}

// finnedIn completes the choice of lines to w, those from a number on, and tries all crossing lines. Fins
// are in two crossing lines at most, since the third of their box is one of the fish.
func (v *view) finnedIn(w int, f finned, from int, union mask, yield func(Step) bool) bool {
	if union.len() > w+2 {
		return true
	}
	if f.lines.len() == w {
		return v.chooseFins(w, f, union, yield)
	}
	for i := from; i < v.shape.Side(); i++ {
		places := v.places[f.base][i][f.digit]
		next := f
		next.lines |= 1 << i
		if places.len() >= 2 && !v.finnedIn(w, next, i+1, union|places, yield) {
			return false
		}
	}
	return true
}

// chooseFins tries all crossing lines of one chute as those of the fins, and completes the others.
func (v *view) chooseFins(w int, f finned, union mask, yield func(Step) bool) bool {
	for i := range v.shape.BoxSide() {
		chute := union & ((1<<v.shape.BoxSide() - 1) << (i * v.shape.BoxSide()))
		for outside := chute; outside != 0; outside = (outside - 1) & chute {
			f.crossing = union &^ outside
			if !v.completeCrossing(w, f, mask(v.shape.Digits())&^union, outside, yield) {
				return false
			}
		}
	}
	return true
}

// completeCrossing adds lines without places, until there are w, and yields the fish. If there are any such
// lines, a fin must hold the digit, which rules it out there as well.
func (v *view) completeCrossing(w int, f finned, left, outside mask, yield func(Step) bool) bool {
	if f.crossing.len() > w {
		return true
	}
	if f.crossing.len() == w {
		step, ok := v.finnedStep(f, outside)
		return !ok || yield(step)
	}
	for ; left != 0; left &= left - 1 {
		next := f
		next.crossing |= left & -left
		if !v.completeCrossing(w, next, left&(left-1), outside, yield) {
			return false
		}
	}
	return true
}

// finnedStep returns the step of a fish with fins in some other crossing lines, if it removes anything.
func (v *view) finnedStep(f finned, outside mask) (Step, bool) {
	var fins sudoku.Cells
	step := v.fishStep(f.base, f.digit, f.lines, f.crossing)
	for i := range outside.all() {
		h := sudoku.House{Kind: crossingKind(f.base), Index: uint8(i)}
		fins = fins.Union(v.cellsOf(h, v.placesIn(h, f.digit)&f.lines))
	}
	if box, ok := v.boxOf(fins); ok {
		reach := v.cellsIn(box).Intersect(v.cellsOver(step.Cover)).Minus(v.cellsOver(step.Houses))
		step.Eliminations = v.candidates(reach, step.Digits)
		step.Parts = []Part{{step.Cells.Minus(fins), step.Digits}, {fins, step.Digits}}
		return step, len(step.Eliminations) > 0
	}
	return Step{}, false
}

// boxOf returns the box that holds all of some cells.
func (v *view) boxOf(cells sudoku.Cells) (box sudoku.House, ok bool) {
	if cells.Len() == 0 {
		return box, false
	}
	box = v.shape.HousesOf(cells.Slice()[0])[sudoku.Box]
	return box, cells.Minus(v.cellsIn(box)).Len() == 0
}

// cellsOver returns the cells of some houses.
func (v *view) cellsOver(houses []sudoku.House) (cells sudoku.Cells) {
	for _, h := range houses {
		cells = cells.Union(v.cellsIn(h))
	}
	return cells
}
