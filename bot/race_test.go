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
func TestChallenge(t *testing.T) {
	x := newSquare(t)
	invited := x.challenge(ann, bobPerson, "tier=fiendish")
	wants(t, invited, "Ann challenges Bob to a race: a sudoku (Fiendish)")
	wants(t, invited, "Accept or use /duel answer=accept.") // a prompt has no buttons
	if invited.Private || len(invited.Pings) != 1 || invited.Pings[0] != bob.ID || invited.Tracks == "" {
		t.Errorf("the invitation is %+v", invited)
	}
	for _, label := range []string{"Accept", "Decline", "Cancel"} {
		if reply := x.press(eve, invited, label); !reply.Failed || !reply.Private {
			t.Errorf("%s by Eve: %s", label, textOf(reply))
		}
	}
	wants(t, x.press(ann, invited, "Accept"), "only Bob can answer")
	wants(t, x.press(bob, invited, "Cancel"), "only Ann can call off this race")
	check(t, x.Shown(t.Context(), invited.Tracks, "here", "1001"))

	running := x.press(bob, invited, "Accept")
	wants(t, running, "The race that Ann opened: a sudoku (Fiendish)")
	wants(t, running, "▱▱▱▱▱▱▱▱ Ann: not started\n▱▱▱▱▱▱▱▱ Bob: not started")
	wants(t, running, "Play or /race number=1 opens yours") // a prompt has no buttons
	if running.Private || !running.InPlace {
		t.Errorf("the answer is %+v", running)
	}
	check(t, x.Shown(t.Context(), running.Tracks, "here", "1001")) // where the button was
	if x.meet("1 minute"); x.board.edits > 0 {
		t.Errorf("%d edits of a message that shows how the race stands", x.board.edits)
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
	wants(t, shown, "▱▱▱▱▱▱▱▱ Ann: 1 of 60 digits\n▱▱▱▱▱▱▱▱ Bob: 0 of 60 digits, 1 hint to level 1\nThe race ends in")
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
func TestChallengeRefusals(t *testing.T) {
	x := newSquare(t)
	for want, reply := range map[string]chat.Reply{
		"a race against yourself":              x.challenge(ann, annPerson),
		"Robo is a bot":                        x.challenge(ann, chat.Person{Player: games.Player{ID: "9", Name: "Robo"}, Bot: true}),
		"Far is not on this server":            x.challenge(ann, chat.Person{Player: games.Player{ID: "8", Name: "Far"}, Absent: true}),
		"is not a player":                      x.ask(ann, "duel", map[string]string{"player": "bob"}),
		"you have no race here that fits this": x.ask(ann, "duel", map[string]string{"answer": "accept"}),
		"use accept, decline":                  x.ask(ann, "duel", map[string]string{"answer": "perhaps"}),
		"unknown difficulty":                   x.challenge(ann, bobPerson, "tier=silly"),
		"quiet cannot be \"no\": use yes":      x.challenge(ann, bobPerson, "quiet=no"),
		"a challenge needs a player":           x.ask(ann, "duel", map[string]string{"tier": "silly"}),
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
	wants(t, x.challenge(bob, annPerson), "You have a race that is still open:\nAnn challenges Bob")
	wants(t, x.ask(ann, "duel", map[string]string{}), "Ann challenges Bob")
	if none := x.ask(eve, "duel", map[string]string{}); none.Failed || !strings.Contains(textOf(none), "You have no race here") {
		t.Errorf("Eve's duels: %s", textOf(none))
	}
}

// All of a challenge can be typed; what was invited to and not answered ends by itself.
func TestChallengeByText(t *testing.T) {
	x := newSquare(t)
	answer := func(p games.Player, text string) chat.Reply {
		t.Helper()
		return x.ask(p, "duel", map[string]string{"answer": text})
	}
	x.challenge(ann, bobPerson, "tier=fiendish")
	wants(t, answer(bob, "decline"), "Bob declined")
	x.challenge(ann, bobPerson, "tier=fiendish")
	wants(t, answer(ann, "cancel"), "Ann called off the race.")
	invited := x.challenge(bob, annPerson, "tier=fiendish")
	check(t, x.Shown(t.Context(), invited.Tracks, "here", "1001"))
	if accepted := answer(ann, "accept"); !accepted.Private || accepted.Tracks != "" {
		t.Errorf("accepted: %+v", accepted)
	}
	x.meet("1 second")
	wants(t, x.board.shown["here/1001"], "Play or /race number=3 opens yours")
	if mine := answer(ann, "play"); mine.Screen.Board == nil {
		t.Errorf("Ann's board: %s", textOf(mine))
	}
	wants(t, answer(ann, "give-up"), "Ann gave up the race:")
	wants(t, answer(ann, "give-up"), "you have no race here that fits this")
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
func TestChallengeReplayed(t *testing.T) {
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
	wants(t, x.board.shown["here/1001"], "Play or /race number=1 opens yours")
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
	wants(t, x.press(ann, running, "Give up"), "you have solved it: the race ends when the others have too, or in ")
	wants(t, x.press(bob, running, "Give up"), "Ann wins.")
}

// A player who is deleted in the middle of a challenge takes their name and the buttons from its message, also
// where the network is away at first; what a race that is over shows stays.
func TestChallengeDeleted(t *testing.T) {
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
		if shown := x.board.shown["here/1001"]; !closed && (textOf(shown) != "This race is over: one of its players has deleted their data. The others keep their boards." || len(shown.Screen.Rows) > 0) {
			t.Errorf("the message: %+v", shown)
		}
	}
}

func (x *square) race(p games.Player, options map[string]string) chat.Reply {
	x.t.Helper()
	opened := x.ask(p, "race", options)
	check(x.t, x.Shown(x.t.Context(), opened.Tracks, "here", "1001"))
	return opened
}

// One opens a race, others join it with its button, and its message shows how far they are and at the end a podium, without a
// digit and without being posted again.
func TestRace(t *testing.T) {
	x := newSquare(t)
	opened := x.race(ann, map[string]string{"tier": "fiendish", "rated": "yes"})
	wants(t, opened, "Ann opens a race: a sudoku (Fiendish)")
	wants(t, opened, "It counts for ratings.")
	if opened.Private || len(opened.Pings) > 0 || opened.Tracks == "" {
		t.Errorf("the race is %+v", opened)
	}
	boards := map[int64]bool{}
	for _, p := range []games.Player{ann, bob, eve} {
		board := x.press(p, opened, "Play")
		if !board.Private || board.Screen.Board == nil || board.InPlace {
			t.Fatalf("the board of %s is %+v", p.Name, board)
		}
		if title := board.Screen.Title.String(); title != "Race · Sudoku 3 · Fiendish" {
			t.Errorf("the board of %s has the title %q", p.Name, title)
		}
		boards[board.Screen.GameID] = true
	}
	if len(boards) != 3 {
		t.Errorf("there are %d boards", len(boards))
	}
	x.ask(ann, "move", map[string]string{"moves": "r1c1=9"})
	x.ask(bob, "hint", map[string]string{})
	x.meet("1 minute")
	shown := x.board.shown["here/1001"]
	wants(t, shown, "▱▱▱▱▱▱▱▱ Ann: 1 of 60 digits\n▱▱▱▱▱▱▱▱ Bob: 0 of 60 digits, 1 hint to level 1\n▱▱▱▱▱▱▱▱ Eve: 0 of 60 digits")
	if wants(t, shown, "Up to ten players can join"); strings.Contains(textOf(shown), "r1c1") || shown.Screen.Board != nil {
		t.Errorf("the race shows %s", textOf(shown))
	}
	x.meet("16 minutes")
	wants(t, x.board.shown["here/1001"], "Nobody else can join now.")
	wants(t, x.press(games.Player{ID: "5", Name: "Dan"}, opened, "Play"), "nobody else can join this race")
	x.clock.now = x.clock.now.Add(10 * time.Minute)
	wants(t, x.solve(bob), "🥇 Bob: solved in")
	wants(t, x.press(bob, shown, "Give up"), "you have solved it: the race ends when the others have too, or in ")
	x.clock.now = x.clock.now.Add(10 * time.Minute)
	x.solve(eve)
	x.clock.now = x.clock.now.Add(10 * time.Minute)
	last := x.solve(ann)
	wants(t, last, "The race is over:\n🥇 Eve: solved in") // Bob had a hint
	if len(last.Notices) != 0 {
		t.Errorf("in public: %v", last.Notices)
	}
	x.meet("1 second")
	end := x.board.shown["here/1001"]
	if wants(t, end, "🥈 Ann: solved in"); len(end.Screen.Rows) != 0 || !strings.Contains(textOf(end), "🥉 Bob: solved in") {
		t.Errorf("at the end: %s", textOf(end))
	}
	if n := len(x.board.shown); n != 1 {
		t.Errorf("%d messages, want one", n)
	}
}

// Who solves the puzzle of a rated race before that is over is rated by it when the day is over. Whoever is late is not, and
// nobody by another race.
func TestRatedRace(t *testing.T) {
	for _, rated := range []string{"yes", ""} {
		x := newSquare(t)
		opened := x.race(ann, map[string]string{"tier": "fiendish", "rated": rated})
		for _, p := range []games.Player{ann, bob, eve} {
			x.press(p, opened, "Play")
		}
		x.clock.now = x.clock.now.Add(time.Hour)
		x.solve(bob)
		x.solve(ann)
		archivetest.Exec(t, x.url, `update duel set state = 'out-of-time', ended = clock_timestamp()`)
		x.solve(eve)
		x.clock.now = x.clock.now.Add(24 * time.Hour)
		_, err := x.store.RateDays(t.Context(), 10)
		check(t, err)
		var got []string
		for _, p := range []games.Player{ann, bob, eve} {
			all, err := x.store.Strengths(t.Context(), p.ID)
			if check(t, err); len(all) > 0 {
				got = append(got, p.Name)
			}
		}
		players, want := "", people.StrengthCheck{}
		if rated != "" {
			players, want = "Ann Bob", people.StrengthCheck{Days: 1, Games: 2, Players: 2, Puzzles: 1}
		}
		if c, err := x.store.CheckStrengths(t.Context(), false); err != nil || c != want || strings.Join(got, " ") != players {
			t.Errorf("rated:%s: rated are %q, and %+v, want %q and %+v: %v", rated, got, c, players, want, err)
		}
	}
}

// A race that is refused, as one is open or too much was posted, uses up no number.
func TestRaceNumbers(t *testing.T) {
	x := newSquare(t)
	opened := x.race(ann, map[string]string{})
	for n := 1; n < 20 && !opened.Failed; n++ {
		wants(t, opened, fmt.Sprintf("number=%d.", n))
		wants(t, x.race(ann, map[string]string{}), "You have a race that is still open")
		x.press(ann, opened, "Cancel")
		if opened = x.race(ann, map[string]string{}); opened.Failed {
			wants(t, opened, "you have posted enough here for now")
			x.clock.now = x.clock.now.Add(time.Hour)
			wants(t, x.race(ann, map[string]string{}), fmt.Sprintf("number=%d.", n+1))
		}
	}
}

// /duel shows and changes a challenge, and another race only if there is none.
func TestChallengeBeforeRace(t *testing.T) {
	x := newSquare(t)
	answer := func(text string) chat.Reply { return x.ask(ann, "duel", map[string]string{"answer": text}) }
	x.challenge(ann, bobPerson, "tier=fiendish")
	x.ask(bob, "duel", map[string]string{"answer": "accept"})
	x.race(ann, nil)
	wants(t, x.ask(ann, "duel", nil), "Ann: not started")
	wants(t, answer("give-up"), "Ann gave up the race:")
	wants(t, x.ask(ann, "duel", nil), "Ann opens a race")
	wants(t, answer("cancel"), "Ann called off the race.")
}

// Players who have a race, have had its puzzle, or leave it, learn what they can do.
func TestRaceRefusals(t *testing.T) {
	x := newSquare(t)
	opened := x.race(ann, map[string]string{"tier": "fiendish"})
	again := x.ask(ann, "race", map[string]string{"rated": "yes"})
	if wants(t, again, "You have a race that is still open:\nAnn opens a race"); !again.Private || again.Tracks != "" {
		t.Errorf("the race of a player who has one is %+v", again)
	}
	if reply := x.press(bob, opened, "Cancel"); !reply.Failed {
		t.Errorf("Bob calls it off: %s", textOf(reply))
	}
	number := strings.Fields(opened.Tracks)[1]
	wants(t, opened, "with Play or /race number="+number+".") // a prompt has no buttons
	if board := x.ask(bob, "race", map[string]string{"number": number}); board.Screen.Board == nil {
		t.Errorf("by its number: %s", textOf(board))
	}
	x.meet("1 minute")
	running := x.board.shown["here/1001"]
	left := x.press(bob, running, "Give up")
	wants(t, running, "Play or /race number="+number+" opens yours")
	if wants(t, left, "The race that Ann opened"); strings.Contains(textOf(left), "Bob") || !left.InPlace {
		t.Errorf("when Bob has left: %+v", left)
	}
	wants(t, x.press(bob, running, "Play"), "you have had this puzzle before")
	wants(t, x.ask(bob, "board", map[string]string{}), "to go") // which stays his
	for want, options := range map[string]map[string]string{
		"use yes":                    {"rated": "maybe"},
		"unknown difficulty":         {"tier": "silly"},
		"there is no such race here": {"number": fmt.Sprint(1 << 40)},
		"/race opens one":            {"number": "x"},
	} {
		if reply := x.ask(eve, "race", options); !reply.Failed || !strings.Contains(textOf(reply), want) {
			t.Errorf("%v: %s, want %q", options, textOf(reply), want)
		}
	}
	called := x.race(eve, map[string]string{})
	wants(t, x.press(eve, called, "Cancel"), "Eve called off the race.")
}
