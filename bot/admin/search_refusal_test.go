package admin

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// What a search cannot find is explained in the language of the player.
func TestSearchReason(t *testing.T) {
	techniques := search.Search{Tiers: []logic.Tier{logic.TierSingletons}, Needs: []search.Need{{Technique: logic.XWing}}}
	minutes := search.Search{MinScore: 600, MaxScore: 300}
	_, shapes := search.Search{Tiers: []logic.Tier{1}}.And(search.Search{Tiers: []logic.Tier{2}})
	for _, c := range []struct {
		err  error
		want map[string]string
	}{
		{techniques.Check(), map[string]string{
			"en": "a puzzle that needs X-Wing is Expert or harder, not Easy",
			"de": "ein Rätsel, das X-Wing braucht, hat mindestens die Schwierigkeit Experte, nicht Leicht",
		}},
		{minutes.Check(), map[string]string{"en": "no puzzle takes 10 to 5 minutes: write the smaller number first"}},
		{shapes, map[string]string{"de": "die gespeicherte Suche verlangt eine andere Schwierigkeit", "zh-TW": "存好的搜尋要的是別的難度"}},
	} {
		for tag, want := range c.want {
			if got := (chat.Speech{Words: explain.In(locale.Match(tag))}).NoSuchPuzzle(c.err); got != want {
				t.Errorf("%s: %v is said as %q, want %q", tag, c.err, got, want)
			}
		}
	}
}

// Every reason is said in every language, with all that it names.
func TestSearchReasons(t *testing.T) {
	var all []error
	for _, reason := range search.Reasons {
		all = append(all, &search.Error{Reason: reason, From: 900, To: 300})
	}
	for _, reason := range criteria.Reasons {
		all = append(all, &criteria.ConflictError{
			Reason: reason, Needs: []logic.Technique{logic.XWing}, Only: []logic.Technique{logic.NakedSingle}, Tier: 5, Bound: 4,
		})
	}
	for _, l := range locale.Languages() {
		said := map[string]error{}
		for _, err := range all {
			text := (chat.Speech{Words: explain.In(l)}).NoSuchPuzzle(err)
			if other := said[text]; text == "" || strings.HasPrefix(text, "search.reason.") || other != nil {
				t.Errorf("%s: %v is said as %q, as is %v", l.Tag(), err, text, other)
			}
			said[text] = err
		}
	}
}
