package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Effort is what a person has to do to solve a puzzle, in amounts that a [Model] turns into
// seconds. It follows a path of rounds, as [Counts] does, but in the order in which people
// see things: of all singles there are, those of the kind that is easiest to see are placed
// together, then the next round begins.
type Effort struct {
	Digits  int     `json:"digits"`  // cells to fill
	Search  float64 `json:"search"`  // sum over the placements of 1 / (visibility of all singles there at the time)
	Locked  int     `json:"locked"`  // rounds with no single left, but locked candidates
	Subsets int     `json:"subsets"` // rounds with none of these left, but subsets or fish
	Left    int     `json:"left"`    // candidates that are left where logic ends, 0 if it does not
}

// EffortOf returns what a puzzle asks of people to whom singles are as visible as given.
// The error is that of [solver.Solve] when the grid does not have exactly one solution.
func EffortOf(g sudoku.Grid, v Visibility) (Effort, error) {
	solved, err := solver.Solve(g)
	if err != nil {
		return Effort{}, err
	}
	s := solutionOf(solved)
	var b board
	b.start(g)
	return b.effort(&s, &v), nil
}

// effort walks b to the solution as people do.
func (b *board) effort(s *solution, v *Visibility) Effort {
	e := Effort{Digits: b.open}
	var seen sight
	for b.open > 0 {
		b.look(&seen)
		switch {
		case seen.n > 0:
			e.Search += b.placeEasiest(&seen, v)
		case b.lockedEverywhere():
			e.Locked++
		case b.subsetsEverywhere(s) || b.fish(s):
			e.Subsets++
		default:
			if e.Left == 0 {
				e.Left = b.candidates()
			}
			b.guess(s)
		}
	}
	return e
}

// subsetsEverywhere removes what subsets remove in all houses as they are now, and reports
// whether they remove anything.
func (b *board) subsetsEverywhere(s *solution) bool {
	seen := b.marks
	changed := false
	waiting := b.unsubset
	b.unsubset = 0
	for ; waiting != 0; waiting &= waiting - 1 {
		changed = b.subsetsIn(bits.TrailingZeros32(waiting), &seen, s) || changed
	}
	return changed
}

// lockedEverywhere likewise removes what locked candidates remove.
func (b *board) lockedEverywhere() bool {
	seen := b.marks
	return b.locked(&seen)
}
