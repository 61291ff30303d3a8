package criteria

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Reason is why no puzzle has all that is wanted of it.
type Reason string

// The reasons of a [ConflictError], with the fields that they use.
const (
	NothingPlaces     Reason = "nothing-places"     // Only
	ContradictionOnly Reason = "contradiction-only" // none
	NeverNeeded       Reason = "never-needed"       // Needs: in tier 5, where a contradiction makes up for it
	UniquenessOut     Reason = "uniqueness-out"     // Needs: what is left out
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
