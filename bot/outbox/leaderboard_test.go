package outbox

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// How many did without help is said in a sentence for any number.
func TestSolversInWords(t *testing.T) {
	for want, hints := range map[string][]int{
		"No player solved it on its day.":                 nil,
		"1 player solved it on its day, without help.":    {0},
		"1 player solved it on its day, with help.":       {1},
		"2 players solved it on its day, 1 without help.": {0, 1},
		"2 players solved it on its day, all with help.":  {1, 2},
	} {
		var results []games.Result
		for i, n := range hints {
			results = append(results, games.Result{GameID: int64(i + 1), Rank: i + 1, Hints: n})
		}
		if got := solvers(chat.SpeechIn("en"), results)[0].String(); got != want {
			t.Errorf("hints %v: %q, want %q", hints, got, want)
		}
	}
}
