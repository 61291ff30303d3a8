package logictest

import (
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// exocets: of a box and a line, two cells, the base, have three or four candidates between them. In the other two boxes of the
// chute are two targets, in its other two lines. If a digit of the base cannot be where the lines of the targets cross, nor three
// times in the crossing lines outside of the chute, each digit of the base must be in a target.
func (p *Plain) exocets() (gone sudoku.Pencilmarks) {
	if p.shape != sudoku.Sudoku {
		return gone
	}
	for _, along := range []sudoku.HouseKind{sudoku.Row, sudoku.Column} {
		across := sudoku.Row + sudoku.Column - along
		line := func(c sudoku.Cell) sudoku.House { return p.shape.HousesOf(c)[along] }
		crossing := func(c sudoku.Cell) sudoku.House { return p.shape.HousesOf(c)[across] }
		inChute := func(a, b sudoku.Cell) bool { return line(a).Index/3 == line(b).Index/3 }
		meeting := func(a, b sudoku.Cell) sudoku.Cell { // where the line of a crosses the crossing line of b
			return sudoku.CellsOf(p.shape.House(line(a))...).Intersect(sudoku.CellsOf(p.shape.House(crossing(b))...)).First()
		}
		for _, third := range p.shape.Cells() {
			var base []sudoku.Cell
			var digits sudoku.Digits
			for _, c := range p.shape.House(line(third)) {
				if c != third && p.shape.Box(c) == p.shape.Box(third) && p.marks[c] != 0 {
					base, digits = append(base, c), digits|p.marks[c]
				}
			}
			if len(base) < 2 || digits.Len() < 3 || digits.Len() > 4 {
				continue
			}
			var targets []sudoku.Cell // that may be
			for _, t := range p.shape.Cells() {
				if inChute(third, t) && p.marks[t]&digits != 0 {
					targets = append(targets, t)
				}
			}
			for _, t := range targets {
				for _, u := range targets {
					boxes := map[int]bool{p.shape.Box(third): true, p.shape.Box(t): true, p.shape.Box(u): true}
					lines := map[sudoku.House]bool{line(third): true, line(t): true, line(u): true}
					if len(boxes) < 3 || len(lines) < 3 ||
						p.has(meeting(t, u), digits) || p.has(meeting(u, t), digits) {
						continue
					}
					thrice := false
					for d := range digits.All() {
						var choices [][]sudoku.Candidate
						for _, c := range []sudoku.Cell{third, t, u} {
							var choice []sudoku.Candidate
							for _, place := range p.shape.House(crossing(c)) {
								if !inChute(place, third) && p.has(place, sudoku.DigitsOf(d)) {
									choice = append(choice, sudoku.Candidate{Cell: place, Digit: d})
								}
							}
							choices = append(choices, choice)
						}
						thrice = thrice || canFill(p.shape, choices, nil)
					}
					if thrice {
						continue
					}
					gone[t] |= p.marks[t] &^ digits
					gone[u] |= p.marks[u] &^ digits
					for _, c := range base {
						gone[c] |= p.marks[c] &^ p.marks[t] &^ p.marks[u]
					}
				}
			}
		}
	}
	return gone
}

// has reports whether a cell holds one of some digits, or may.
func (p *Plain) has(c sudoku.Cell, digits sudoku.Digits) bool {
	return p.marks[c].With(p.grid.At(c))&digits != 0
}

// exocetChoices returns the ways to fill the base, and to place its digits in the three lines that cross its own.
func exocetChoices(s logic.State, step logic.Step) (choices [][]sudoku.Candidate) {
	choices = inCells(s, step.Parts[0].Cells)
	for _, h := range step.Houses[1:] {
		for d := range step.Digits.All() {
			choice := inHouse(s, h, d)
			for _, c := range s.Grid.Shape().House(h) {
				if s.Grid.At(c) == d {
					choice = []sudoku.Candidate{{Cell: c, Digit: d}}
				}
			}
			choices = append(choices, choice)
		}
	}
	return choices
}
