package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// pointing finds a box in which all places of a digit lie in one line: the digit of the
// line comes from there, so the rest of the line loses it.
func (v *view) pointing() (Step, bool) { return v.locked(true) }

// claiming finds a line in which all places of a digit lie in one box: the rest of the
// box loses it.
func (v *view) claiming() (Step, bool) { return v.locked(false) }

// locked finds a house in which all places of a digit lie in another house as well, from
// a box to a line or from a line to a box.
func (v *view) locked(fromBox bool) (Step, bool) {
	var best Step
	gain := 0
	for _, from := range v.shape.Houses() {
		if (from.Kind == sudoku.Box) != fromBox {
			continue
		}
		for d := sudoku.Digit(1); int(d) <= v.shape.Side(); d++ {
			places := v.at(from, d)
			if places == 0 || places.len() > v.shape.BoxSide() {
				continue
			}
			cells := v.cells(from, places)
			for _, to := range v.housesOfAll(cells) {
				opens := v.at(to, d).len() - places.len()
				if (to.Kind == sudoku.Box) == fromBox || opens <= gain {
					continue
				}
				gain = opens
				best = Step{Houses: []sudoku.House{from}, Cover: []sudoku.House{to}, Cells: cells, Digits: sudoku.DigitsOf(d)}
			}
		}
	}
	if gain == 0 {
		return Step{}, false
	}
	rest := sudoku.CellsOf(v.shape.House(best.Cover[0])...).Minus(best.Cells)
	best.Eliminations = v.candidates(rest, best.Digits)
	return best, true
}
