package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// The links open the clues of the current game, whatever was filled in.
func TestOpen(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	if reply := b.Handle(t.Context(), request(ann, "profile", map[string]string{"show": "open"})); !reply.Failed {
		t.Errorf("without a game: %s", reply.Screen.Body)
	}
	ask(t, b, ann, "play", "shape=shidoku")
	before := ask(t, b, ann, "profile", "show=open")
	ask(t, b, ann, "move", "moves=r2c2=4")
	after := ask(t, b, ann, "profile", "show=open")
	if !before.Private || before.Screen.Body.String() != after.Screen.Body.String() {
		t.Errorf("%s, then %s", before.Screen.Body, after.Screen.Body)
	}
	var links []string
	for _, p := range after.Screen.Body {
		if p.Kind == chat.LinkPart {
			links = append(links, p.Text)
		}
	}
	if len(links) != 2 || !strings.HasPrefix(links[0], "https://sudokupad.app/") || !strings.HasPrefix(links[1], "https://www.f-puzzles.com/") {
		t.Errorf("links %q", links)
	}
}

// Where there is a page in the browser, /profile show:open and the button below a board link to it: by a button that
// only the player sees, and by nothing that is kept.
func TestOpenInBrowser(t *testing.T) {
	store := newStore(t)
	b := New(store.Store, Config{Now: store.clock.Now, WebURL: "https://example.org/sudoku/"})
	board := ask(t, b, ann, "play")
	var browser chat.Button
	for _, row := range board.Screen.Rows {
		if len(row) > 5 {
			t.Errorf("a row has %d buttons", len(row))
		}
		for _, button := range row {
			if button.Press.Verb == chat.OpenInBrowser {
				browser = button
			}
		}
	}
	for i, r := range []chat.Request{request(ann, "profile", map[string]string{"show": "open"}), press(ann, browser)} {
		r.ID = fmt.Sprint("request ", i)
		reply := b.Handle(t.Context(), r)
		if reply.Failed || !reply.Private || len(reply.Screen.Rows) != 1 {
			t.Fatalf("%+v", reply)
		}
		token, found := strings.CutPrefix(reply.Screen.Rows[0][0].Link, "https://example.org/sudoku/play/")
		if !found || len(token) < 20 {
			t.Errorf("the link is %q", reply.Screen.Rows[0][0].Link)
		}
		if kept := archivetest.Holding(t, store.url, token); len(kept) > 0 {
			t.Errorf("the link is kept in %v", kept)
		}
	}
	if reply := b.Handle(t.Context(), request(ann, "profile", map[string]string{"show": "sessions", "which": "nonsense"})); !reply.Failed {
		t.Errorf("%s", reply.Screen.Body)
	}
}

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
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "Easy"}, file); err != nil {
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
