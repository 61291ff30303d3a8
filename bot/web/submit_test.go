package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// takes has the guild take puzzles of its members.
func (s *testSite) takes(which string) {
	s.t.Helper()
	reply := s.bot.Handle(s.t.Context(), chat.Request{
		Player: ann, Place: chat.Place{GuildID: guild}, Rights: chat.Rights{ManageGuild: true}, Action: ask("submissions", "take", which),
	})
	if reply.Failed {
		s.t.Fatal(reply.Screen.Body)
	}
}

// A player hands in a puzzle on its page, and reads there what became of it. Nobody else sees it, and no page decides.
func TestSubmitPage(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	b.get("/submit").want(http.StatusOK).holds("takes no puzzles")
	if page := b.get("/rate").want(http.StatusOK); strings.Contains(page.body, `href="./submit`) {
		t.Error("a link to a form that is not there")
	}
	b.post("/submit", "puzzle", newspaper).want(http.StatusUnprocessableEntity).holds("takes no puzzles")
	s.takes("minimal")
	b.get("/rate?puzzle=" + newspaper).want(http.StatusOK).holds("submit?puzzle=")
	b.get("/submit?puzzle=" + newspaper).want(http.StatusOK).holds(newspaper)
	b.post("/submit", "puzzle", newspaper[:80]+"0", "name", "<b>Snow</b>").want(http.StatusUnprocessableEntity).holds("with r2c9=5 as another clue").holds("&lt;b&gt;Snow")
	b.post("/submit", "puzzle", " ").want(http.StatusUnprocessableEntity).holds("Paste a puzzle first.")
	b.post("/submit", "puzzle", strings.Repeat("1", 5000)).want(http.StatusRequestEntityTooLarge)
	b.post("/submit", "puzzle", newspaper, "name", "<b>Snow</b>", "credit", "yes").want(http.StatusSeeOther)
	b.get("/submit?handed-in").want(http.StatusOK).holds("waits for an admin").holds("#1 &lt;b&gt;Snow&lt;/b&gt;")
	b.post("/submit", "puzzle", newspaper).want(http.StatusUnprocessableEntity).holds("you have handed in this puzzle already")
	if page := s.signedIn(bob).get("/submit").want(http.StatusOK); strings.Contains(page.body, "Snow") {
		t.Error("another player sees it")
	}
	for _, do := range []string{"accept", "decline", "take"} {
		b.post("/submissions", "do", do, "number", "1", "take", "off").want(http.StatusNotFound)
	}
	if n, err := s.store.Submission(t.Context(), guild, 1); err != nil || n.State != submissions.Open || n.Credit != ann.Name {
		t.Errorf("it is %+v, %v", n, err)
	}
}

// The player of this machine is its admin: the same page lists what waits, and decides.
func TestSubmissionsOfLocal(t *testing.T) {
	s := newSite(t)
	b := s.local(true)
	b.post("/submissions", "do", "take", "take", "any").want(http.StatusSeeOther)
	b.post("/submit", "puzzle", newspaper, "name", "Snow").want(http.StatusSeeOther)
	b.get("/submit").want(http.StatusOK).holds("Members can hand in puzzles").holds("Medium: about 13 minutes.")
	for _, forged := range [][]string{{"do", "accept"}, {"do", "accept", "number", "x"}, {"do", "steal", "number", "1"}, {"number", "1"}} {
		b.post("/submissions", forged...).want(http.StatusBadRequest)
	}
	b.post("/submissions", "do", "accept", "number", "99").want(http.StatusUnprocessableEntity).holds("is not the number of a submission")
	b.post("/submissions", "do", "accept", "number", "1").want(http.StatusSeeOther)
	b.post("/submissions", "do", "decline", "number", "1", "reason", "no").want(http.StatusUnprocessableEntity).holds("was decided already")
	b.get("/submit").want(http.StatusOK).holds("accepted, in the collection Submissions").holds("No puzzle waits.")
}

// A finished game has buttons for a vote, which work without script and as JSON; an unfinished one has none.
func TestVoteButtons(t *testing.T) {
	s := newSite(t)
	game := s.solvedDaily(ann, true)
	b := s.signedIn(ann)
	at := gamePath(game, "vote")
	page := b.read(b.get(strings.TrimSuffix(at, "/vote")).want(http.StatusOK).holds("Liked it").lacks("Too hard"))
	i := slices.IndexFunc(page.forms, func(f form) bool { return strings.HasSuffix(f.action, "/vote") })
	if i < 0 {
		t.Fatalf("the page has the forms %v", page.forms)
	}
	fields := []string{"id", page.forms[i].hidden.Get("id"), "revision", page.forms[i].hidden.Get("revision"), "vote", "liked=yes"}
	for range 2 {
		b.post(at, fields...).want(http.StatusSeeOther)
	}
	b.get(strings.TrimSuffix(at, "/vote")).want(http.StatusOK).holds(`value="liked=no" aria-pressed="true"`)
	g, err := s.store.Game(t.Context(), game)
	must(t, err)
	if v, err := s.store.Vote(t.Context(), g); err != nil || v != (submissions.Vote{Liked: true}) {
		t.Errorf("the vote is %+v, %v", v, err)
	}
	for _, forged := range []string{"", "liked", "liked=maybe", "hidden=yes", "=", "liked=yes=no"} {
		if status := b.post(at, "id", "forged-"+strings.ReplaceAll(forged, "=", "-"), "revision", fields[3], "vote", forged).StatusCode; status < 400 && forged != "" || status >= 500 {
			t.Errorf("%q: %d", forged, status)
		}
	}
	s.signedIn(bob).post(at, fields...).want(http.StatusNotFound)
}
