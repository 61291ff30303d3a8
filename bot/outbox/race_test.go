package outbox

import (
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/play"
)

// Help counts before time, and times that look the same are the same.
func TestWinner(t *testing.T) {
	solved := func(elapsed time.Duration, hints int) side {
		begun := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
		return side{games.Game{Started: begun, Finished: begun.Add(elapsed), Game: play.Game{Hints: hints}}, true}
	}
	for _, c := range []struct {
		name       string
		ann, bob   side
		state      games.RaceState
		byOpponent bool
		want       string // the winner
	}{
		{name: "quicker", ann: solved(90*time.Second, 0), bob: solved(91*time.Second, 0), state: games.RaceSolved, want: "Ann"},
		{name: "within a second", ann: solved(90200*time.Millisecond, 0), bob: solved(90400*time.Millisecond, 0), state: games.RaceSolved},
		{name: "a hint", ann: solved(90*time.Second, 1), bob: solved(time.Hour, 0), state: games.RaceSolved, want: "Bob"},
		{name: "one alone", ann: side{begun: true}, bob: solved(time.Hour, 3), state: games.RaceOutOfTime, want: "Bob"},
		{name: "neither", ann: side{begun: true}, state: games.RaceOutOfTime},
		{name: "given up", ann: side{begun: true}, byOpponent: true, state: games.RaceGivenUp, want: "Ann"},
	} {
		c.ann.Player, c.bob.Player = games.Player{ID: "1", Name: "Ann"}, games.Player{ID: "2", Name: "Bob"}
		sides := slices.SortedFunc(slices.Values([]side{c.ann, c.bob}), compareSides)
		who, ok := winner(games.Race{Opener: c.ann.Player, Opponent: c.bob.Player, State: c.state, ByOpponent: c.byOpponent}, sides)
		if who.Name != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q wins, want %q", c.name, who.Name, c.want)
		}
	}
}
