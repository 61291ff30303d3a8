package bot

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// onPage is a request of a player on a page of guild 7.
func onPage(p games.Player, id, command string, options map[string]string) chat.Request {
	r := request(p, command, options)
	r.ID, r.Place = id, chat.Place{GuildID: "7", ChannelID: "web", Private: true, Page: true}
	return r
}

// solveOnPage has a player solve today's daily on a page; the answer is sent twice, as a browser does that
// heard nothing.
func (x league) solveOnPage(t *testing.T, p games.Player) chat.Reply {
	t.Helper()
	b := New(x.store, Config{Now: x.clock.Now}) // a process that has no network
	b.Handle(t.Context(), onPage(p, "open "+p.ID, "daily", nil))
	x.clock.now = x.clock.now.Add(20 * time.Minute)
	game, err := x.store.CurrentGame(t.Context(), p.ID, "7")
	check(t, err)
	archivetest.SolveButOne(t, x.store, game)
	submit := onPage(p, "submit "+p.ID, "submit", map[string]string{"answer": solutionOfMoler})
	reply := b.Handle(t.Context(), submit)
	if again := b.Handle(t.Context(), submit); textOf(again) != textOf(reply) {
		t.Errorf("again: %s", textOf(again))
	}
	if reply.Failed || len(reply.Notices) != 0 {
		t.Fatalf("%d notices: %s", len(reply.Notices), textOf(reply))
	}
	return reply
}

// notices are the messages that say who solved what.
func (x league) notices() (all []message) {
	for _, m := range x.net.messages {
		if text := textOf(m.reply); titleOf(m.reply) == "" && (strings.Contains(text, "solved") || strings.Contains(text, " · Gridkeeper")) {
			all = append(all, m)
		}
	}
	return all
}

// Where a guild announces results, one of a page is announced as one of the chat is: in the thread of the
// daily or the channel, once, whichever process posts.
func TestResultOfPageIsAnnounced(t *testing.T) {
	for _, c := range []struct{ name, thread, channel string }{
		{"in the channel", "off", "42"}, {"in the thread", "on", "thread of message 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newLeague(t, "2026-03-02T07:00:00Z", "announce-results=on", "thread="+c.thread)
			x.at(t, "2026-03-02T08:00:00Z")
			x.solveOnPage(t, ann)
			others := []*Bot{x.Bot, New(x.store, Config{Now: x.clock.Now, Lease: time.Hour})}
			var all sync.WaitGroup
			for i, b := range others {
				all.Go(func() {
					for range 3 {
						check(t, b.Deliver(t.Context(), x.net, fmt.Sprint("owner ", i)))
					}
				})
			}
			all.Wait()
			found := x.notices()
			if len(found) != 1 || found[0].ChannelID != c.channel {
				t.Fatalf("%d notices: %+v", len(found), found)
			}
			wants(t, found[0].reply, "Ann solved daily #1")
			if again := x.Handle(t.Context(), request(ann, "share", nil)); !again.Failed {
				t.Error("the result does not count as shared")
			}
		})
	}
}

// An unwanted notice is not posted: the guild or the player changed their mind, the player's
// data were deleted, or it is a day later.
func TestNoticeIsNotWanted(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, x league){
		"switched off":     func(t *testing.T, x league) { x.schedule(t, "announce-results=off") },
		"schedule is over": func(t *testing.T, x league) { x.schedule(t, "announce-results=off", "posts=off") },
		"hidden":           func(t *testing.T, x league) { ask(t, x.Bot, ann, "privacy", "action=hide") },
		"deleted":          func(t *testing.T, x league) { check(t, x.store.DeletePlayer(t.Context(), ann.ID)) },
		"too late":         func(_ *testing.T, x league) { x.clock.now = x.clock.now.Add(25 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			x := newLeague(t, "2026-03-02T07:00:00Z", "announce-results=on")
			x.at(t, "2026-03-02T08:00:00Z")
			x.solveOnPage(t, ann)
			change(t, x)
			check(t, x.Deliver(t.Context(), x.net, "a"))
			if found := x.notices(); len(found) != 0 {
				t.Errorf("posted: %s", textOf(found[0].reply))
			}
		})
	}
}

// A guild that does not announce results, and a player who is hidden, cause no notice.
func TestNoNotice(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.at(t, "2026-03-02T08:00:00Z")
	x.solveOnPage(t, ann)
	x.schedule(t, "announce-results=on")
	check(t, x.Deliver(t.Context(), x.net, "a"))
	ask(t, x.Bot, bob, "privacy", "action=hide")
	x.solveOnPage(t, bob)
	check(t, x.Deliver(t.Context(), x.net, "a"))
	if found := x.notices(); len(found) != 0 {
		t.Errorf("posted: %s", textOf(found[0].reply))
	}
}

// The network fails and processes die in all ways: the notice is posted once.
func TestOneNotice(t *testing.T) {
	for f := fault(0); f < faults; f++ {
		x := newLeague(t, "2026-03-02T07:00:00Z", "announce-results=on")
		x.at(t, "2026-03-02T08:00:00Z")
		x.solveOnPage(t, ann)
		happens := []fault{f}
		x.net.next = func() (now fault) {
			now = none
			if len(happens) > 0 {
				now, happens = happens[0], nil
			}
			return now
		}
		for i := range 4 {
			_ = x.Deliver(t.Context(), x.net, fmt.Sprint("owner ", i))
			x.net.died = false
			archivetest.Exec(t, x.url, `update outbox set due_at = due_at - interval '1 hour', leased_until = leased_until - interval '1 hour'`)
		}
		if found := x.notices(); len(found) != 1 {
			t.Errorf("fault %d: %d notices", f, len(found))
		}
	}
}

// shareOnPage has a player press "Post in the chat" on a page below a game.
func (x league) shareOnPage(t *testing.T, p games.Player, id string, gameID int64) chat.Outcome {
	t.Helper()
	r := onPage(p, id, "", nil)
	r.Action = chat.Press{Verb: chat.ShareResult, GameID: gameID}
	o, err := New(x.store, Config{Now: x.clock.Now}).Play(t.Context(), r)
	check(t, err)
	return o
}

// A result is shared from a page as in the chat: once, also when it is sent again, or pressed in another
// browser, or days after the game; and who is hidden is named, as they want it.
func TestShareFromPage(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z", "thread=on")
	x.at(t, "2026-03-02T08:00:00Z")
	ask(t, x.Bot, ann, "privacy", "action=hide")
	game := x.solveOnPage(t, ann).Screen.GameID
	x.clock.now = x.clock.now.Add(100 * time.Hour)
	const posted = "Your result will appear in the chat in a moment, in the thread of the daily."
	for range 2 { // the same request
		if o := x.shareOnPage(t, ann, "a", game); o.Posted.String() != posted || len(o.Problem) > 0 {
			t.Errorf("it comes to %+v", o)
		}
	}
	if again := x.shareOnPage(t, ann, "b", game); !strings.Contains(again.Problem.String(), "you have shared") {
		t.Errorf("another browser: %s", again.Problem)
	}
	if again := x.Handle(t.Context(), request(ann, "share", map[string]string{"date": "2026-03-02"})); !again.Failed || len(again.Notices) != 0 {
		t.Errorf("in the chat: %s", textOf(again))
	}
	for i := range 3 {
		check(t, x.Deliver(t.Context(), x.net, fmt.Sprint("owner ", i)))
	}
	found := x.notices()
	if len(found) != 1 || found[0].ChannelID != "thread of message 0" {
		t.Fatalf("%d notices: %+v", len(found), found)
	}
	wants(t, found[0].reply, "Ann · Gridkeeper #1 · ")
	wants(t, found[0].reply, "\n🟩🟩🟩\n🟩🟩🟩\n🟩🟩⬜")
}

// A server that ends its daily posts before the result is posted does not get it.
func TestSharedAfterPostsEnd(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.at(t, "2026-03-02T08:00:00Z")
	x.shareOnPage(t, ann, "a", x.solveOnPage(t, ann).Screen.GameID)
	x.schedule(t, "posts=off")
	check(t, x.Deliver(t.Context(), x.net, "a"))
	if found := x.notices(); len(found) != 0 {
		t.Errorf("posted: %+v", found)
	}
}

// What was shared in the chat, or announced, is not posted again from a page.
func TestShareFromPageAfterChat(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.at(t, "2026-03-02T08:00:00Z")
	game := x.solveOnPage(t, ann).Screen.GameID
	ask(t, x.Bot, ann, "share", "date=2026-03-02")
	x.schedule(t, "announce-results=on")
	announced := x.solveOnPage(t, bob).Screen.GameID
	for p, id := range map[games.Player]int64{ann: game, bob: announced} {
		if o := x.shareOnPage(t, p, "again "+p.ID, id); len(o.Problem) == 0 {
			t.Errorf("%s: %s", p.Name, o.Posted)
		}
	}
	check(t, x.Deliver(t.Context(), x.net, "a"))
	if found := x.notices(); len(found) != 1 || !strings.Contains(textOf(found[0].reply), "Bob solved") {
		t.Errorf("%d notices: %+v", len(found), found)
	}
}

// Nothing is posted, nor counts as shared, where no channel of the guild is known, for a practice, an
// open game, another player's, or one of another guild; and the page does not offer it.
func TestNotShareableFromPage(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.at(t, "2026-03-02T08:00:00Z")
	game := x.solveOnPage(t, ann).Screen.GameID
	page := onPage(ann, "", "", nil).Place
	elsewhere, local := page, page
	elsewhere.GuildID = "8"
	local.Page = false
	open := x.Handle(t.Context(), onPage(bob, "open", "daily", nil)).Screen.GameID
	practice := x.Handle(t.Context(), onPage(bob, "play", "play", nil)).Screen.GameID
	archivetest.Exec(t, x.url, fmt.Sprintf(`
		update game set practice = 'x-wing', start_grid = grid, start_marks = marks, finished = now() where id = %d`, practice))
	for name, c := range map[string]struct {
		player games.Player
		place  chat.Place
		game   int64
		want   string
	}{
		"another's":     {bob, page, game, "This button no longer works"},
		"another guild": {ann, elsewhere, game, "This button no longer works"},
		"no chat":       {ann, local, game, "there is nobody here"},
		"not finished":  {bob, page, open, "is not finished"},
		"practice":      {bob, page, practice, "a practice game cannot be shared"},
	} {
		t.Run(name, func(t *testing.T) {
			r := onPage(c.player, "share "+name, "", nil)
			r.Place, r.Action = c.place, chat.Press{Verb: chat.ShareResult, GameID: c.game}
			if reply := x.Handle(t.Context(), r); !reply.Failed || !strings.Contains(textOf(reply), c.want) {
				t.Errorf("answers %q, want %q", textOf(reply), c.want)
			}
			r.ID, r.Action = "copy "+name, chat.Press{Verb: chat.CopyResult, GameID: c.game}
			if reply := x.Handle(t.Context(), r); reply.Failed == (name == "no chat") || reply.Failed && !strings.Contains(textOf(reply), c.want) {
				t.Errorf("to copy it answers %q", textOf(reply))
			}
			found, err := x.store.Game(t.Context(), c.game)
			check(t, err)
			offered, err := x.Postable(t.Context(), c.place, found)
			check(t, err)
			if offered != (c.place == page && c.game == game) {
				t.Errorf("offered: %v", offered)
			}
		})
	}
	x.schedule(t, "posts=off")
	if o := x.shareOnPage(t, ann, "no posts", game); !strings.Contains(o.Problem.String(), "there is nobody here") {
		t.Errorf("without posts: %s", o.Problem)
	}
	check(t, x.Deliver(t.Context(), x.net, "a"))
	if found := x.notices(); len(found) != 0 {
		t.Errorf("posted: %+v", found)
	}
	if reply := x.Handle(t.Context(), request(ann, "share", map[string]string{"date": "2026-03-02"})); reply.Failed {
		t.Errorf("it counts as shared: %s", textOf(reply))
	}
}

// A challenge that is decided on a page: its channel learns it once, as if the game had been in the chat.
func TestChallengeEndsOnPage(t *testing.T) {
	x := newSquare(t)
	invited := x.challenge(ann, bobPerson, "tier=fiendish")
	check(t, x.Shown(t.Context(), invited.Tracks, "here", "1001"))
	running := x.press(bob, invited, "Accept")
	x.press(ann, running, "Play")
	x.press(bob, running, "Play")
	x.solve(bob)
	x.clock.now = x.clock.now.Add(10 * time.Minute)
	x.Handle(t.Context(), onPage(ann, "move", "move", map[string]string{"moves": "r1c1=9"}))
	reply := x.Handle(t.Context(), onPage(ann, "submit", "submit", map[string]string{"answer": solutionOfMoler}))
	wants(t, reply, "Bob wins.")
	if len(reply.Notices) != 0 {
		t.Errorf("the page has the notices %v", reply.Notices)
	}
	for range 3 {
		x.meet("1 second")
	}
	wants(t, x.board.shown["here/1001"], "Bob wins.")
	delete(x.board.shown, "here/1001")
	for at, notice := range x.board.shown {
		if wants(t, notice, "Bob wins."); !strings.HasPrefix(at, "here/") {
			t.Errorf("the notice is in %s", at)
		}
	}
	if len(x.board.shown) != 1 {
		t.Errorf("besides the message of the race there are %v", x.board.shown)
	}
}

// without is a network whose channels are gone, or refuse what is posted.
type without struct {
	*threadNetwork
	problem chat.PostProblem
}

func (w without) Post(context.Context, string, daily.Post, chat.Reply) (chat.Posted, error) {
	return chat.Posted{}, chat.GoneError{Reason: chat.PostFailure{Problem: w.problem, ChannelID: "42"}}
}

// A result that cannot be posted is not lost: it does not count as shared, and its player can share it
// again when there is a channel.
func TestShareWithoutChannel(t *testing.T) {
	for name, problem := range map[string]chat.PostProblem{"the channel is gone": chat.ChannelGone, "no access for a day": chat.NoAccess} {
		t.Run(name, func(t *testing.T) {
			x := newLeague(t, "2026-03-02T07:00:00Z")
			x.at(t, "2026-03-02T08:00:00Z")
			game := x.solveOnPage(t, ann).Screen.GameID
			if posted := x.shareOnPage(t, ann, "a", game).Posted.String(); posted != "Your result will appear in the chat in a moment, where the dailies are posted." {
				t.Errorf("posted: %q", posted)
			}
			for range 2 {
				check(t, x.Deliver(t.Context(), without{x.net, problem}, "owner"))
				x.clock.now = x.clock.now.Add(25 * time.Hour)
				archivetest.Exec(t, x.url, `update outbox set due_at = due_at - interval '25 hours'`)
			}
			failed, err := x.store.NotPosted(t.Context(), game)
			check(t, err)
			if again, _ := x.store.Game(t.Context(), game); !failed || !again.Shared.IsZero() {
				t.Fatalf("failed %t, shared %s", failed, again.Shared)
			}
			if o := x.shareOnPage(t, ann, "b", game); len(o.Problem) > 0 {
				t.Fatalf("again: %s", o.Problem)
			}
			if failed, err := x.store.NotPosted(t.Context(), game); failed || err != nil {
				t.Errorf("failed %t, %v", failed, err)
			}
			for i := range 3 {
				check(t, x.Deliver(t.Context(), x.net, fmt.Sprint("owner ", i)))
			}
			if found := x.notices(); len(found) != 1 || found[0].ChannelID != "42" {
				t.Errorf("%d notices: %+v", len(found), found)
			}
		})
	}
}
