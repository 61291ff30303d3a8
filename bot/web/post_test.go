package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// solvedDaily returns today's daily of a player in the guild, solved; the guild has daily posts if scheduled.
func (s *testSite) solvedDaily(p games.Player, scheduled bool) int64 {
	s.t.Helper()
	if scheduled {
		reply := s.bot.Handle(s.t.Context(), chat.Request{
			Player: p, Place: chat.Place{GuildID: guild, ChannelID: "42"}, Rights: chat.Rights{ManageGuild: true},
			Action: ask("schedule", "channel", "42", "time", "00:00"),
		})
		if reply.Failed {
			s.t.Fatal(reply.Screen.Body)
		}
	}
	s.solveDaily(p, guild)
	return s.chat(p, ask("daily", "shape", "shidoku")).Screen.GameID
}

// due returns the results that wait to be posted.
func (s *testSite) due() (found []daily.Post) {
	s.t.Helper()
	for {
		f, ok, err := s.store.Claim(s.t.Context(), "test", time.Hour, daily.RankEdit)
		must(s.t, err)
		if !ok {
			return found
		}
		if f.Kind == daily.SharedResult {
			found = append(found, f)
		}
	}
}

// A result is posted in the chat by the form of a page without script, once; afterwards the page does not
// offer it.
func TestPostByForm(t *testing.T) {
	s := newSite(t)
	game := s.solvedDaily(ann, true)
	b := s.signedIn(ann)
	at := gamePath(game, "post")
	before := b.read(b.get(strings.TrimSuffix(at, "/post")).want(http.StatusOK))
	i := slices.IndexFunc(before.forms, func(f form) bool { return strings.HasSuffix(f.action, "/post") })
	if i < 0 {
		t.Fatalf("the page has the forms %v", before.forms)
	}
	fields := []string{"id", before.forms[i].hidden.Get("id"), "revision", before.forms[i].hidden.Get("revision")}
	for range 2 { // as a browser does that loads the answer again
		after := b.read(b.post(at, fields...).want(http.StatusOK).holds("Your result will appear in the chat"))
		if slices.ContainsFunc(after.forms, func(f form) bool { return strings.HasSuffix(f.action, "/post") }) {
			t.Error("the page offers it again")
		}
	}
	s.signedIn(ann).post(at, "id", "other", "revision", fields[3]).want(http.StatusUnprocessableEntity).holds("you have shared")
	b.get(at).want(http.StatusOK) // which shows the game and posts nothing
	if found := s.due(); len(found) != 1 || found[0].Number != game || found[0].ChannelID != "42" {
		t.Errorf("to be posted: %+v", found)
	}
}

// The script asks as JSON. A page of another origin cannot, and what cannot be shared says why.
func TestPostByJSON(t *testing.T) {
	s := newSite(t)
	game := s.solvedDaily(ann, true)
	b := s.signedIn(ann)
	state := b.state(game)
	forged := b.request(http.MethodPost, gamePath(game, "post"), strings.NewReader("id=a&revision=0"))
	forged.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	forged.Header.Set("Sec-Fetch-Site", "cross-site")
	b.do(forged).want(http.StatusForbidden)
	if b.get(gamePath(game, "post")); !b.state(game).Postable {
		t.Fatal("the result is not offered")
	}
	g, a := b.send(gamePath(game, "post"), board.Wish{ID: "a", Revision: state.Revision})
	if g.want(http.StatusOK); a.Posted == "" || a.Share != "" || a.State.Postable || len(a.Cells) != 0 {
		t.Errorf("posted: %s", g.body)
	}
	g, a = b.send(gamePath(game, "post"), board.Wish{ID: "b", Revision: state.Revision})
	if g.want(http.StatusUnprocessableEntity); a.Posted != "" || !strings.Contains(a.Problem, "you have shared") {
		t.Errorf("again: %s", g.body)
	}
	if found := s.due(); len(found) != 1 {
		t.Errorf("to be posted: %+v", found)
	}
}

// Without a channel, or without a chat, the page does not offer to post, and a request to do so is refused.
func TestNotPostable(t *testing.T) {
	s := newSite(t)
	game := s.solvedDaily(ann, false)
	b := s.signedIn(ann)
	state := b.state(game)
	g, a := b.send(gamePath(game, "post"), board.Wish{ID: "a", Revision: state.Revision})
	if g.want(http.StatusUnprocessableEntity); state.Postable || !strings.Contains(a.Problem, "nobody here") {
		t.Errorf("postable %v: %s", state.Postable, g.body)
	}
	s.solvedDaily(bob, true)
	if !b.state(game).Postable {
		t.Error("the result is not offered, although the guild has posts now")
	}
	local := &site.Site{Config: s.Config}
	local.Local = &site.Local{Player: ann, GuildID: guild}
	if readState(t, local, game).Postable {
		t.Error("it is offered where no chat is connected")
	}
}

// A result that could not be posted is offered again, and the page says so: at once where it is open, and
// to whoever opens it later.
func TestNotPosted(t *testing.T) {
	s := newSite(t)
	game := s.solvedDaily(ann, true)
	b := s.signedIn(ann)
	g, _ := b.send(gamePath(game, "post"), board.Wish{ID: "a", Revision: b.state(game).Revision})
	g.want(http.StatusOK)
	if state := b.state(game); state.NotPosted || state.Postable {
		t.Fatalf("before it is tried: %+v", state)
	}
	open := b.listen(game)
	open.await("the start", func(s board.State) bool { return !s.NotPosted })
	for _, f := range s.due() {
		must(t, s.store.Cancel(t.Context(), f, "test", "the channel is gone"))
		must(t, s.store.Unshare(t.Context(), f.Number))
	}
	open.await("that it was not posted", func(s board.State) bool { return s.NotPosted && s.Postable })
	b.get(strings.TrimSuffix(gamePath(game, ""), "/")).want(http.StatusOK).holds("could not be posted in the chat")
	g, a := b.send(gamePath(game, "post"), board.Wish{ID: "b", Revision: b.state(game).Revision})
	if g.want(http.StatusOK); a.State.NotPosted || a.State.Postable || len(s.due()) != 1 {
		t.Errorf("again: %s", g.body)
	}
}
