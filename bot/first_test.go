package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
)

// A newcomer's own puzzles are easy, until one is solved; whoever asks for a tier gets it.
func TestNewcomer(t *testing.T) {
	c := &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	b, store := realBot(t, c) // has a puzzle of the tier guessing
	game := func(command string, options ...string) games.Game {
		t.Helper()
		if reply := ask(t, b, ann, command, options...); reply.Failed {
			t.Fatal(textOf(reply))
		}
		g, err := store.CurrentGame(t.Context(), ann.ID, "7")
		check(t, err)
		return g
	}
	if g := game("play"); g.Tier.String() != "guessing" {
		t.Errorf("with no easy puzzle there is one of the tier %s", g.Tier)
	}
	file := strings.NewReader(".4....9....1..62.568..231.......45...1.....3..2..6.......5..892..2..1.4..3..9....")
	if _, err := store.ImportFile(t.Context(), library.ImportOptions{Collection: "Easy"}, file); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if g := game("play"); g.Tier.String() != "singletons" {
			t.Errorf("a newcomer gets the tier %s", g.Tier)
		}
	}
	if g := game("play", "tier=guessing"); g.Tier.String() != "guessing" {
		t.Errorf("a newcomer who asks for it gets the tier %s", g.Tier)
	}
	solution, err := game("board").Solution()
	check(t, err)
	game("submit", "answer="+solution.String())
	tiers := map[string]bool{}
	for range 20 {
		tiers[game("play").Tier.String()] = true
	}
	if !tiers["guessing"] {
		t.Errorf("after a solved puzzle there are still only %v", tiers)
	}
}
