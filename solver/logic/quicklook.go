package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// quickLook follows singles without their reasons, to tell whether a chain is worth
// working out.
type quickLook struct {
	shape sudoku.Shape
	may   [sudoku.MaxCells]sudoku.Digits // what a cell may hold, the digit itself where it is filled
	done  sudoku.Cells                   // cells whose digit is ruled out in their peers
}

// failsBySingles reports whether that many rounds of singles lead an assumption to a
// contradiction. A round here goes further than one of a chain, never less far, as each
// single counts at once.
func failsBySingles(s State, assumed sudoku.Candidate, rounds int) bool {
	look := quickLook{shape: s.Grid.Shape(), may: s.Marks}
	digits := s.Grid.ByCell()
	for _, c := range look.shape.Cells() {
		if digits[c] != 0 {
			look.may[c] = sudoku.DigitsOf(digits[c])
			look.done = look.done.With(c)
		}
	}
	look.may[assumed.Cell] = sudoku.DigitsOf(assumed.Digit)
	for changed := true; changed && rounds >= 0; rounds-- {
		naked, ok := look.nakedSingles()
		if !ok {
			return true
		}
		hidden, ok := look.hiddenSingles()
		if !ok {
			return true
		}
		changed = naked || hidden
	}
	return false
}

// nakedSingles rules the digit of each single out in its peers. It is not ok if a cell is
// left with no digit.
func (q *quickLook) nakedSingles() (changed, ok bool) {
	for _, c := range q.shape.Cells() {
		only := q.may[c]
		if only == 0 {
			return changed, false
		}
		if only&(only-1) != 0 || q.done.Has(c) {
			continue
		}
		q.done = q.done.With(c)
		changed = true
		for _, h := range q.shape.HousesOf(c) {
			for _, peer := range q.shape.House(h) {
				q.may[peer] &^= only
			}
		}
		q.may[c] = only
	}
	return changed, true
}

// hiddenSingles leaves a cell only the digit that has no other place in a house. It is not
// ok if a digit has no place, or a cell would hold two.
func (q *quickLook) hiddenSingles() (changed, ok bool) {
	for _, h := range q.shape.Houses() {
		var once, twice sudoku.Digits
		cells := q.shape.House(h)
		for _, c := range cells {
			twice |= once & q.may[c]
			once |= q.may[c]
		}
		if once != q.shape.Digits() {
			return changed, false
		}
		for _, c := range cells {
			switch single := q.may[c] &^ twice; {
			case single == 0 || single == q.may[c]:
			case single&(single-1) != 0:
				return changed, false
			default:
				q.may[c] = single
				changed = true
			}
		}
	}
	return changed, true
}
