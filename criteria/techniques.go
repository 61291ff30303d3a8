package criteria

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// NeedsAll reports whether a puzzle with a rating needs all of some techniques: whether each
// time the others of its tier and below leave it unsolved.
func NeedsAll(g sudoku.Grid, r rating.Rating, needs ...logic.Technique) bool {
	for _, t := range needs {
		if Times(r, t) == 0 { // quicker to see: it was solved without
			return false
		}
	}
	for _, t := range needs {
		if t.Tier() < logic.TierGuessing && logic.Solves(logic.NewState(g), techniquesBut(r.Tier, t)) {
			return false
		}
	}
	return true
}

// Times returns how often a rating counts a technique.
func Times(r rating.Rating, technique logic.Technique) int {
	for t, n := range r.Counts.All() {
		if t == technique {
			return n
		}
	}
	return 0
}

// SolvedBy reports whether some techniques alone solve a puzzle. No techniques stand for all.
func SolvedBy(g sudoku.Grid, only []logic.Technique) bool {
	return len(only) == 0 || logic.Solves(logic.NewState(g), only)
}

// techniquesBut returns the techniques of the tiers up to one, but for one of them.
func techniquesBut(highest logic.Tier, technique logic.Technique) []logic.Technique {
	return slices.DeleteFunc(slices.Clone(logic.Techniques), func(t logic.Technique) bool {
		return t == technique || t.Tier() > highest
	})
}
