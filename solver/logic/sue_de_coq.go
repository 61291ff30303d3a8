package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// SueDeCoq is the key of the technique of T. Sue de Coq: cells in a box and a line, with more digits than they
// can hold, and sets in the rest of both that have these digits between them.
const SueDeCoq Technique = "sue-de-coq"

var sueDeCoq = technique{
	key: SueDeCoq, tier: TierGuessing, all: (*view).suesDeCoq, leaves: []Technique{NakedQuad, HiddenQuad, Pointing, Claiming},
	example: "...6.32.7.......3.9....268.143.......7....8..6..12.......51...2..4.8.....9.....7.",
}

// suesDeCoq finds two or three cells of a crossing of a box and a line, with at least two digits more than cells. With
// them go cells of the rest of the line and of the rest of the box that have no digit of the crossing in common.
// There are as many cells altogether as digits, if a digit of both rests counts twice. As no digit can be there
// more often, each is there as often as it counts. So the line has no other places for the digits of its rest and
// for the digits that only the crossing has. The same holds for the box.
func (v *view) suesDeCoq(yield func(Step) bool) {
	for _, x := range crossings[v.shape] {
		box, line := v.cellsIn(x.box), v.cellsIn(x.line)
		inLine, inBox := v.setsOf(v.openIn(line.Minus(box))), v.setsOf(v.openIn(box.Minus(line)))
		for _, both := range v.setsOf(v.openIn(box.Intersect(line))) {
			if both.Cells.Len() < 2 || both.Digits.Len() < both.Cells.Len()+2 {
				continue
			}
			for _, l := range inLine {
				if l.Digits&both.Digits == 0 {
					continue
				}
				for i := range inBox {
					b := &inBox[i]
					count := (both.Digits | l.Digits | b.Digits).Len() + (l.Digits & b.Digits).Len()
					if l.Digits&b.Digits&both.Digits != 0 || b.Digits&both.Digits == 0 ||
						both.Cells.Len()+l.Cells.Len()+b.Cells.Len() != count {
						continue
					}
					step := stepOf([]Part{both, l, *b})
					step.Houses = []sudoku.House{x.line, x.box}
					var gone sudoku.Pencilmarks
					for c := range line.Minus(both.Cells).Minus(l.Cells).All() {
						gone[c] |= v.Marks[c] & (l.Digits | both.Digits&^b.Digits)
					}
					for c := range box.Minus(both.Cells).Minus(b.Cells).All() {
						gone[c] |= v.Marks[c] & (b.Digits | both.Digits&^l.Digits)
					}
					step.Eliminations = listed(gone)
					if !yield(step) {
						return
					}
				}
			}
		}
	}
}

// openIn returns the open cells among some.
func (v *view) openIn(cells sudoku.Cells) (open []sudoku.Cell) {
	for c := range cells.All() {
		if v.Marks[c] != 0 {
			open = append(open, c)
		}
	}
	return open
}

// setsOf returns each choice of some cells, with their candidates.
func (v *view) setsOf(cells []sudoku.Cell) []Part {
	sets := make([]Part, 1<<len(cells))
	for choice := mask(1); choice < 1<<len(cells); choice++ {
		fewer, c := sets[choice&(choice-1)], cells[choice.first()]
		sets[choice] = Part{fewer.Cells.With(c), fewer.Digits | v.Marks[c]}
	}
	return sets[1:]
}
