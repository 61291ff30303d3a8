package web

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
)

// The page lists what its player has solved on this server, the newest first, as the form narrows it.
func TestHistory(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	b.get("/history").want(http.StatusOK).holds("You have not solved a puzzle yet.").holds(`<a class="button main" href="./">`)
	s.solveDaily(ann, guild)
	s.solveDaily(ann, "100000000000000008")
	s.solveDaily(bob, guild)
	s.solveOwn(ann)
	s.play(ann) // which stays open
	const daily, hinted = "Daily shidoku #1", "<small>1 hint</small>"
	for query, want := range map[string]string{
		"": daily + hinted, "?kind=any&tier=&help=any": daily + hinted, "?kind=daily": daily, "?kind=puzzle": hinted, "?kind=practice": "",
		"?help=without": daily, "?kind=puzzle&help=without": "", "?tier=guessing": "", "?tier=singletons": daily + hinted,
	} {
		page := b.get("/history" + query).want(http.StatusOK)
		if want == "" {
			page.holds("You have not solved any of these yet.").holds(`<a class="button" href="./history">`)
		}
		listed := strings.Count(page.body, `<li><a href="./games/`)
		if has := strings.Contains(page.body, daily); has != strings.Contains(want, daily) {
			t.Errorf("%s has the daily: %t", query, has)
		}
		if has := strings.Contains(page.body, hinted); has != strings.Contains(want, hinted) {
			t.Errorf("%s has the puzzle: %t", query, has)
		}
		if n := strings.Count(want, "1"); listed != n {
			t.Errorf("%s has %d games, want %d", query, listed, n)
		}
	}
	b.get("/history?kind=daily&tier=singletons").holds(`<option value="daily" selected>`).holds(`<option value="singletons" selected>`)
	for _, bad := range []string{"?kind=x", "?tier=x", "?help=x", "?before=x"} {
		b.get("/history" + bad).want(http.StatusBadRequest)
	}
	b.get("/profile").holds(`href="./history"`)
}

// solveOwn has a player solve a puzzle of their own with a hint.
func (s *testSite) solveOwn(p games.Player) {
	s.t.Helper()
	game := s.play(p)
	s.chat(p, ask("hint"))
	for _, move := range solution(s.t, s.signedIn(p).state(game)) {
		s.chat(p, ask("move", "moves", move))
	}
}

// Older games are on further pages, each once.
func TestHistoryPages(t *testing.T) {
	s := newSite(t)
	s.solveOwn(ann)
	archivetest.Exec(t, s.url, `
		insert into game overriding system value select (jsonb_populate_record(g, jsonb_build_object('id', 1000 + i,
			'started', g.started - interval '9 days', 'finished', g.finished - i / 3 * interval '1 hour'))).* from game g, generate_series(1, 120) i`)
	b := s.signedIn(ann)
	seen := map[string]bool{}
	pages := 0
	for path := "?help=any"; path != ""; pages++ {
		page := b.get("/history" + path).want(http.StatusOK).body
		for _, game := range regexp.MustCompile(`games/\d+`).FindAllString(page, -1) {
			if seen[game] {
				t.Errorf("%s is there twice", game)
			}
			seen[game] = true
		}
		path = ""
		if older := regexp.MustCompile(`href="(\?[^"]*before=[^"]*)"`).FindStringSubmatch(page); older != nil {
			path = html.UnescapeString(older[1])
		}
	}
	if pages != 3 || len(seen) != 121 {
		t.Errorf("%d games on %d pages", len(seen), pages)
	}
	other := s.signedIn(bob)
	other.get(fmt.Sprintf("/history?before=%d", 1001)).want(http.StatusOK).holds("You have not solved any of these yet.")
}
