package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// A link says whose game it opens; whoever looks at it, previews of chats among them, spends nothing.
// Its owner opens it once.
func TestLink(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	link := s.link(ann)
	for range 3 {
		s.browser().get(link).want(http.StatusOK).holds("<h1>Play shidoku 1 as Ann</h1>").holds("This is not me")
		s.browser().do(s.browser().request(http.MethodHead, link, nil)).want(http.StatusOK)
	}
	b := s.browser()
	first := b.post(link, "do", "enter").want(http.StatusSeeOther)
	if to := first.Header.Get("Location"); to != fmt.Sprintf("../games/%d", game) {
		t.Errorf("it leads to %q", to)
	}
	if state := b.state(game); state.Game != game || len(state.Grid) != 16 {
		t.Errorf("the game is %+v", state)
	}
	s.browser().post(link, "do", "enter").want(http.StatusGone)
	s.browser().get(link).want(http.StatusGone)
	if b.state(game).Game != game {
		t.Error("a second click ended the session")
	}
}

// thursdays is a Sudoku of the difficulty that dailies have on the weekday of [today].
const thursdays = "......465...73.9....1...2...........3.51....67..29.5.3..9.5....2.....37...7.4...1"

// withDaily has the archive hold a puzzle for today's daily.
func (s *testSite) withDaily() {
	s.t.Helper()
	_, err := s.store.ImportFile(s.t.Context(), importing.Options{Collection: "Thursdays"}, strings.NewReader(thursdays))
	must(s.t, err)
}

// The address of a server for one leads to the first page, which begins the daily that counts; from then on, to the
// game that the player is at.
func TestNewcomerOnOwnMachine(t *testing.T) {
	s := newSite(t)
	s.withDaily()
	b := s.local(false)
	enter := func() string {
		return b.post(s.address(), "do", "enter").want(http.StatusSeeOther).Header.Get("Location")
	}
	if to := enter(); to != "../" {
		t.Errorf("it leads to %q, not to the first page", to)
	}
	first := b.read(b.get("/").want(http.StatusOK).holds("How to play"))
	i := slices.IndexFunc(first.forms, func(f form) bool { return f.hidden.Get("command") == "daily" })
	if i < 0 {
		t.Fatalf("the page has the forms %v", first.forms)
	}
	to := b.post("/games", "command", "daily", "id", first.forms[i].hidden.Get("id")).want(http.StatusSeeOther).Header.Get("Location")
	game, err := s.store.CurrentGame(t.Context(), ann.ID, "terminal")
	must(t, err)
	if !game.IsDaily() || game.Extra || game.Tier != logic.TierHidden || to != fmt.Sprintf("games/%d", game.ID) {
		t.Errorf("it begins %s, at %q", chat.SpeechIn("en").TitleOf(game), to)
	}
	if to := enter(); to != "../"+fmt.Sprintf("games/%d", game.ID) {
		t.Errorf("then it leads to %q, not to game %d", to, game.ID)
	}
}

// Of many who send a link's form at the same time, in two processes, one gets a session.
func TestLinkIsUsedOnce(t *testing.T) {
	s := newSite(t)
	other := &testSite{t: t, url: s.url, store: s.open(s.url)}
	other.serve("127.0.0.1:0", nil)
	link := s.link(ann)
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for i := range 20 {
		b := []*testSite{s, other}[i%2].browser()
		all.Go(func() {
			status := b.post(link, "do", "enter").StatusCode
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
		})
	}
	all.Wait()
	if statuses[http.StatusSeeOther] != 1 || statuses[http.StatusGone] != 19 {
		t.Errorf("the answers are %v", statuses)
	}
	sessions, err := s.store.Sessions(t.Context(), ann.ID)
	must(t, err)
	if len(sessions) != 1 {
		t.Errorf("%d sessions", len(sessions))
	}
}

// A link that is too old, made up, or ended by its owner opens nothing.
func TestLinkIsOver(t *testing.T) {
	s := newSite(t)
	old := s.link(ann)
	archivetest.Exec(t, s.url, `update web_link set made = made - interval '10 minutes'`)
	ended := s.link(ann)
	s.browser().post(ended, "do", "not-me").want(http.StatusOK)
	for _, link := range []string{old, ended, "/play/" + strings.Repeat("A", 43), "/play/x", "/play/%00", "/play/' or 1=1"} {
		b := s.browser()
		r := b.request(http.MethodGet, "/", nil)
		r.URL.Path = link
		b.do(r).want(http.StatusGone)
		r = b.request(http.MethodPost, "/", strings.NewReader("do=enter"))
		r.URL.Path = link
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		b.do(r).want(http.StatusGone)
		b.get("/profile").want(http.StatusUnauthorized)
	}
	s.browser().post(s.link(ann), "do", "something else").want(http.StatusBadRequest)
}

// The database has hashes of tokens alone, and nothing of a link in the answers that it keeps.
func TestTokensAreKeptAsHashes(t *testing.T) {
	s := newSite(t)
	s.play(ann)
	link := s.link(ann)
	b := s.browser()
	answer := b.post(link, "do", "enter")
	for _, token := range []string{strings.TrimPrefix(link, "/play/"), answer.Cookies()[0].Value} {
		if len(token) != 43 {
			t.Errorf("the token %q has not 256 bits", token)
		}
		if found := archivetest.Holding(t, s.url, token); len(found) > 0 {
			t.Errorf("a token is in %v", found)
		}
	}
}

// A session cannot be planted: its token is new with every link, whatever the browser had before, and
// what it had ends.
func TestSessionFixation(t *testing.T) {
	s := newSite(t)
	mallory := s.signedIn(bob)
	u := mallory.request(http.MethodGet, "/", nil).URL
	planted := mallory.client.Jar.Cookies(u)
	victim := s.browser()
	victim.client.Jar.SetCookies(u, planted)
	victim.post(s.link(ann), "do", "enter").want(http.StatusSeeOther)
	if now := victim.client.Jar.Cookies(u); now[0].Value == planted[0].Value {
		t.Error("the session has the token that was planted")
	}
	mallory.get("/profile").want(http.StatusUnauthorized)
	victim.get("/sessions").want(http.StatusOK).holds("the games of Ann")
}

// Sessions last over a restart of the server, and end when their player says so: in the browser, in
// chat, or by deleting everything.
func TestSessionsEnd(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b, c, d, e := s.signedIn(ann), s.signedIn(ann), s.signedIn(ann), s.signedIn(ann)
	stranger := s.signedIn(bob)
	address := strings.TrimPrefix(s.base, "http://")
	s.stop()
	s.serve(address, nil)
	b.state(game)

	sessions, err := s.store.Sessions(t.Context(), ann.ID)
	must(t, err)
	if len(sessions) != 4 {
		t.Fatalf("%d sessions", len(sessions))
	}
	id := strconv.FormatInt(sessions[3].ID, 10) // of b, the oldest
	stranger.post("/sessions", "end", id).want(http.StatusNotFound)
	c.get("/sessions").want(http.StatusOK).holds(`value="` + id + `"`)
	c.post("/sessions", "end", id).want(http.StatusSeeOther)
	b.get("/profile").want(http.StatusUnauthorized)
	c.post("/sessions", "end", "x").want(http.StatusBadRequest)

	own, err := s.store.Sessions(t.Context(), ann.ID)
	must(t, err)
	for _, session := range own {
		if session.Browser == "" {
			t.Errorf("a session has no name: %+v", session)
		}
	}
	if reply := s.chat(ann, ask("profile", "show", "sessions")); !strings.Contains(reply.Screen.Body.String(), "last seen") || len(reply.Screen.Rows) == 0 {
		t.Errorf("the sessions: %s", reply.Screen.Body)
	}
	s.chat(ann, ask("profile", "show", "sessions", "which", "all"))
	for _, gone := range []*browser{c, d, e} {
		gone.get("/profile").want(http.StatusUnauthorized)
	}
	stranger.get("/").want(http.StatusOK)

	f := s.signedIn(ann)
	must(t, s.store.DeletePlayer(t.Context(), ann.ID))
	f.get("/profile").want(http.StatusUnauthorized)
}

// A session that was not used for long is over, and so is one that is old.
func TestSessionsExpire(t *testing.T) {
	s := newSite(t)
	for _, column := range []string{"seen", "made"} {
		b := s.signedIn(ann)
		b.get("/").want(http.StatusOK)
		archivetest.Exec(t, s.url, `update web_session set `+column+` = `+column+` - interval '181 days'`)
		b.get("/profile").want(http.StatusUnauthorized)
		s.signedIn(ann) // which forgets it
		if all, err := s.store.Sessions(t.Context(), ann.ID); err != nil || len(all) != 1 {
			t.Errorf("%d sessions, %v", len(all), err)
		}
		s.chat(ann, ask("profile", "show", "sessions", "which", "all"))
	}
}
