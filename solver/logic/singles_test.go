package logic

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// TestSinglesOpenMost compares the single chosen with all others there are: a naked one
// before a hidden one, a box before a line, and of equals the one that takes most
// candidates off the board.
func TestSinglesOpenMost(t *testing.T) {
	for _, technique := range Techniques {
		s := technique.Lesson().Example
		for step, ok := s.Next(TierGuessing); ok; step, ok = s.Next(TierGuessing) {
			rank, opened := singleRank(step), s.Marks.Len()-s.Apply(step).Marks.Len()
			v := newView(s)
			for _, other := range v.appendSingles(nil) {
				otherRank, otherOpened := singleRank(other), s.Marks.Len()-s.Apply(other).Marks.Len()
				if otherRank < rank || otherRank == rank && otherOpened > opened {
					t.Errorf("%s: %s opens %d, but %s opens %d", s.Grid, step, opened, other, otherOpened)
				}
			}
			s = s.Apply(step)
		}
	}
}

func singleRank(s Step) int {
	switch {
	case s.Technique == NakedSingle:
		return 0
	case s.Technique == HiddenSingle && s.Houses[0].Kind == sudoku.Box:
		return 1
	case s.Technique == HiddenSingle:
		return 2
	}
	return 3
}
