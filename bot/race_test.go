package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

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
	wants(t, x.board.shown["here/1001"], "Joining is over.")
	wants(t, x.press(games.Player{ID: "5", Name: "Dan"}, opened, "Play"), "nobody can join this race any longer")
	x.clock.now = x.clock.now.Add(10 * time.Minute)
	wants(t, x.solve(bob), "🥇 Bob: solved in")
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

// What /duel shows and changes is a duel, and a race only where there is none.
func TestDuelBeforeRace(t *testing.T) {
	x := newSquare(t)
	answer := func(text string) chat.Reply { return x.ask(ann, "duel", map[string]string{"answer": text}) }
	x.challenge(ann, bobPerson, "tier=fiendish")
	x.ask(bob, "duel", map[string]string{"answer": "accept"})
	x.race(ann, nil)
	wants(t, x.ask(ann, "duel", nil), "Ann and Bob are playing a sudoku")
	wants(t, answer("give-up"), "Ann gave up the duel with Bob")
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
		"use yes":                      {"rated": "maybe"},
		"unknown difficulty":           {"tier": "silly"},
		"no race here has this number": {"number": fmt.Sprint(1 << 40)},
		"/race opens one":              {"number": "x"},
	} {
		if reply := x.ask(eve, "race", options); !reply.Failed || !strings.Contains(textOf(reply), want) {
			t.Errorf("%v: %s, want %q", options, textOf(reply), want)
		}
	}
	called := x.race(eve, map[string]string{})
	wants(t, x.press(eve, called, "Cancel"), "Eve called off the race.")
}
