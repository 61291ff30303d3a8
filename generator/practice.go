package generator

import (
	"iter"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Position is a puzzle in the middle of its path, where the next step is of a technique to
// practise.
type Position struct {
	Puzzle sudoku.Grid
	State  logic.State // the digits placed so far and the candidates left
	Step   logic.Step  // to find
}

// Positions yields positions in which to practise a technique, no two from isomorphs of a puzzle,
// the same ones for the same seed: see [logic.Practice]. For all techniques but the contradiction
// the rest of the puzzle can be solved without guessing. An unknown technique has none.
func Positions(t logic.Technique, seed uint64) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		if t.Tier() == 0 {
			return
		}
		for g := range Puzzles(Options{Seed: seed, practise: t}) {
			s, step, ok := logic.Practice(g, t)
			if ok && !yield(Position{Puzzle: g, State: s, Step: step}) {
				return
			}
		}
	}
}

// practises reports whether the path of a puzzle with a rating comes to a technique.
func practises(g sudoku.Grid, r rating.Rating, t logic.Technique) bool {
	if t != logic.Contradiction && r.Tier == logic.TierGuessing {
		return false
	}
	for used := range r.Counts.All() { // quicker to see, and nearly the same
		if used == t {
			_, _, ok := logic.Practice(g, t)
			return ok
		}
	}
	return false
}
