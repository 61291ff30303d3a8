package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// manage does something as an admin whose network has buttons.
func (x *square) manage(p games.Player, action chat.Action) chat.Reply {
	x.t.Helper()
	x.last++
	return x.Handle(x.t.Context(), chat.Request{
		ID: fmt.Sprint("admin ", x.last), Player: p, Place: chat.Place{GuildID: "7", ChannelID: "here"}, Rights: chat.Rights{ManageGuild: true}, Buttons: true, Action: action,
	})
}

// takes has guild 7 take puzzles of its members.
func (x *square) takes(which string) {
	x.t.Helper()
	reply := x.manage(eve, chat.Press{Verb: chat.SetUp, Argument: "rules?take", Chosen: which})
	if reply.Failed || !reply.InPlace {
		x.t.Fatalf("take=%s: %s", which, textOf(reply))
	}
}

// has reports whether the archive has a puzzle.
func (x *square) has(puzzle string) bool {
	_, err := x.store.PuzzleByKey(x.t.Context(), canon.KeyOf(parse(puzzle)))
	return err == nil
}

func (x *square) contribute(p games.Player, options ...string) chat.Reply {
	x.t.Helper()
	return x.ask(p, "contribute", given(options))
}

// From the hand-in to the message about the decision, and to the puzzle in play.
func TestContribute(t *testing.T) {
	x := newSquare(t)
	wants(t, x.contribute(bob, "puzzle="+newspaper), "this server takes no puzzles")
	wants(t, x.contribute(bob), "this server takes no puzzles")
	x.takes("any")
	wants(t, x.contribute(bob), "You have not handed in a puzzle here.")
	handed := x.contribute(bob, "puzzle="+newspaper, "name=Snow\nflake", "credit=yes")
	if wants(t, handed, "Handed in. Medium: about 13 minutes."); handed.Screen.Board == nil || !handed.Private {
		t.Errorf("the reply is %+v", handed)
	}
	wants(t, handed, "it names Bob as its author")
	other := turnedAs(inkala, 3).String()
	wants(t, x.contribute(ann, "puzzle="+other), "Handed in.")
	wants(t, x.contribute(bob), "#1 Snow flake: waits for an admin")

	list := x.manage(eve, chat.Ask{Command: "submissions"})
	wants(t, list, "2 puzzles wait")
	wants(t, list, "#1 Snow flake · Medium · Bob, Thu 5 Mar 2026")
	if options := list.Screen.Selects[0].Options; len(options) != 2 || options[0].Value != "1" {
		t.Errorf("the select has %+v", options)
	}
	look := list.Screen.Selects[0].Press
	look.Chosen = "1"
	one := x.manage(eve, look)
	if wants(t, one, "From Bob, Thu 5 Mar 2026. Medium: about 13 minutes."); one.Screen.Board == nil || one.Screen.Board.Clues != parse(newspaper) || !one.InPlace {
		t.Errorf("the screen is %+v", one.Screen)
	}
	sure := x.manage(eve, button(one, t, "Accept"))
	if wants(t, sure, "Only the operator can take it out again."); x.has(newspaper) {
		t.Error("it was accepted before that was confirmed")
	}
	wants(t, x.manage(eve, button(sure, t, "◀ Back")), "From Bob")
	accept := button(sure, t, "Accept")
	wants(t, x.manage(eve, accept), "#1 Snow flake is in the collection Submissions now.")
	wants(t, x.manage(eve, accept), "#1 was decided already")
	if p, err := x.store.PuzzleByKey(t.Context(), canon.KeyOf(parse(newspaper))); err != nil || p.Name != "Snow flake" || p.Author != "Bob" || p.Clues != parse(newspaper) {
		t.Errorf("the puzzle is %+v, %v", p, err)
	}
	two := x.manage(eve, chat.Ask{Command: "submissions", Options: map[string]string{"show": "#2"}})
	form := x.manage(eve, button(two, t, "Decline…"))
	if form.Form == nil || len(form.Form.Fields) != 1 {
		t.Fatalf("declining opens %+v", form)
	}
	wants(t, x.manage(eve, chat.Fill{Press: form.Form.Press, Fields: map[string]string{"reason": "too much like\nthe last one"}}), "#2 is declined.")

	net := &channel{clock: x.clock, next: calm}
	for range 2 {
		check(t, x.Deliver(t.Context(), net, "a"))
	}
	told := map[string]string{}
	for _, m := range net.told {
		told[m.player] += m.text
	}
	want := map[string]string{
		bob.ID: "Your puzzle #1 Snow flake was accepted: it is in the collection Submissions now. Thank you!",
		ann.ID: "Your puzzle #2 was not accepted: too much like the last one",
	}
	if len(told) != 2 || told[bob.ID] != want[bob.ID] || told[ann.ID] != want[ann.ID] {
		t.Errorf("told %q, want %q", told, want)
	}
	wants(t, x.contribute(ann), "#2: declined: too much like the last one")
	wants(t, x.contribute(ann, "puzzle="+turnedAs(newspaper, 9).String()), "this puzzle is here already")
	opened := x.ask(ann, "play", map[string]string{"puzzle": newspaper})
	wants(t, opened, "\"Snow flake\" by Bob")
	changes, err := x.store.Changes(t.Context(), 10)
	check(t, err)
	var actions []library.ChangeAction
	for _, c := range changes {
		actions = append(actions, c.Action)
		if !strings.Contains(c.By, eve.ID) && c.GuildID == "7" {
			t.Errorf("the note is %+v", c)
		}
	}
	if !slices.Contains(actions, library.AcceptedSubmission) || !slices.Contains(actions, library.DeclinedSubmission) || !slices.Contains(actions, library.ChangedSchedule) {
		t.Errorf("noted are %q", actions)
	}
}

// A puzzle that is not taken is refused with the reason. Only admins decide, also with buttons of theirs that others press.
func TestContributeRefusals(t *testing.T) {
	x := newSquare(t)
	x.takes("minimal")
	clues := parse(newspaper)
	solution, err := solver.Solve(clues)
	check(t, err)
	more := clues.With(0, solution.At(0))
	x.ask(ann, "privacy", map[string]string{"action": "hide"})
	for i, one := range []struct {
		player  games.Player
		options []string
		want    string
	}{
		{bob, []string{"puzzle=" + newspaper[:80] + "0"}, "with r2c9=5 as another clue, there is only one"},
		{bob, []string{"puzzle=" + more.String()}, "this server takes minimal puzzles only, and here a clue can go: without the "},
		{bob, []string{"puzzle=hello"}, "paste the 81 characters"},
		{bob, []string{"puzzle=" + mini}, "shidoku are not taken"},
		{bob, []string{"puzzle=" + turnedAs(moler, 4).String()}, "this puzzle is here already"},
		{bob, []string{"puzzle=" + newspaper, "name=" + strings.Repeat("x", 61)}, "at most 60 characters"},
		{bob, []string{"puzzle=" + newspaper, "credit=maybe"}, `credit cannot be "maybe"`},
		{ann, []string{"puzzle=" + newspaper}, "your name is hidden"},
		{bob, []string{"puzzle=" + newspaper}, "Handed in."},
		{bob, []string{"puzzle=" + turnedAs(newspaper, 5).String()}, "you have handed in this puzzle already"},
	} {
		reply := x.contribute(one.player, one.options...)
		if wants(t, reply, one.want); reply.Failed != (i != 8) {
			t.Errorf("%q: %s", one.options, textOf(reply))
		}
	}
	for _, action := range []chat.Action{
		chat.Ask{Command: "submissions"}, chat.Ask{Command: "submissions", Options: map[string]string{"accept": "1"}},
		chat.Press{Verb: chat.AcceptSubmission, Argument: "1"}, chat.Press{Verb: chat.ShowSubmission, Argument: "1"},
		chat.Press{Verb: chat.DeclineSubmission, Argument: "1"},
		chat.Fill{Press: chat.Press{Verb: chat.DeclineSubmission, Argument: "1"}, Fields: map[string]string{"reason": "no"}},
	} {
		if reply := x.do(bob, action); !reply.Failed || !strings.Contains(textOf(reply), adminsOnly) {
			t.Errorf("%+v: %s", action, textOf(reply))
		}
	}
	for _, number := range []string{"2", "-1", "x", "#", "99999999999999999999", "1 or 1=1"} {
		for _, option := range []string{"accept", "decline", "show"} {
			wants(t, x.manage(eve, chat.Ask{Command: "submissions", Options: map[string]string{option: number}}), "is not the number of a submission here")
		}
	}
	wants(t, x.manage(eve, chat.Ask{Command: "submissions", Options: map[string]string{"accept": "1", "decline": "1"}}), "give one of them")
	wants(t, x.manage(eve, chat.Ask{Command: "submissions", Options: map[string]string{"take": "none"}}), "take cannot be")
	x.takes("off")
	wants(t, x.manage(eve, chat.Ask{Command: "submissions"}), "Members cannot hand in puzzles")
}

// A press that arrives twice counts once, and what waits fits into a message whatever its names.
func TestManySubmissions(t *testing.T) {
	x := newSquare(t)
	x.takes("any")
	for i, line := range archivetest.Puzzles(24, 8) {
		p := games.Player{ID: strconv.Itoa(700 + i/5), Name: strings.Repeat("W", 32)}
		wants(t, x.contribute(p, "puzzle="+line, "name="+strings.Repeat("名*_`", 15)), "Handed in.")
	}
	list := x.manage(eve, chat.Ask{Command: "submissions"})
	wants(t, list, "24 puzzles wait")
	if n := len(list.Screen.Selects[0].Options); n != 10 || utf8.RuneCountInString(textOf(list)) > chat.MaxText/2 {
		t.Errorf("%d options, %d characters", n, utf8.RuneCountInString(textOf(list)))
	}
	r := chat.Request{ID: "twice", Player: eve, Place: chat.Place{GuildID: "7"}, Rights: chat.Rights{ManageGuild: true}, Buttons: true, Action: chat.Press{Verb: chat.AcceptSubmission, Argument: "3"}}
	first, second := x.Handle(t.Context(), r), x.Handle(t.Context(), r)
	if wants(t, first, "is in the collection Submissions now."); textOf(first) != textOf(second) {
		t.Errorf("then %s", textOf(second))
	}
	wants(t, x.contribute(games.Player{ID: "701"}, "puzzle="+newspaper), "5 puzzles of yours wait for an admin")
}

// A vote stands below a finished game, is one of each player, and can be changed and taken back.
func TestVote(t *testing.T) {
	x := newSquare(t)
	wants(t, x.ask(bob, "vote", nil), "you have no game here yet")
	x.ask(bob, "play", map[string]string{"puzzle": newspaper})
	wants(t, x.ask(bob, "vote", map[string]string{"liked": "yes"}), "not finished")
	x.clock.now = x.clock.now.Add(20 * time.Minute)
	solved := x.solve(bob)
	wants(t, x.ask(bob, "vote", nil), "You have not voted on this puzzle.")
	liked := x.press(bob, solved, "Liked it")
	if wants(t, liked, "You liked this puzzle."); liked.InPlace || !liked.Private {
		t.Errorf("the first vote is %+v", liked)
	}
	both := x.press(bob, liked, "Too hard for Medium")
	if wants(t, both, "You liked this puzzle, and found it too hard for Medium."); !both.InPlace {
		t.Error("the second vote leaves the first")
	}
	wants(t, x.press(bob, both, "✓ Liked it"), "You found this puzzle too hard for Medium.")
	wants(t, x.press(bob, solved, "Liked it"), "You liked this puzzle, and found it too hard for Medium.") // as the old button has it
	wants(t, x.ask(bob, "vote", map[string]string{"liked": "no", "too-hard": "no"}), "You have not voted on this puzzle.")
	wants(t, x.ask(bob, "vote", map[string]string{"liked": "perhaps"}), "liked cannot be")
	if reply := x.do(ann, button(solved, t, "Liked it")); !reply.Failed {
		t.Errorf("another player: %s", textOf(reply))
	}
	reopened := x.ask(bob, "play", map[string]string{"puzzle": newspaper})
	if reopened.Screen.Over {
		wants(t, x.press(bob, reopened, "Liked it"), "You liked this puzzle.")
	}
	x.ask(bob, "play", map[string]string{"puzzle": mini})
	x.clock.now = x.clock.now.Add(5 * time.Minute)
	small := x.solve(bob)
	button(small, t, "Liked it")
	if strings.Contains(labelsOf(small), "Too hard") {
		t.Errorf("a shidoku has the buttons %s", labelsOf(small))
	}
	wants(t, x.ask(bob, "vote", map[string]string{"too-hard": "yes"}), "no difficulty that could be wrong")
	g, err := x.store.CurrentGame(t.Context(), bob.ID, "7")
	check(t, err)
	if v, err := x.store.Vote(t.Context(), g); err != nil || v != (submissions.Vote{}) {
		t.Errorf("the refused vote counts: %+v, %v", v, err)
	}
}
