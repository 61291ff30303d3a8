package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// The keys of locked candidates.
const (
	Pointing Technique = "pointing"
	Claiming Technique = "claiming"
)

var pointing = technique{
	key: Pointing, tier: TierLocked, find: (*view).pointing,
	example: "..3...4.....5.....72.16......9.45..6.........37..98....92...8...5...2.34....8..6.",
}

var claiming = technique{
	key: Claiming, tier: TierLocked, find: (*view).claiming,
	example: "95...61.7..........36...9..2.96.5........7...3......4..8.....1.....825....456.3..",
}

// crossing is the cells that a box and a line share: three, or two in a shidoku.
type crossing struct {
	box, line     sudoku.House
	inBox, inLine mask
}

// crossings lists the crossings of each shape, box by box.
var crossings = [...][]crossing{
	sudoku.Sudoku:  crossingsOf(sudoku.Sudoku),
	sudoku.Shidoku: crossingsOf(sudoku.Shidoku),
}

func crossingsOf(s sudoku.Shape) []crossing {
	var all []crossing
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
}

// pointing finds a box in which all places of a digit lie in one line: the digit of the
// line comes from there, so the rest of the line loses it.
func (v *view) pointing() (Step, bool) {
	x, d := v.locked(func(x crossing, inBox, _ mask) bool { return inBox&^x.inBox == 0 })
	if d == 0 {
		return Step{}, false
	}
	return v.lockedStep(x.box, x.line, d), true
}

// claiming finds a line in which all places of a digit lie in one box: the rest of the
// box loses it.
func (v *view) claiming() (Step, bool) {
	x, d := v.locked(func(x crossing, _, inLine mask) bool { return inLine&^x.inLine == 0 })
	if d == 0 {
		return Step{}, false
	}
	return v.lockedStep(x.line, x.box, d), true
}

// locked finds a digit with places in the crossing of a box and a line. In one of the two it is confined
// to them, in the other it is not. The digit is 0 if there is none.
func (v *view) locked(confined func(x crossing, inBox, inLine mask) bool) (best crossing, digit sudoku.Digit) {
	most := 0
	for _, x := range crossings[v.shape] {
		for d := sudoku.Digit(1); int(d) <= v.shape.Side(); d++ {
			inBox, inLine := v.placesIn(x.box, d), v.placesIn(x.line, d)
			if inBox&x.inBox == 0 || !confined(x, inBox, inLine) {
				continue
			}
			if gain := (inBox &^ x.inBox).len() + (inLine &^ x.inLine).len(); gain > most {
				best, digit, most = x, d, gain
			}
		}
	}
	return best, digit
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
