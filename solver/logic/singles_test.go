package logic

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// TestSinglesGainMost compares the single chosen with all others: a naked one comes before
// a hidden one, a box before a line, and of equals the one that removes most candidates.
func TestSinglesGainMost(t *testing.T) {
	for i, technique := range Techniques {
		if testing.Short() && i%4 != 0 { // make check looks at all of them
			continue
		}
		s, _, _ := technique.Example()
		for step, ok := s.Next(TierGuessing); ok; step, ok = s.Next(TierGuessing) {
			rank, gain := singleRank(step), s.Marks.Len()-s.Apply(step).Marks.Len()
			v := newView(s)
			for _, other := range v.appendSingles(nil) {
				otherRank, otherGain := singleRank(other), s.Marks.Len()-s.Apply(other).Marks.Len()
				if otherRank < rank || otherRank == rank && otherGain > gain {
					t.Errorf("%s: %v removes %d, but %v removes %d", s.Grid, step.Placements, gain, other.Placements, otherGain)
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
