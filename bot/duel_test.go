package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// square is a channel of guild 7 where people meet, with a network that remembers what it shows.
type square struct {
	*Bot
	t     *testing.T
	store *archive.Store
	url   string
	clock *clock
	last  int // request
	board fakeMessenger

	network *threaded // nil: the channel has no threads
}

func newSquare(t *testing.T) *square {
	t.Helper()
	return newSquareAt(t, time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC))
}

// oddTimes are moments in Berlin at which what depends on a day may go wrong: the last minute of one, the hour that a clock shows
// twice and the one that it skips, 29 February, and the last day of a leap year.
var oddTimes = map[string]time.Time{
	"23:59":                  time.Date(2026, 3, 5, 22, 59, 0, 0, time.UTC),
	"clocks go back":         time.Date(2026, 10, 25, 0, 59, 30, 0, time.UTC),
	"clocks go forward":      time.Date(2026, 3, 29, 0, 59, 30, 0, time.UTC),
	"29 February":            time.Date(2028, 2, 29, 12, 0, 0, 0, time.UTC),
	"the end of a leap year": time.Date(2028, 12, 31, 12, 0, 0, 0, time.UTC),
}

func newSquareAt(t *testing.T, now time.Time) *square {
	t.Helper()
	c := &clock{now}
	url := archivetest.URL(t)
	store := archivetest.Open(t, url).WithClock(c.Now)
	_, err := store.ImportFile(t.Context(), importing.Options{Collection: "Test"}, strings.NewReader(moler+"\n"+fishy+"\n"+mini))
	check(t, err)
	for _, p := range []games.Player{ann, bob, eve} { // whose names are known then
		check(t, store.SaveSettings(t.Context(), p, games.Settings{}))
	}
	return &square{Bot: New(store, Config{Now: c.Now}), t: t, store: store, url: url, clock: c, board: fakeMessenger{}}
}

// do sends a request of a player in the channel, each with an id of its own.
func (x *square) do(p games.Player, action chat.Action) chat.Reply {
	x.t.Helper()
	x.last++
	x.clock.now = x.clock.now.Add(7 * time.Second)
	r := chat.Request{ID: fmt.Sprint("square ", x.last), Player: p, Place: chat.Place{GuildID: "7", ChannelID: "here"}, Action: action}
	if x.network != nil {
		r.Channels = x.network
	}
	return x.Handle(x.t.Context(), r)
}

// ask sends a command; a player is named as the network does.
func (x *square) ask(p games.Player, command string, options map[string]string, others ...chat.Person) chat.Reply {
	x.t.Helper()
	a := chat.Ask{Command: command, Options: options}
	if len(others) > 0 {
		a.Players = map[string]chat.Person{"player": others[0]}
		options["player"] = others[0].ID
	}
	return x.do(p, a)
}

func (x *square) challenge(p games.Player, other chat.Person, options ...string) chat.Reply {
	x.t.Helper()
	given := map[string]string{}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		given[name] = value
	}
	return x.ask(p, "duel", given, other)
}

// button returns a button by its label.
func button(r chat.Reply, t *testing.T, label string) chat.Press {
	t.Helper()
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			if b.Label == label {
				return b.Press
			}
		}
	}
	t.Fatalf("no button %q below %s", label, textOf(r))
	return chat.Press{}
}

func (x *square) press(p games.Player, r chat.Reply, label string) chat.Reply {
	x.t.Helper()
	return x.do(p, button(r, x.t, label))
}

// meet makes a round, some time later.
func (x *square) meet(later string) {
	x.t.Helper()
	archivetest.Exec(x.t, x.url, `update duel set asked = asked - interval '`+later+`', accepted = accepted - interval '`+later+`';
		update party set active = active - interval '`+later+`';
		update outbox set added = added - interval '`+later+`', due_at = due_at - interval '`+later+`', tried = tried - interval '`+later+`'`)
	check(x.t, x.Deliver(x.t.Context(), &x.board, "meet"))
}

// fakeMessenger is a network that remembers its messages.
type fakeMessenger struct {
	chat.Channels
	shown  map[string]chat.Reply // by channel and message
	edits  int
	closed bool // it refuses everything for good
	down   bool
}

var errDown = errors.New("down")

func (f *fakeMessenger) fails() error {
	switch {
	case f.closed:
		return chat.GoneError{Reason: chat.PostFailure{Said: "closed"}}
	case f.down:
		return errDown
	}
	return nil
}

func (f *fakeMessenger) Serves(guildID string) bool { return guildID == "7" }

func (f *fakeMessenger) keep(channelID, messageID string, r chat.Reply) {
	if f.shown == nil {
		f.shown = map[string]chat.Reply{}
	}
	f.shown[channelID+"/"+messageID] = r
}

func (f *fakeMessenger) Post(_ context.Context, channelID string, post daily.Post, r chat.Reply) (chat.Posted, error) {
	f.keep(channelID, post.Nonce(), r)
	return chat.Posted{MessageID: post.Nonce()}, f.fails()
}

func (f *fakeMessenger) Find(_ context.Context, channelID string, post daily.Post) (chat.Posted, bool, error) {
	_, found := f.shown[channelID+"/"+post.Nonce()]
	return chat.Posted{MessageID: post.Nonce()}, found, nil
}

func (f *fakeMessenger) Tell(context.Context, string, string, chat.Reply) error { return f.fails() }

func (f *fakeMessenger) Edit(_ context.Context, channelID, messageID string, r chat.Reply) error {
	if f.edits++; f.fails() == nil {
		f.keep(channelID, messageID, r)
	}
	return f.fails()
}

func (f *fakeMessenger) OpenThread(_ context.Context, _, messageID, _ string) (string, error) {
	return "thread " + messageID, f.fails()
}

var (
	annPerson = chat.Person{Player: ann}
	bobPerson = chat.Person{Player: bob}
	eve       = games.Player{ID: "3", Name: "Eve"}
)

// solve places the digits of a player's game over the time since it began.
func (x *square) solve(p games.Player) chat.Reply {
	x.t.Helper()
	g, err := x.store.CurrentGame(x.t.Context(), p.ID, "7")
	check(x.t, err)
	_, last := archivetest.SolveButOne(x.t, x.store, g)
	return x.ask(p, "move", map[string]string{"moves": last})
}

// Ann challenges Bob, he accepts, both solve it, and all see how it stands; nobody else can do
// anything about it.
func TestDuel(t *testing.T) {
	x := newSquare(t)
	invited := x.challenge(ann, bobPerson, "tier=fiendish")
	wants(t, invited, "Ann challenges Bob to a duel: a sudoku (Fiendish)")
	wants(t, invited, "Accept or /duel answer=accept.") // a prompt has no buttons
	if invited.Private || len(invited.Pings) != 1 || invited.Pings[0] != bob.ID || invited.Tracks == "" {
		t.Errorf("the invitation is %+v", invited)
	}
	for _, label := range []string{"Accept", "Decline", "Cancel"} {
		if reply := x.press(eve, invited, label); !reply.Failed || !reply.Private {
			t.Errorf("%s by Eve: %s", label, textOf(reply))
		}
	}
	wants(t, x.press(ann, invited, "Accept"), "only Bob can answer")
	wants(t, x.press(bob, invited, "Cancel"), "only Ann can withdraw this challenge")
	check(t, x.Shown(t.Context(), invited.Tracks, "here", "1001"))

	running := x.press(bob, invited, "Accept")
	wants(t, running, "Ann and Bob are playing a sudoku (Fiendish)")
	wants(t, running, "Ann: not started\nBob: not started")
	wants(t, running, "Play or /duel answer=play opens yours") // a prompt has no buttons
	if running.Private || !running.InPlace {
		t.Errorf("the answer is %+v", running)
	}
	check(t, x.Shown(t.Context(), running.Tracks, "here", "1001")) // where the button was
	if x.meet("1 minute"); x.board.edits > 0 {
		t.Errorf("%d edits of a message that shows how the duel stands", x.board.edits)
	}
	if reply := x.press(eve, running, "Play"); !reply.Failed {
		t.Errorf("Eve plays: %s", textOf(reply))
	}
	mine := x.press(ann, running, "Play")
	if !mine.Private || mine.Screen.Board == nil || mine.InPlace {
		t.Fatalf("the board is %+v", mine)
	}
	theirs := x.press(bob, running, "Play")
	if mine.Screen.Board.Clues != theirs.Screen.Board.Clues || mine.Screen.GameID == theirs.Screen.GameID {
		t.Error("the boards differ")
	}
	x.ask(ann, "move", map[string]string{"moves": "r1c1=9"})
	x.ask(bob, "hint", map[string]string{})
	x.meet("1 minute")
	shown := x.board.shown["here/1001"]
	wants(t, shown, "Ann: 1 of 60 digits\nBob: 0 of 60 digits, 1 hint to level 1")
	if strings.Contains(textOf(shown), "r1c1") || shown.Screen.Board != nil {
		t.Errorf("the standing shows %s", textOf(shown))
	}
	edits := x.board.edits
	x.ask(ann, "move", map[string]string{"moves": "r1c2=?12"}) // a mark, which others do not see
	if x.meet("1 minute"); x.board.edits > edits {
		t.Errorf("%d edits after a mark", x.board.edits-edits)
	}
	x.clock.now = x.clock.now.Add(10 * time.Minute)
	wants(t, x.solve(bob), "Bob: solved in")
	x.clock.now = x.clock.now.Add(10 * time.Minute)
	last := x.solve(ann)
	wants(t, last, "Ann wins.") // later, but without a hint
	if len(last.Notices) != 1 || !strings.Contains(last.Notices[0].Body.String(), "Ann wins.") {
		t.Errorf("in public: %v", last.Notices)
	}
	x.meet("1 second") // the end does not wait
	if end := x.board.shown["here/1001"]; !strings.Contains(textOf(end), "Ann wins.") || len(end.Screen.Rows) != 0 {
		t.Errorf("at the end: %s", textOf(end))
	}
	edits = x.board.edits
	x.meet("1 hour")
	if x.board.edits != edits {
		t.Error("a message is changed again for nothing")
	}
	wants(t, x.press(ann, running, "Give up"), "Ann wins.") // an old button shows how it stands
	if board := x.ask(ann, "leaderboard", map[string]string{}); strings.Contains(textOf(board), "Bob") {
		t.Errorf("the leaderboard: %s", textOf(board))
	}
}

// Whoever cannot or does not want to is not challenged.
func TestDuelRefusals(t *testing.T) {
	x := newSquare(t)
	for want, reply := range map[string]chat.Reply{
		"a duel with yourself":            x.challenge(ann, annPerson),
		"Robo is a bot":                   x.challenge(ann, chat.Person{Player: games.Player{ID: "9", Name: "Robo"}, Bot: true}),
		"Far is not on this server":       x.challenge(ann, chat.Person{Player: games.Player{ID: "8", Name: "Far"}, Absent: true}),
		"is not a player":                 x.ask(ann, "duel", map[string]string{"player": "bob"}),
		"no duel here fits this":          x.ask(ann, "duel", map[string]string{"answer": "accept"}),
		"use accept, decline":             x.ask(ann, "duel", map[string]string{"answer": "perhaps"}),
		"unknown difficulty":              x.challenge(ann, bobPerson, "tier=silly"),
		"quiet cannot be \"no\": use yes": x.challenge(ann, bobPerson, "quiet=no"),
		"a duel needs a player":           x.ask(ann, "duel", map[string]string{"tier": "silly"}),
	} {
		if wants(t, reply, want); !reply.Failed || !reply.Private || len(reply.Pings) > 0 {
			t.Errorf("%s: %+v", want, reply)
		}
	}
	alone := x.Handle(t.Context(), chat.Request{Player: ann, Place: chat.Place{GuildID: people.PrivateGuild(ann.ID), Private: true}, Action: chat.Ask{Command: "duel", Options: map[string]string{"player": "2"}}})
	wants(t, alone, "there is nobody here to play with")
	x.ask(bob, "settings", map[string]string{"duels": "off"})
	wants(t, x.challenge(ann, bobPerson), "Bob takes no challenges")
	x.ask(bob, "settings", map[string]string{"duels": "on"})
	if quiet := x.challenge(ann, bobPerson, "quiet=yes"); len(quiet.Pings) > 0 || quiet.Failed {
		t.Errorf("quietly: %+v", quiet)
	}
	wants(t, x.challenge(bob, annPerson), "you and Ann have a duel already")
	wants(t, x.ask(ann, "duel", map[string]string{}), "Ann challenges Bob")
	if none := x.ask(eve, "duel", map[string]string{}); none.Failed || !strings.Contains(textOf(none), "You have no duel here") {
		t.Errorf("Eve's duels: %s", textOf(none))
	}
}

// All of a duel can be typed; what was invited to and not answered ends by itself.
func TestDuelByText(t *testing.T) {
	x := newSquare(t)
	answer := func(p games.Player, text string) chat.Reply {
		t.Helper()
		return x.ask(p, "duel", map[string]string{"answer": text})
	}
	x.challenge(ann, bobPerson, "tier=fiendish")
	wants(t, answer(bob, "decline"), "Bob declined")
	x.challenge(ann, bobPerson, "tier=fiendish")
	wants(t, answer(ann, "cancel"), "Ann withdrew the challenge to Bob.")
	invited := x.challenge(bob, annPerson, "tier=fiendish")
	check(t, x.Shown(t.Context(), invited.Tracks, "here", "1001"))
	if accepted := answer(ann, "accept"); !accepted.Private || accepted.Tracks != "" {
		t.Errorf("accepted: %+v", accepted)
	}
	x.meet("1 second")
	wants(t, x.board.shown["here/1001"], "Play or /duel answer=play opens yours")
	if mine := answer(ann, "play"); mine.Screen.Board == nil {
		t.Errorf("Ann's board: %s", textOf(mine))
	}
	wants(t, answer(ann, "give-up"), "Ann gave up the duel with Bob")
	wants(t, answer(ann, "give-up"), "no duel here fits this")
	x.meet("1 second")
	wants(t, x.board.shown["here/1001"], "Bob wins.")
	wants(t, x.ask(ann, "board", map[string]string{}), "to go") // and the board stays hers

	waiting := x.challenge(ann, chat.Person{Player: eve})
	check(t, x.Shown(t.Context(), waiting.Tracks, "here", "1002"))
	x.meet("16 minutes")
	wants(t, x.board.shown["here/1002"], "Eve did not answer")
	late := x.press(eve, waiting, "Accept")
	if wants(t, late, "Eve did not answer"); len(late.Screen.Rows) > 0 {
		t.Error("a button is left")
	}
}

// The same click in two processes is one, and what was accepted before a process died is shown by another.
func TestDuelReplayed(t *testing.T) {
	x := newSquare(t)
	invited := x.challenge(ann, bobPerson, "tier=fiendish")
	check(t, x.Shown(t.Context(), invited.Tracks, "here", "1001"))
	r := chat.Request{ID: "the click", Player: bob, Place: chat.Place{GuildID: "7", ChannelID: "here"}, Action: button(invited, t, "Accept")}
	other := New(x.store, Config{Now: x.clock.Now})
	first, second := x.Handle(t.Context(), r), other.Handle(t.Context(), r)
	if textOf(first) != textOf(second) || first.Failed {
		t.Errorf("%s, then %s", textOf(first), textOf(second))
	}
	x.board.down = true // it dies before the answer is there
	x.meet("1 second")
	x.board.down = false
	x.meet("1 minute")
	wants(t, x.board.shown["here/1001"], "Play or /duel answer=play opens yours")
	x.board.closed = true
	x.ask(bob, "duel", map[string]string{"answer": "give-up"})
	x.meet("1 minute")
	edits := x.board.edits
	if x.meet("1 minute"); x.board.edits != edits {
		t.Error("a message that is gone is changed again")
	}
}

// Who has solved the puzzle cannot give up what is as good as won, by a slip of the thumb; the other can.
func TestGiveUpSolved(t *testing.T) {
	x := newSquare(t)
	running := x.press(bob, x.challenge(ann, bobPerson, "tier=fiendish"), "Accept")
	x.press(ann, running, "Play")
	x.solve(ann)
	wants(t, x.press(ann, running, "Give up"), "you have solved it: the duel ends when the other player has too, or in ")
	wants(t, x.press(bob, running, "Give up"), "Ann wins.")
}

// A player who is deleted in the middle of a duel takes their name and the buttons from its message, also
// where the network is away at first; what a duel that is over says stays.
func TestDuelDeleted(t *testing.T) {
	for _, closed := range []bool{false, true} {
		x := newSquare(t)
		invitation := x.challenge(ann, bobPerson, "tier=fiendish")
		check(t, x.Shown(t.Context(), invitation.Tracks, "here", "1001"))
		x.press(bob, invitation, "Accept")
		check(t, x.store.DeletePlayer(t.Context(), ann.ID))
		x.board.down = true
		x.meet("1 minute")
		x.board.down, x.board.closed, x.board.edits = false, closed, 0
		x.meet("1 minute")
		x.meet("1 minute")
		if x.board.edits != 1 {
			t.Errorf("the message is changed %d times", x.board.edits)
		}
		if shown := x.board.shown["here/1001"]; !closed && (textOf(shown) != "This duel is over: one of its players has deleted their data. The other keeps their board." || len(shown.Screen.Rows) > 0) {
			t.Errorf("the message: %+v", shown)
		}
	}
}
