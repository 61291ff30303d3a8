package criteria

import (
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Techniques says what a puzzle has to be solved with. The zero value takes any puzzle.
type Techniques struct {
	Needs []logic.Technique // without each of them the others of the puzzle's tier and below do not solve it
	Only  []logic.Technique // they alone solve it; none: any
}

// Accept reports whether a puzzle with a rating is as wanted.
func (t Techniques) Accept(g sudoku.Grid, r rating.Rating) bool {
	return needsAll(g, r, t.Needs) && (len(t.Only) == 0 || logic.Solves(logic.NewState(g), t.Only))
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

func needsAll(g sudoku.Grid, r rating.Rating, needs []logic.Technique) bool {
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

// techniquesBut returns the techniques of the tiers up to one, but for one of them.
func techniquesBut(highest logic.Tier, technique logic.Technique) []logic.Technique {
	return slices.DeleteFunc(slices.Clone(logic.Techniques), func(t logic.Technique) bool {
		return t == technique || t.Tier() > highest
	})
}

// Tiers returns the lowest and the highest tier that a puzzle as wanted can have; lowest is above
// highest if it can have none.
func (t Techniques) Tiers() (lowest, highest logic.Tier) {
	lowest, highest = logic.TierSingletons, logic.TierGuessing
	for _, need := range t.Needs {
		lowest = max(lowest, need.Tier())
		if need.Tier() < logic.TierGuessing { // a contradiction makes up for any technique
			highest = logic.TierXWing
		}
	}
	if len(t.Only) > 0 {
		hardest := slices.MaxFunc(t.Only, func(a, b logic.Technique) int { return int(a.Tier()) - int(b.Tier()) })
		highest = min(highest, hardest.Tier())
	}
	return lowest, highest
}

// Check returns an error that says why no puzzle of a tier, or of any where it is 0, is as wanted,
// where that is known: a [*ConflictError], or that a technique is unknown.
func (t Techniques) Check(tier logic.Tier) error {
	if len(t.Only) > 0 && !slices.ContainsFunc(t.Only, places) {
		return &ConflictError{Reason: NothingPlaces, Only: t.Only}
	}
	if len(t.Only) > 0 && slices.Contains(t.Only, logic.Contradiction) {
		return &ConflictError{Reason: ContradictionOnly}
	}
	for _, need := range t.Needs {
		switch {
		case need.Tier() == 0:
			return fmt.Errorf("unknown technique %q", need)
		case tier == logic.TierGuessing && need.Tier() < tier:
			return &ConflictError{Reason: NeverNeeded, Needs: []logic.Technique{need}}
		case len(t.Only) > 0 && !slices.Contains(t.Only, need):
			return &ConflictError{Reason: NotAmongOnly, Needs: []logic.Technique{need}, Only: t.Only}
		}
	}
	return t.checkTier(tier)
}

// checkTier returns an error if no tier is left.
func (t Techniques) checkTier(tier logic.Tier) error {
	switch lowest, highest := t.Tiers(); {
	case lowest > highest:
		return &ConflictError{Reason: NoCommonTier, Needs: t.Needs}
	case tier != 0 && tier < lowest:
		return &ConflictError{Reason: TierTooLow, Needs: t.Needs, Tier: tier, Bound: lowest}
	case tier > highest:
		return &ConflictError{Reason: TierTooHigh, Tier: tier, Bound: highest}
	}
	return nil
}

// places reports whether a technique fills cells.
func places(t logic.Technique) bool {
	return t == logic.NakedSingle || t == logic.HiddenSingle || t == logic.Contradiction
}

func list(techniques []logic.Technique) (text string) {
	for i, t := range techniques {
		if i > 0 {
			text += ", "
		}
		text += string(t)
	}
	return text
}
