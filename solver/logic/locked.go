package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// The keys of locked candidates.
const (
	Pointing Technique = "pointing"
	Claiming Technique = "claiming"
)

var pointing = technique{
	key: Pointing, tier: TierLocked, all: (*view).pointings,
	example: "..3...4.....5.....72.16......9.45..6.........37..98....92...8...5...2.34....8..6.",
}

var claiming = technique{
	key: Claiming, tier: TierLocked, all: (*view).claimings,
	example: "95...61.7..........36...9..2.96.5........7...3......4..8.....1.....825....456.3..",
}

// crossing is the cells that a box and a line share: three, or two in a shidoku.
type crossing struct {
	box, line     sudoku.House
	inBox, inLine mask
}

// crossings lists the crossings of each shape, box by box.
var crossings = sudoku.ByShape(func(s sudoku.Shape) (all []crossing) {
	for _, box := range s.Houses()[2*s.Side():] {
		for _, line := range s.Houses()[:2*s.Side()] {
			x := crossing{box: box, line: line}
			for i, c := range s.House(box) {
				for j, other := range s.House(line) {
					if c == other {
						x.inBox |= 1 << i
						x.inLine |= 1 << j
					}
				}
			}
			if x.inBox != 0 {
				all = append(all, x)
			}
		}
	}
	return all
})

// pointings finds the boxes in which all places of a digit lie in one line: the digit of the
// line comes from there, so the rest of the line loses it.
func (v *view) pointings(yield func(Step) bool) {
	v.locked(yield, func(x crossing, inBox, _ mask) (from, to sudoku.House, ok bool) {
		return x.box, x.line, inBox&^x.inBox == 0
	})
}

// claimings finds the lines in which all places of a digit lie in one box: the rest of the
// box loses it.
func (v *view) claimings(yield func(Step) bool) {
	v.locked(yield, func(x crossing, _, inLine mask) (from, to sudoku.House, ok bool) {
		return x.line, x.box, inLine&^x.inLine == 0
	})
}

// locked finds the digits with places in the crossing of a box and a line. In one of the two they are confined
// to them, in the other they are not.
func (v *view) locked(yield func(Step) bool, confined func(x crossing, inBox, inLine mask) (from, to sudoku.House, ok bool)) {
	for _, x := range crossings[v.shape] {
		for d := sudoku.Digit(1); int(d) <= v.shape.Side(); d++ {
			inBox, inLine := v.placesIn(x.box, d), v.placesIn(x.line, d)
			if inBox&x.inBox == 0 {
				continue
			}
			from, to, ok := confined(x, inBox, inLine)
			if ok && (inBox&^x.inBox).len()+(inLine&^x.inLine).len() > v.most && !yield(v.lockedStep(from, to, d)) {
				return
			}
		}
	}
}

// lockedStep returns the step for a digit all of whose places in one house lie in another.
func (v *view) lockedStep(from, to sudoku.House, d sudoku.Digit) Step {
	places := v.cellsOf(from, v.placesIn(from, d))
	digits := sudoku.DigitsOf(d)
	return Step{
		Houses:       []sudoku.House{from},
		Cover:        []sudoku.House{to},
		Cells:        places,
		Digits:       digits,
		Eliminations: v.candidates(v.cellsOf(to, v.placesIn(to, d)).Minus(places), digits),
	}
}
