package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// asked returns the address of a route, filled with ids that belong to someone else.
func asked(t testing.TB, path string, game int64, date string) string {
	t.Helper()
	path = strings.NewReplacer("{$}", "", "{game}", fmt.Sprint(game), "{token}", strings.Repeat("A", 43), "{name}", "x",
		"{wish}", "moves", "{date}", date, "{technique}", "x-wing", "{shape}", "6x6",
		"{key}", keyOf(another), "{part}", "1-0.xml").Replace(path)
	if strings.Contains(path, "{") {
		t.Fatalf("%s: the test does not know what to ask for", path)
	}
	return path
}

// stranger is a player of another guild, who has done all that can be seen.
var stranger = games.Player{ID: "100000000000001666", Name: "Stranger"}

// bodies are what is sent to each address, by its content type.
var bodies = map[string]string{
	"application/x-www-form-urlencoded": "id=a&revision=0&mode=digit&cell=r1c2&digit=1&end=999&command=practice&technique=x&verb=import&number=1",
	"application/json":                  `{"id": "leak", "revision": 0, "moves": ["r1c2=1"]}`,
}

// everyRoute asks for every address but those of the sign-in and of the player's own settings, as a page
// and as data, with the game and the date of someone else.
func (b *browser) everyRoute(game int64, date string, look func(got)) {
	b.t.Helper()
	for _, r := range b.routes {
		method, path, found := strings.Cut(r.Pattern, " ")
		if !found || strings.HasPrefix(path, "/login") || r.Pattern == "POST /settings" {
			continue
		}
		for kind, body := range bodies {
			request := b.request(method, asked(b.t, path, game, date), strings.NewReader(body))
			request.Header.Set("Content-Type", kind)
			request.Header.Set("Accept", kind)
			look(b.do(request))
		}
	}
}

// No page and no answer of the API has anything of another guild, whatever ids are asked for: its
// players, collections, searches, dailies, and the games in them. What is changed there is nothing either.
func TestNothingOfOtherGuilds(t *testing.T) {
	s := newSite(t).openArchive()
	const there = "100000000000000066"
	_, err := s.store.ImportFile(t.Context(), importing.Options{GuildID: there, Collection: "Secret shelf", File: "secret.txt"}, strings.NewReader(another))
	must(t, err)
	s.solveDaily(stranger, there)
	game, err := s.store.CurrentGame(t.Context(), stranger.ID, there)
	must(t, err)
	journal := func() int {
		all, err := s.store.Journal(t.Context(), game.ID)
		must(t, err)
		return len(all)
	}
	before := journal()
	s.play(ann)
	b := s.signedIn(ann)
	texts := []string{stranger.Name, stranger.ID, there, "Secret shelf", "secret.txt", another, game.Clues.String()}
	b.everyRoute(game.ID, game.Date.String(), func(g got) {
		for _, text := range texts {
			if strings.Contains(g.body, text) && g.Request.URL.Path != "/games/"+fmt.Sprint(game.ID) {
				t.Errorf("%s %s shows %q", g.Request.Method, g.Request.URL.Path, text)
			}
		}
		if strings.Contains(g.Request.URL.Path, "/games/") && g.StatusCode != http.StatusNotFound && g.StatusCode != http.StatusBadRequest {
			t.Errorf("%s %s: %s", g.Request.Method, g.Request.URL.Path, g.Status)
		}
	})
	if after := journal(); after != before {
		t.Errorf("the game of another has %d events, had %d", after, before)
	}
}

// A session that was ended shows nothing and changes nothing, with the cookie that it had; nor does one in
// a guild that has removed the bot.
func TestNothingAfterTheEnd(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	public := map[string]bool{}
	for _, r := range s.routes {
		method, path, _ := strings.Cut(r.Pattern, " ")
		public[method+" "+asked(t, path, game, day(0))] = r.For == site.Everyone || r.For == site.Guests
	}
	for _, end := range []func() error{
		func() error { _, err := s.store.EndSessions(t.Context(), ann.ID); return err },
		func() error { return s.store.GuildLeft(t.Context(), guild) },
	} {
		b := s.signedIn(ann)
		b.get("/").want(http.StatusOK)
		must(t, end())
		b.everyRoute(game, day(0), func(g got) {
			what := g.Request.Method + " " + g.Request.URL.Path
			if !public[what] && g.StatusCode != http.StatusUnauthorized {
				t.Errorf("%s: %s", what, g.Status)
			}
			if strings.Contains(g.body, ann.Name) {
				t.Errorf("%s names the player: %s", what, g.body)
			}
		})
	}
}

// Pages and answers for visitors who are not signed in have nothing of players, of guilds, of their collections and
// dailies, and nothing of the solutions of the dailies that they play.
func TestNothingForGuests(t *testing.T) {
	const operators = "The shelf of the operator" // which is open
	isOpenPage := func(path string) bool { return strings.HasPrefix(path, "/puzzles") || path == "/growth" }
	s, six := openSixes(t)
	s.openArchive()
	d, err := s.store.GlobalDaily(t.Context(), six.Date, sudoku.Sudoku)
	must(t, err)
	const there = "100000000000000066"
	_, err = s.store.ImportFile(t.Context(), importing.Options{GuildID: there, Collection: "Secret shelf", File: "secret.txt"}, strings.NewReader(another))
	must(t, err)
	s.solveDaily(stranger, there)
	theirs, err := s.store.CurrentGame(t.Context(), stranger.ID, there)
	must(t, err)
	s.solveDaily(ann, guild)
	solution, err := solver.Solve(d.Clues())
	must(t, err)
	solutionOfSix, err := solver.Solve(six.Clues())
	must(t, err)
	texts := []string{
		stranger.Name, stranger.ID, ann.Name, ann.ID, there, guild, "Secret shelf", "secret.txt", another, theirs.Clues.String(),
		solution.String(), solutionOfSix.String(), operators,
	}
	b := s.browser()
	look := func(g got) {
		t.Helper()
		for _, text := range texts {
			if strings.Contains(g.body, text) && !(text == operators && isOpenPage(g.Request.URL.Path)) {
				t.Errorf("%s %s shows %q", g.Request.Method, g.Request.URL.Path, text)
			}
		}
	}
	b.everyRoute(theirs.ID, day(0), look)
	for path, wish := range map[string]board.GuestWish{"/daily/": guestWish(t, d, 2), "/daily/6x6/": guestWish(t, six, 2)} {
		for _, ask := range []string{"hint", "check", "submit"} {
			for wish.Level = 1; wish.Level <= 4; wish.Level++ {
				g, _ := b.send(path+ask, wish)
				look(g.want(http.StatusOK))
			}
		}
	}
	if found := b.get("/games/" + fmt.Sprint(theirs.ID)); found.StatusCode != http.StatusUnauthorized {
		t.Errorf("a game of a player: %s", found.Status)
	}
}
