package criteria

import (
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Techniques is a wish for the techniques with which a puzzle is solved. The zero value accepts any puzzle.
type Techniques struct {
	Needs []logic.Technique // each as in [rating.Needs], techniques of the ladder as in [logic.NeededAt]
	Only  []logic.Technique // they solve it, closed as by [logic.Closed]; none: any

	// NoUniqueness leaves [logic.Uniqueness] out of the ladder where needs are decided.
	NoUniqueness bool
}

// without are the techniques that are left out.
func (t Techniques) without() []logic.Technique {
	if t.NoUniqueness {
		return logic.Uniqueness
	}
	return nil
}

// Accept reports whether a puzzle with a rating is as wanted.
func (t Techniques) Accept(g sudoku.Grid, r rating.Rating) bool {
	for _, need := range t.Needs {
		if need.OnLadder() { // which ratings do not have
			if _, _, ok := logic.NeededAt(logic.NewState(g), need, t.without()...); !ok {
				return false
			}
		} else if !r.Needs.Has(need) {
			return false
		}
	}
	return len(t.Only) == 0 || logic.Solves(logic.NewState(g), t.Only)
}

// Decide draws conclusions about Only from the needs of a puzzle of a tier below guessing: a puzzle that needs only
// techniques of solved is solved, and one that needs any of unsolved is not. Between these, [Techniques.Accept] has to
// try.
//
// The techniques of a tier are tried in order, and the last that is used is needed. If all up to that are in Only,
// so are all that are used. When a puzzle needs a technique, the techniques before it find nothing more: if Only has
// no others, it ends there.
func (t Techniques) Decide(tier logic.Tier) (solved, unsolved rating.Needs) {
	only := logic.Closed(t.Only)
	left, all := len(only), true // of Only, beyond those so far; these are in Only
	for _, technique := range logic.Rated {
		switch has := slices.Contains(only, technique); {
		case technique.Tier() > tier:
		case has:
			left--
			if all {
				solved |= rating.NeedsOf(technique)
			}
		default:
			all = false
			if left == 0 {
				unsolved |= rating.NeedsOf(technique)
			}
		}
	}
	return solved, unsolved
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

// Check returns an error if no puzzle of a tier, or of any tier if it is 0, is known to meet the wish: a
// [*ConflictError], or the error of an unknown technique.
func (t Techniques) Check(tier logic.Tier) error {
	only := logic.Closed(t.Only)
	if len(t.Only) > 0 && !slices.ContainsFunc(only, places) {
		return &ConflictError{Reason: NothingPlaces, Only: t.Only}
	}
	if len(t.Only) > 0 && slices.Contains(t.Only, logic.Contradiction) {
		return &ConflictError{Reason: ContradictionOnly}
	}
	for _, need := range t.Needs {
		switch {
		case need.Tier() == 0:
			return fmt.Errorf("unknown technique %q", need)
		case t.NoUniqueness && need.RestsOnUniqueness():
			return &ConflictError{Reason: UniquenessOut, Needs: []logic.Technique{need}}
		case tier == logic.TierGuessing && need.Tier() < tier:
			return &ConflictError{Reason: NeverNeeded, Needs: []logic.Technique{need}}
		case len(t.Only) > 0 && !slices.ContainsFunc(only, func(u logic.Technique) bool { return !easier(u, need) }):
			return &ConflictError{Reason: EasierOnly, Needs: []logic.Technique{need}, Only: t.Only}
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

// easier reports whether a technique is tried before another in every state. Then it alone leaves a puzzle that
// needs the other in the state in which it needs it.
func easier(t, than logic.Technique) bool {
	return slices.Index(logic.Techniques, t) < slices.Index(logic.Techniques, than) && t.Tier() <= than.Tier()
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

// Reason is why no puzzle has all that is wanted of it.
type Reason string

// The reasons of a [ConflictError], with the fields that they use.
const (
	NothingPlaces     Reason = "nothing-places"     // Only
	ContradictionOnly Reason = "contradiction-only" // none
	NeverNeeded       Reason = "never-needed"       // Needs: in tier 5, where a contradiction makes up for it
	UniquenessOut     Reason = "uniqueness-out"     // Needs: a technique that is left out
	EasierOnly        Reason = "easier-only"        // Needs, Only: all of these easier
	NoCommonTier      Reason = "no-common-tier"     // Needs
	TierTooLow        Reason = "tier-too-low"       // Needs, Tier, Bound
	TierTooHigh       Reason = "tier-too-high"      // Tier, Bound
)

// Reasons lists the reasons.
var Reasons = []Reason{NothingPlaces, ContradictionOnly, NeverNeeded, UniquenessOut, EasierOnly, NoCommonTier, TierTooLow, TierTooHigh}

// A ConflictError is about wishes that no puzzle fulfils together.
type ConflictError struct {
	Reason      Reason
	Needs, Only []logic.Technique
	Tier        logic.Tier // that is wanted
	Bound       logic.Tier // the lowest or the highest that is possible
}

func (e *ConflictError) Error() string {
	switch e.Reason {
	case NothingPlaces:
		return fmt.Sprintf("no cell can be filled with only %s: add naked-single or hidden-single", list(e.Only))
	case ContradictionOnly:
		return "contradiction alone solves every puzzle: it cannot be one of the only techniques"
	case NeverNeeded:
		return fmt.Sprintf("a puzzle of tier 5 (guessing) needs contradiction, which makes up for %s", list(e.Needs))
	case UniquenessOut:
		return fmt.Sprintf("%s rests on the puzzle having one solution, which is to be left out", list(e.Needs))
	case EasierOnly:
		return fmt.Sprintf("a puzzle that needs %s is not solved with only %s, which is easier", list(e.Needs), list(e.Only))
	case NoCommonTier:
		return fmt.Sprintf("no puzzle needs all of %s: contradiction makes up for all others", list(e.Needs))
	case TierTooLow:
		return fmt.Sprintf("a puzzle that needs %s has tier %d (%s) or more, not %d (%s)", list(e.Needs), e.Bound, e.Bound, e.Tier, e.Tier)
	}
	return fmt.Sprintf("with these techniques a puzzle has tier %d (%s) or less, not %d (%s)", e.Bound, e.Bound, e.Tier, e.Tier)
}
