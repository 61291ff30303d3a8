package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// crossing is where a box and a line meet: three cells, two in a shidoku.
type crossing struct {
	box, line     sudoku.House
	inBox, inLine mask
}

// crossings lists those of each shape, box by box.
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
	return v.locked(Pointing, func(x crossing, inBox, inLine mask) bool { return inBox&^x.inBox == 0 })
}

// claiming finds a line in which all places of a digit lie in one box: the rest of the
// box loses it.
func (v *view) claiming() (Step, bool) {
	return v.locked(Claiming, func(x crossing, inBox, inLine mask) bool { return inLine&^x.inLine == 0 })
}

// locked finds a digit that has places where a box and a line meet, is confined to them
// in one of the two, and is not in the other.
func (v *view) locked(t Technique, confined func(x crossing, inBox, inLine mask) bool) (Step, bool) {
	var best crossing
	var digit sudoku.Digit
	gain := 0
	for _, x := range crossings[v.shape] {
		for d := sudoku.Digit(1); int(d) <= v.shape.Side(); d++ {
			inBox, inLine := v.at(x.box, d), v.at(x.line, d)
			if inBox&x.inBox == 0 || !confined(x, inBox, inLine) {
				continue
			}
			if opens := (inBox &^ x.inBox).len() + (inLine &^ x.inLine).len(); opens > gain {
				best, digit, gain = x, d, opens
			}
		}
	}
	if gain == 0 {
		return Step{}, false
	}
	from, to := best.box, best.line
	if t == Claiming {
		from, to = to, from
	}
	places := v.cells(from, v.at(from, digit))
	return Step{
		Houses:       []sudoku.House{from},
		Cover:        []sudoku.House{to},
		Cells:        places,
		Digits:       sudoku.DigitsOf(digit),
		Eliminations: v.candidates(v.cells(to, v.at(to, digit)).Minus(places), sudoku.DigitsOf(digit)),
	}, true
}
