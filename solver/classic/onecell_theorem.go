package classic

import "github.com/gridkeeper/gridkeeper/sudoku"

// IsOneCell reports whether some cells of a solution are a one-cell set: it checks the three conditions of
// the theorem. The answer is false for a grid that is not solved, and for no cells.
func IsOneCell(solution sudoku.Grid, cells sudoku.Cells) bool {
	if !solution.Solved() || cells.Len() == 0 || cells.Minus(solution.Filled()).Len() > 0 {
		return false
	}
	s := newOneCellSearch(solution)
	s.in = cells
	for c := range cells.All() {
		buddies := s.buddies(c)
		if buddies.Len() != 1 || buddies&s.takenAt(c) != 0 {
			return false
		}
		s.take(c, buddies.First())
	}
	return s.connected()
}

// BuddyDigits returns the buddy digits of some cells of a solution, see [OneCellSets], by cell.
func BuddyDigits(solution sudoku.Grid, cells sudoku.Cells) (buddies sudoku.Pencilmarks) {
	s := newOneCellSearch(solution)
	s.in = cells
	for c := range cells.All() {
		buddies[c] = s.buddies(c)
	}
	return buddies
}

// connected reports whether the links of the third condition lead from any cell to all others.
// They are followed both ways.
func (s *oneCellSearch) connected() bool {
	var reached sudoku.Cells
	for c := range s.in.All() {
		reached = reached.With(c)
		break
	}
	for grew := true; grew; {
		grew = false
		for c := range s.in.All() {
			linked := s.holders[c][s.buddy[c]].With(c)
			if meets := linked.Intersect(reached).Len() > 0; meets && linked.Minus(reached).Len() > 0 {
				reached = reached.Union(linked)
				grew = true
			}
		}
	}
	return reached == s.in
}
