package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// together starts a board for all in the channel, where the network has no threads.
func (x *square) together(p games.Player, puzzle string) chat.Reply {
	x.t.Helper()
	return x.ask(p, "together", map[string]string{"puzzle": puzzle})
}

func wantForAll(t *testing.T, r chat.Reply, want string) {
	t.Helper()
	if wants(t, r, want); r.Private || r.Failed || r.Screen.Board == nil {
		t.Fatalf("not for all: %+v", r)
	}
}

// A prompt has one channel. A shared board that one player opens there leaves the others their own games.
func TestTogetherAtAPrompt(t *testing.T) {
	x := newSquare(t)
	at := func(p games.Player, command string, options map[string]string) chat.Reply {
		return x.Handle(t.Context(), chat.Request{
			Player: p, Place: chat.Place{GuildID: "1", ChannelID: "terminal", Private: true}, Action: chat.Ask{Command: command, Options: options},
		})
	}
	if board := at(ann, "together", nil); board.Failed {
		t.Fatalf("%+v", board)
	}
	at(bob, "play", nil)
	if reply := at(bob, "hint", nil); reply.Failed || strings.Contains(textOf(reply), "took a hint") {
		t.Errorf("whoever has not joined gets no hint on their own board: %s", textOf(reply))
	}
	at(bob, "together", map[string]string{"answer": "join"})
	wants(t, at(bob, "hint", nil), "Bob took a hint.")
}

// At a prompt, what a player types is for the board that they opened last, their own or the shared one.
func TestNewestBoardAtAPrompt(t *testing.T) {
	x := newSquare(t)
	at := func(p games.Player, command string, options map[string]string) chat.Reply {
		return x.Handle(t.Context(), chat.Request{
			Player: p, Place: chat.Place{GuildID: "1", ChannelID: "terminal", Private: true}, Action: chat.Ask{Command: command, Options: options},
		})
	}
	at(ann, "together", nil)
	wants(t, at(ann, "hint", nil), "Ann took a hint.")
	own := at(ann, "play", map[string]string{"shape": "shidoku"})
	if hint := at(ann, "hint", nil); own.Failed || hint.Screen.GameID != own.Screen.GameID || strings.Contains(textOf(hint), "took a hint") {
		t.Errorf("the hint is for another board than the one that was opened: %s", textOf(hint))
	}
	wantForAll(t, at(ann, "together", nil), "Ann joined.")
	wants(t, at(ann, "hint", map[string]string{"level": "2"}), "Ann took a hint.")
	wants(t, at(ann, "daily", map[string]string{"shape": "shidoku"}), "Easy: about")
	wantForAll(t, at(ann, "together", map[string]string{"answer": "join"}), "Ann joined.")
	wants(t, at(ann, "hint", map[string]string{"level": "3"}), "Ann took a hint.")
}

// A player who starts one board after the other is asked to wait, and nothing is posted.
func TestPostsAreCounted(t *testing.T) {
	x := newSquare(t)
	started := 0
	for range 10 {
		reply := x.together(ann, "guessing")
		if reply.Failed {
			wants(t, reply, "you have posted enough here for now: try again in")
			if len(reply.Notices) > 0 || !reply.Private {
				t.Errorf("a refusal in public: %+v", reply)
			}
			continue
		}
		started++
		x.ask(ann, "together", map[string]string{"answer": "close"})
	}
	if started != 2 {
		t.Errorf("%d boards at once, want 2", started)
	}
	wantForAll(t, x.together(bob, "guessing"), "Bob is solving a sudoku here")
}

// What is typed at a shared board posts the board again, so it has a limit too. Nothing changes beyond it, and the
// buttons and refusals, which post nothing, have none.
func TestTypedBoardsAreCounted(t *testing.T) {
	x := newSquare(t)
	board := x.together(ann, "guessing")
	x.ask(bob, "together", map[string]string{"answer": "join"})
	began, posted := x.clock.now, 0
	for range 40 {
		x.clock.now = began
		x.ask(bob, "move", map[string]string{"moves": "r0c0=9"}) // which posts nothing
		reply := x.ask(bob, "hint", map[string]string{"level": "1"})
		if reply.Failed {
			wants(t, reply, "you have posted enough here for now: try again in")
			break
		}
		posted++
	}
	if posted != 30 {
		t.Errorf("%d boards at once, want 30", posted)
	}
	x.clock.now = began
	wants(t, x.ask(bob, "move", map[string]string{"moves": "r1c1=9"}), "try again in")
	wantForAll(t, x.do(bob, chat.Press{Verb: chat.MoreHint, Argument: "2", GameID: board.Screen.GameID, Revision: posted}), "Hidden Single")
	wantForAll(t, x.ask(ann, "board", nil), "took a hint")
	x.clock.now = x.clock.now.Add(time.Minute)
	wantForAll(t, x.ask(bob, "board", nil), "took a hint")
}

// Challenges count as posts too, but not those that are refused for another reason.
func TestChallengesAreCounted(t *testing.T) {
	x := newSquare(t)
	made := 0
	for n := range 10 {
		other := chat.Person{Player: games.Player{ID: fmt.Sprint(900 + n), Name: "Cy"}}
		if reply := x.challenge(ann, other); reply.Failed {
			wants(t, reply, "you have posted enough here for now: try again in")
			break
		}
		made++
		wants(t, x.challenge(ann, other), "You have a race that is still open:\nAnn challenges")
		x.ask(ann, "duel", map[string]string{"answer": "cancel"})
	}
	if made != 8 { // six at once, and two in the two minutes that these took
		t.Errorf("%d challenges, want 8", made)
	}
	wants(t, x.challenge(bob, annPerson), "Bob challenges Ann")
}

// Where the starter's data were deleted, those who joined can close the board, and nobody else.
func TestTogetherWithoutStarter(t *testing.T) {
	x := newSquare(t)
	board := x.together(ann, "guessing")
	x.press(bob, board, "Join")
	check(t, x.store.DeletePlayer(t.Context(), ann.ID))
	closing := map[string]string{"answer": "close"}
	if reply := x.ask(games.Player{ID: "77", Name: "Cy"}, "together", closing); !reply.Failed {
		t.Errorf("whoever has not joined closes the board: %s", textOf(reply))
	}
	if reply := x.ask(bob, "together", closing); reply.Failed {
		t.Errorf("a participant cannot close the board: %s", textOf(reply))
	}
}

// Two solve a board together: what one does the other sees, with the name, and at the end who
// placed what.
func TestTogether(t *testing.T) {
	x := newSquare(t)
	board := x.together(ann, "guessing")
	wantForAll(t, board, "Ann is solving a sudoku here with whoever joins")
	for _, reply := range []chat.Reply{
		x.press(bob, board, "9 · 9 left"), x.press(bob, board, "Hint"), x.ask(bob, "move", map[string]string{"moves": "r1c1=9"}),
	} {
		if wants(t, reply, "press Join"); !reply.Failed || !reply.Private {
			t.Errorf("without joining: %+v", reply)
		}
	}
	joined := x.press(bob, board, "Join")
	if wantForAll(t, joined, "Bob joined."); !joined.InPlace {
		t.Error("joining does not change the board in its place")
	}
	// Both press at once: one digit counts, the other button refreshes.
	digit := x.press(bob, joined, "9 · 9 left")
	box := x.press(ann, digit, "Box 1 · 6")
	placed := x.press(ann, box, "r1c1")
	if wantForAll(t, placed, "Ann played r1c1=9."); !placed.InPlace {
		t.Error("a digit does not change the board in its place")
	}
	stale := x.do(bob, box.Screen.Rows[0][2].Press) // r1c3
	wantForAll(t, stale, "Ann played r1c1=9.")
	if got := stale.Screen.Board.Grid.String()[:3]; got != "92." {
		t.Errorf("after the stale button the row begins with %s", got)
	}
	wantForAll(t, x.ask(bob, "move", map[string]string{"moves": "r1c3=5"}), "Bob played r1c3=5.")
	wantForAll(t, x.ask(bob, "hint", map[string]string{}), "Bob took a hint.")
	wantForAll(t, x.ask(ann, "undo", map[string]string{}), "Ann undid the last change.")
	wantForAll(t, x.ask(ann, "check", map[string]string{}), "Ann checked the board.")
	wants(t, x.ask(bob, "share", map[string]string{}), "a board that was solved together already says who solved it")
	solved := x.ask(bob, "submit", map[string]string{"answer": solutionOfMoler})
	wantForAll(t, solved, "Solved together in")
	wants(t, solved, "Bob: 59 digits\nAnn: 1 digit")
	if labels := labelsOf(solved); labels != "Solve another together, Show the steps" {
		t.Errorf("below a solved board: %s", labels)
	}
	wantForAll(t, x.press(ann, placed, "Undo"), "This board is solved.")
	wants(t, x.ask(ann, "share", map[string]string{}), "no game here yet") // it was nobody's own
	wants(t, x.press(eve, placed, "Join"), "this board is closed")
}

// Elsewhere each has their own board, and its buttons work where a party plays too.
func TestTogetherAndAlone(t *testing.T) {
	x := newSquare(t)
	own := x.ask(ann, "play", map[string]string{"tier": "guessing"})
	x.together(ann, "x-wing")
	if reply := x.press(ann, own, "Hint"); !reply.Private || reply.Screen.GameID != own.Screen.GameID {
		t.Errorf("a button of her own board: %+v", reply)
	}
	r := chat.Request{Player: ann, Place: chat.Place{GuildID: "7", ChannelID: "elsewhere"}, Action: chat.Ask{Command: "board"}}
	if reply := x.Handle(t.Context(), r); !reply.Private || reply.Screen.GameID != own.Screen.GameID {
		t.Errorf("her board elsewhere: %+v", reply)
	}
}

// dailiesOf has all dailies be of one tier, in Berlin.
func (x *square) dailiesOf(tier logic.Tier) {
	x.t.Helper()
	guild := daily.NewGuild("7")
	guild.Zone = "Europe/Berlin"
	for day := range guild.Tiers {
		guild.Tiers[day] = tier
	}
	check(x.t, x.store.SaveGuild(x.t.Context(), guild))
}

// Today's daily is not shown to all: neither where it is asked for, nor as a puzzle of its tier. Another is offered in
// its place. The day after, it may be.
func TestTogetherKeepsTheDaily(t *testing.T) {
	x := newSquare(t)
	x.dailiesOf(5)
	refused := x.together(ann, "daily")
	wants(t, refused, "/together puzzle=fiendish starts another puzzle of this difficulty; tomorrow /together puzzle=yesterday opens this one")
	if !refused.Failed || !refused.Private || refused.Screen.Board != nil || labelsOf(refused) != "Solve another together" {
		t.Fatalf("today's daily: %+v", refused)
	}
	wants(t, x.press(ann, refused, "Solve another together"), "no puzzle of this kind") // but today's
	add := func(puzzle string) {
		_, err := x.store.ImportFile(t.Context(), importing.Options{Collection: "Test"}, strings.NewReader(puzzle))
		check(t, err)
	}
	add(inkala)
	other := x.press(ann, refused, "Solve another together")
	if wantForAll(t, other, "Ann is solving a sudoku here"); other.Screen.Board.Clues == parse(moler) {
		t.Error("today's daily is shown to all")
	}
	x.ask(ann, "together", map[string]string{"answer": "close"})
	x.clock.now = x.clock.now.AddDate(0, 0, 1)
	past := x.together(ann, "yesterday")
	if wantForAll(t, past, "Ann is solving daily #1 here"); past.Screen.Board.Clues != parse(moler) {
		t.Error("another puzzle than yesterday's")
	}
	wants(t, x.together(bob, "daily"), "today's daily is for each player alone")
	add("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
	x.clock.now = x.clock.now.AddDate(0, 0, 1)
	if board := x.ask(bob, "daily", nil).Screen.Board; board == nil || board.Clues == parse(inkala) {
		t.Errorf("a daily is what all have seen, and not the puzzle that nobody has: %+v", board)
	}
}

// A daily that is solved together gives its participants no rank.
func TestDailyTogether(t *testing.T) {
	for name, now := range oddTimes {
		t.Run(name, func(t *testing.T) { testDailyTogether(t, newSquareAt(t, now)) })
	}
}

func testDailyTogether(t *testing.T, x *square) {
	t.Helper()
	x.dailiesOf(5) // only the puzzle of one tier is known to the test
	x.ask(ann, "daily", nil)
	x.clock.now = x.clock.now.AddDate(0, 0, 1)
	wantForAll(t, x.together(ann, "yesterday"), "Whoever solves this daily alone after joining gets no rank for it.")
	wants(t, x.ask(bob, "together", map[string]string{"answer": "join"}), "Bob joined.")
	place := chat.Place{GuildID: "7", ChannelID: "elsewhere"}
	for _, ask := range []chat.Ask{
		{Command: "daily", Options: map[string]string{"date": "yesterday"}}, {Command: "move", Options: map[string]string{"moves": "r1c1=9"}}, {Command: "submit", Options: map[string]string{"answer": solutionOfMoler}},
	} {
		x.clock.now = x.clock.now.Add(time.Second)
		reply := x.Handle(t.Context(), chat.Request{Player: bob, Place: place, Action: ask})
		if ask.Command == "submit" {
			wants(t, reply, "You had solved it with others, or opened it on another server, so it has no rank here.")
		}
	}
	board := x.Handle(t.Context(), chat.Request{Player: eve, Place: place, Action: chat.Ask{Command: "leaderboard", Options: map[string]string{"date": "yesterday"}}})
	if wants(t, board, "Bob"); strings.Contains(textOf(board), "1. Bob") {
		t.Errorf("the leaderboard: %s", textOf(board))
	}
}

// threaded is a network with threads.
type threaded struct {
	inspector
	isThread bool
	threads  error // of CheckThread alone
}

func (n *threaded) CheckThread(context.Context, string, string) (bool, error) {
	return n.isThread, cmp.Or(n.threads, n.says)
}

// In a channel with threads the board is in one below the invitation, wherever a process dies on the way.
func TestTogetherInThread(t *testing.T) {
	x := newSquare(t)
	network := &threaded{}
	start := func() chat.Reply {
		return x.Handle(t.Context(), chat.Request{ID: "start", Player: ann, Place: chat.Place{GuildID: "7", ChannelID: "here"}, Channels: network,
			Action: chat.Ask{Command: "together", Options: map[string]string{"puzzle": "guessing"}}})
	}
	invitation := start()
	if wants(t, invitation, "The board is in the thread of this message."); invitation.Screen.Board != nil || invitation.Private {
		t.Errorf("the invitation is %+v", invitation)
	}
	if again := start(); textOf(again) != textOf(invitation) {
		t.Errorf("the same request again: %s", textOf(again))
	}
	wants(t, x.press(bob, invitation, "Join"), "2 players are taking part.")
	x.meet("1 minute")
	if len(x.board.shown) > 0 {
		t.Errorf("without a message to open it from there is %v", x.board.shown)
	}
	check(t, x.Shown(t.Context(), invitation.Tracks, "here", "1001"))
	x.board.down = true
	check(t, ignoreDown(x.Deliver(t.Context(), &x.board, "meet")))
	x.board.down, x.board.shown = false, nil
	x.meet("1 minute")
	if len(x.board.shown) != 1 {
		t.Fatalf("the messages are %v", x.board.shown)
	}
	var board chat.Reply
	for key, r := range x.board.shown {
		if board = r; !strings.HasPrefix(key, "thread 1001/party-") {
			t.Errorf("the board is at %s", key)
		}
	}
	wantForAll(t, board, "Ann is solving a sudoku here")
	x.board.shown = nil
	if x.meet("1 minute"); len(x.board.shown) > 0 {
		t.Errorf("posted again: %v", x.board.shown)
	}
	if reply := x.press(bob, board, "Hint"); !strings.Contains(textOf(reply), "Bob took a hint.") {
		t.Errorf("a button: %s", textOf(reply))
	}
	more := x.press(bob, x.press(bob, board, "Join"), "More")
	wants(t, x.press(bob, more, "Close the board"), "only Ann or an admin")
	closed := x.press(ann, more, "Close the board")
	if wants(t, closed, "This board is closed."); !closed.InPlace || labelsOf(closed) != "Solve another together" {
		t.Errorf("closed: %+v", closed)
	}
	wants(t, x.press(bob, board, "Hint"), "this board is closed")
	x.board.edits = 0
	x.meet("1 second")
	check(t, x.Shown(t.Context(), closed.Tracks, "thread 1001", "1002"))
	if x.meet("1 minute"); x.board.edits != 2 {
		t.Errorf("%d edits of the board and the invitation, want one of each", x.board.edits)
	}
	if wants(t, x.board.shown["here/1001"], "the board is closed"); len(x.board.shown) != 2 {
		t.Errorf("at the end: %v", x.board.shown)
	}
}

func ignoreDown(err error) error {
	if errors.Is(err, errDown) {
		return nil
	}
	return err
}

// Without the permissions nothing is started, and what is missing is named; a thread that is
// taken away ends the party, and so does a day without a move.
func TestTogetherEnds(t *testing.T) {
	x := newSquare(t)
	network := &threaded{inspector: inspector{says: &chat.ChannelError{Problem: chat.MissingPermissions, Missing: []chat.Permission{chat.CreatePublicThreads}}}}
	start := func(p games.Player) chat.Reply {
		x.last++
		return x.Handle(t.Context(), chat.Request{ID: fmt.Sprint("start ", x.last), Player: p, Place: chat.Place{GuildID: "7", ChannelID: "here"}, Channels: network,
			Action: chat.Ask{Command: "together", Options: map[string]string{"puzzle": "guessing"}}})
	}
	wants(t, start(ann), "the bot lacks Create Public Threads")
	network.says = errors.New("timeout")
	wants(t, start(ann), "the bot cannot find out right now")
	network.says = nil
	invitation := start(ann)
	wants(t, start(ann), "there is a shared board already")
	check(t, x.Shown(t.Context(), invitation.Tracks, "here", "1001"))
	x.board.closed = true
	x.meet("1 minute")
	x.board.closed = false
	x.meet("1 minute")
	wants(t, x.board.shown["here/1001"], "the board is closed")
	network.isThread = true
	board := start(ann)
	wantForAll(t, board, "Ann is solving a sudoku here")
	check(t, x.Shown(t.Context(), board.Tracks, "here", "1002"))
	x.meet("25 hours")
	wants(t, x.board.shown["here/1002"], "nothing was played for a day")
	wants(t, x.ask(ann, "together", map[string]string{"answer": "close"}), "no shared board is open in this channel")
}

// A moderator has deleted the thread and the invitation: the starter closes the party from any channel,
// as the refusal of another says, and nobody else does so unawares.
func TestTogetherCloseFromElsewhere(t *testing.T) {
	x := newSquare(t)
	board := x.together(ann, "guessing")
	check(t, x.Shown(t.Context(), board.Tracks, "here", "1002"))
	elsewhere := func(p games.Player, options map[string]string) chat.Reply {
		x.last++
		return x.Handle(t.Context(), chat.Request{ID: fmt.Sprint("elsewhere ", x.last), Player: p, Place: chat.Place{GuildID: "7", ChannelID: "elsewhere"},
			Action: chat.Ask{Command: "together", Options: options}})
	}
	wants(t, elsewhere(ann, map[string]string{"puzzle": "guessing"}), "close it with /together answer=close")
	wants(t, elsewhere(bob, map[string]string{"answer": "close"}), "no shared board is open in this channel")
	closed := elsewhere(ann, map[string]string{"answer": "close"})
	if wants(t, closed, "This board is closed."); !closed.Private || closed.Tracks != "" {
		t.Errorf("all see it elsewhere: %+v", closed)
	}
	x.board.closed = true // the messages are gone
	x.meet("1 minute")
	wantForAll(t, elsewhere(ann, map[string]string{"puzzle": "guessing"}), "Ann is solving a sudoku here")
}

// Forged buttons of a board for all do nothing for those who are not in it, elsewhere, or in direct messages.
func TestTogetherForged(t *testing.T) {
	x := newSquare(t)
	board := x.together(ann, "guessing")
	party := button(board, t, "Join")
	x.ask(bob, "together", map[string]string{"answer": "join"})
	for _, place := range []chat.Place{
		{GuildID: "8", ChannelID: "here"}, {GuildID: people.PrivateGuild(bob.ID), ChannelID: "dm", Private: true},
	} {
		for _, verb := range verbs(t) {
			argument := map[chat.Verb]string{chat.Write: "r1c1=9", chat.JoinParty: party.Argument, chat.CloseParty: party.Argument}[verb]
			p := chat.Press{Verb: verb, Argument: argument, GameID: board.Screen.GameID}
			reply := x.Handle(t.Context(), chat.Request{Player: bob, Place: place, Action: p})
			if b := reply.Screen.Board; b != nil && reply.Screen.GameID == board.Screen.GameID {
				t.Errorf("%s in %s shows the board: %s", verb, place.GuildID, textOf(reply))
			}
		}
	}
	for _, p := range []chat.Press{
		{Verb: chat.JoinParty, Argument: "999"}, {Verb: chat.JoinParty, Argument: "x"}, {Verb: chat.CloseParty, Argument: party.Argument, GameID: 1 << 60},
		{Verb: chat.Write, Argument: "r1c1=9", GameID: board.Screen.GameID, Revision: 7}, {Verb: chat.AcceptRace, Argument: party.Argument},
	} {
		if reply := x.do(eve, p); !reply.Failed || !reply.Private {
			t.Errorf("%+v by Eve: %+v", p, reply)
		}
	}
	game, err := x.store.Game(t.Context(), board.Screen.GameID)
	check(t, err)
	if game.Revision != 0 || !game.Finished.IsZero() {
		t.Errorf("the board is at %d", game.Revision)
	}
}

// All read the board of a party in the language in which it was started, whoever presses; what one alone
// reads, such as a refusal or a form, is in their own.
func TestTogetherInOneLanguage(t *testing.T) {
	x := newSquare(t)
	board := x.together(ann, "guessing")
	german := func(action chat.Action) chat.Reply {
		x.last++
		return x.Handle(t.Context(), chat.Request{ID: fmt.Sprint("german ", x.last), Language: "de", Player: bob,
			Place: chat.Place{GuildID: "7", ChannelID: "here"}, Buttons: true, Action: action})
	}
	wants(t, german(button(board, t, "Hint")), "dieses Brett ist für alle, die mitmachen")
	board = german(button(board, t, "Join"))
	for _, want := range []struct {
		action chat.Action
		text   string
		button string
	}{
		{button(board, t, "Hint"), "Bob took a hint.", "Show more"},
		{chat.Ask{Command: "move", Options: map[string]string{"moves": "r1c1=9"}}, "Bob played r1c1=9.", "Join"},
		{chat.Ask{Command: "board", Options: map[string]string{"look": "text"}}, "Bob played r1c1=9.", "Join"},
		{button(board, t, "Undo"), "Bob played r1c1=9.", "Join"}, // of an older board
		{chat.Ask{Command: "check"}, "Bob checked the board.", "Join"},
		{chat.Ask{Command: "undo"}, "Bob undid the last change.", "Join"},
	} {
		board = german(want.action)
		wantForAll(t, board, want.text)
		button(board, t, want.button)
	}
	wants(t, german(chat.Ask{Command: "move", Options: map[string]string{"moves": "hello"}}), "Zelle")
	form := german(button(x.press(bob, board, "More"), t, "Type moves")).Form
	if form == nil || !strings.Contains(form.Fields[0].Label, "Züge") {
		t.Errorf("the form is %+v", form)
	}
	wantForAll(t, german(chat.Ask{Command: "submit", Options: map[string]string{"answer": solutionOfMoler}}), "Solved together in")
}

// Below a board that is over, another can be started, and who joined looks a solved one through.
func TestAfterTogether(t *testing.T) {
	x := newSquare(t)
	x.together(ann, "guessing")
	solved := x.ask(ann, "submit", map[string]string{"answer": solutionOfMoler})
	steps := x.press(ann, solved, "Show the steps")
	if title := steps.Screen.Title.String(); !strings.HasPrefix(title, "Step 1 of ") || !steps.Private || steps.Failed {
		t.Errorf("the steps: %+v", steps)
	}
	wants(t, x.press(bob, solved, "Show the steps"), "only those who joined this board")
	again := x.press(bob, solved, "Solve another together")
	wantForAll(t, again, "Bob is solving a sudoku here with whoever joins")
	if again.InPlace || again.Screen.GameID == solved.Screen.GameID {
		t.Errorf("the next board: %+v", again)
	}
	if again = x.press(ann, solved, "Solve another together"); !again.Failed || !again.Private {
		t.Errorf("a second press: %+v", again)
	}
	closed := x.ask(bob, "together", map[string]string{"answer": "close"})
	if labels := labelsOf(closed); labels != "Solve another together" {
		t.Errorf("below a board that was closed unsolved: %s", labels)
	}
}

// labelsOf names the buttons below a reply.
func labelsOf(r chat.Reply) string {
	var labels []string
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			labels = append(labels, b.Label)
		}
	}
	return strings.Join(labels, ", ")
}
