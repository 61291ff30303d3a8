package logic

import (
	"cmp"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Exocet is the key of the pattern that champagne found in the hardest puzzles of the forum (2011), in the junior form of D. P. Bird
// (JExocet Compendium, 2013).
const Exocet Technique = "exocet"

var exocet = technique{
	key: Exocet, tier: TierGuessing, all: (*view).exocets,
	example: "........1.......23..4.35..6.3.6......7....8..4...793...4..579..5........9..8.....",
}

// exocets finds a base and two targets. The base is two cells of a line in a box, with three or four candidates between them.
// The targets are in the other two boxes of the chute and in its other two lines, one in each. Three lines cross the chute: those
// of the targets, and the one of the box's third cell beside the base. The two cells where the line of one target crosses that
// of the other cannot hold a digit of the base. Outside of the chute, none of these digits fits into the three crossing lines
// three times.
//
// Each of the two digits that the base holds is in all three crossing lines, so once at least within the chute. The base keeps it
// from its own line and box. What is left are the targets. So they hold the same two digits as the base: they lose all others, and
// the base loses digits that neither of them has.
func (v *view) exocets(yield func(Step) bool) {
	if v.shape != sudoku.Sudoku {
		return
	}
	for _, line := range v.shape.Houses()[:18] {
		chute := int(line.Index) / 3 * 3
		beside := [2]int{chute + (int(line.Index)+1)%3, chute + (int(line.Index)+2)%3}
		cell := func(line2, crossing int) sudoku.Cell {
			return v.shape.House(sudoku.House{Kind: line.Kind, Index: uint8(line2)})[crossing]
		}
		for third := range 9 { // the crossing line beside the base
			box := third / 3 * 3
			base := sudoku.CellsOf(cell(int(line.Index), box+(third+1)%3), cell(int(line.Index), box+(third+2)%3))
			digits, open := sudoku.Digits(0), true
			for c := range base.All() {
				digits, open = digits|v.Marks[c], open && v.Marks[c] != 0
			}
			if !open || digits.Len() < 3 || digits.Len() > 4 {
				continue
			}
			for choice := range 18 { // of the targets
				first, second := (box+3)%9+choice%3, (box+6)%9+choice/3%3
				one, other := beside[choice/9], beside[1-choice/9]
				targets := [2]sudoku.Cell{cell(one, first), cell(other, second)}
				free := func(c sudoku.Cell) bool { return v.Marks[c].With(v.Grid.At(c))&digits == 0 }
				if v.Marks[targets[0]]&digits == 0 || v.Marks[targets[1]]&digits == 0 || !free(cell(other, first)) || !free(cell(one, second)) {
					continue
				}
				var crossing [3]sudoku.House
				for i, index := range [3]int{third, first, second} {
					crossing[i] = sudoku.House{Kind: crossingKind(line.Kind), Index: uint8(index)}
				}
				outside, ok := v.twiceOutside(crossing, mask(7<<chute), digits)
				if !ok {
					continue
				}
				both := sudoku.CellsOf(targets[:]...)
				step := stepOf([]Part{{base, digits}, {both, digits}, {outside, digits}})
				step.Houses = append([]sudoku.House{line}, crossing[:]...)
				step.Eliminations = append(v.candidates(base, digits&^v.Marks[targets[0]]&^v.Marks[targets[1]]), v.candidates(both, ^digits)...)
				slices.SortFunc(step.Eliminations, compareCandidates)
				if !yield(step) {
					return
				}
			}
		}
	}
}

// twiceOutside returns the cells of three lines outside of a chute that hold a digit or may. ok is false if a digit fits there
// three times: by P. Hall's theorem (1935), if one line has places, two lines have two crossing lines between them, and all three
// have three. The lines are in different boxes.
func (v *view) twiceOutside(lines [3]sudoku.House, chute mask, digits sudoku.Digits) (outside sudoku.Cells, ok bool) {
	for d := range digits.All() {
		var places [3]mask
		for i, h := range lines {
			places[i] = v.placesIn(h, d)
			for j, c := range v.shape.House(h) {
				if v.Grid.At(c) == d {
					places[i] = 1 << j
				}
			}
			places[i] &^= chute
			outside = outside.Union(v.cellsOf(h, places[i]))
		}
		a, b, c := places[0], places[1], places[2]
		if a != 0 && b != 0 && c != 0 && (a|b).len() >= 2 && (b|c).len() >= 2 && (a|c).len() >= 2 && (a|b|c).len() >= 3 {
			return outside, false
		}
	}
	return outside, true
}

func compareCandidates(a, b sudoku.Candidate) int {
	return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
}
