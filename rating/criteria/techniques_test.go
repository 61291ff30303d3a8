package criteria_test

import (
	"errors"
	"testing"

	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Every reason has wishes that lead to it, and says which of them do not go together.
func TestConflicts(t *testing.T) {
	seen := map[criteria.Reason]bool{}
	for _, c := range []struct {
		wishes criteria.Techniques
		tier   logic.Tier
		reason criteria.Reason
		want   string
	}{
		{criteria.Techniques{Only: []logic.Technique{logic.Pointing, logic.Claiming}}, 0, criteria.NothingPlaces,
			"no cell can be filled with only pointing, claiming: add naked-single or hidden-single"},
		{criteria.Techniques{Only: []logic.Technique{logic.NakedSingle, logic.Contradiction}}, 0, criteria.ContradictionOnly,
			"contradiction alone solves every puzzle: it cannot be one of the only techniques"},
		{criteria.Techniques{Needs: []logic.Technique{logic.XWing}}, logic.TierGuessing, criteria.NeverNeeded,
			"a puzzle of tier 5 (guessing) needs contradiction, which makes up for x-wing"},
		{criteria.Techniques{Needs: []logic.Technique{logic.XWing}, Only: []logic.Technique{logic.NakedSingle}}, 0, criteria.EasierOnly,
			"a puzzle that needs x-wing is not solved with only naked-single, which is easier"},
		{criteria.Techniques{Needs: []logic.Technique{logic.BUGPlus1}, NoUniqueness: true}, 0, criteria.UniquenessOut,
			"bug-plus-1 rests on the puzzle having one solution, which is to be left out"},
		{criteria.Techniques{Needs: []logic.Technique{logic.XWing, logic.Contradiction}}, 0, criteria.NoCommonTier,
			"no puzzle needs all of x-wing, contradiction: contradiction makes up for all others"},
		{criteria.Techniques{Needs: []logic.Technique{logic.XWing}}, logic.TierHidden, criteria.TierTooLow,
			"a puzzle that needs x-wing has tier 4 (x-wing) or more, not 2 (hidden)"},
		{criteria.Techniques{Only: []logic.Technique{logic.NakedSingle}}, logic.TierLocked, criteria.TierTooHigh,
			"with these techniques a puzzle has tier 1 (singletons) or less, not 3 (locked)"},
	} {
		err := c.wishes.Check(c.tier)
		conflict := (*criteria.ConflictError)(nil)
		if !errors.As(err, &conflict) || conflict.Reason != c.reason || err.Error() != c.want {
			t.Errorf("%+v of tier %d: %v, want %s", c.wishes, c.tier, err, c.want)
		}
		seen[c.reason] = true
	}
	for _, reason := range criteria.Reasons {
		if !seen[reason] {
			t.Errorf("nothing here leads to %s", reason)
		}
	}
	if err := (criteria.Techniques{Needs: []logic.Technique{"y-wing"}}).Check(0); err == nil || err.Error() != `unknown technique "y-wing"` {
		t.Errorf("an unknown technique: %v", err)
	}
	if err := (criteria.Techniques{Needs: []logic.Technique{logic.XWing}}).Check(logic.TierXWing); err != nil {
		t.Errorf("wishes that go together: %v", err)
	}
}
