package terminal

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// played is a session, and the archive that it is on.
type played struct {
	*session
	store *archive.Store
}

// sessionOn returns a session on an archive of its own with some puzzles, and what it prints.
func sessionOn(t *testing.T, puzzles ...string) (*played, *strings.Builder) {
	now := func() time.Time { return time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC) } // a Thursday
	store := archivetest.New(t).WithClock(now)
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "Greeting"}, strings.NewReader(strings.Join(puzzles, "\n"))); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	o := Options{Out: &out, Err: &out, Player: games.Player{ID: "ann", Name: "Ann"}, Interactive: true}
	return &played{newSession(bot.New(store, bot.Config{Now: now}), o), store}, &out
}

const thursdays = "......465...73.9....1...2...........3.51....67..29.5.3..9.5....2.....37...7.4...1"

// Whoever opens the terminal has the daily in front, and three things to type that work.
func TestGreet(t *testing.T) {
	s, out := sessionOn(t, thursdays)
	s.greet(t.Context())
	for _, want := range []string{"Welcome to Gridkeeper!", "Daily #1 (Medium) · Thu 5 Mar 2026", "| . . . |", "Three things to type:", "/help lists"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	typed := 0
	_, things, _ := strings.Cut(out.String(), "Three things to type:\n")
	for line := range strings.Lines(things) {
		if command, found := strings.CutPrefix(line, "  "); found {
			typed++
			command, _, _ = strings.Cut(command, "   ")
			s.answer(t.Context(), 1, command)
		}
	}
	if strings.Contains(out.String(), "mistake") {
		t.Errorf("the move to type is wrong:\n%s", out)
	}
	if typed != 3 || s.failed && !strings.Contains(out.String(), "no puzzle of this kind") {
		t.Errorf("%d things to type, failed %t:\n%s", typed, s.failed, out)
	}
	out.Reset()
	s.answer(t.Context(), 1, "/daily")
	s.answer(t.Context(), 1, "/submit 973821465642735918581469237496573182325184796718296543169357824254618379837942651")
	out.Reset()
	s.greet(t.Context())
	if got := out.String(); strings.Contains(got, "Three things") || !strings.Contains(got, "You solved daily #1") || !strings.Contains(got, "/help lists") {
		t.Errorf("after the daily:\n%s", got)
	}
}

const easy = ".4....9....1..62.568..231.......45...1.....3..2..6.......5..892..2..1.4..3..9...."

// A newcomer begins with an easy daily, an extra, whatever the weekday's, and finds it again; a player who has solved one has
// that of the weekday. So does a player who has that one already.
func TestGreetANewcomer(t *testing.T) {
	s, out := sessionOn(t, thursdays, easy)
	greeting := func() string {
		out.Reset()
		s.greet(t.Context())
		return out.String()
	}
	for range 2 {
		if got := greeting(); !strings.Contains(got, "(Easy, extra)") || !strings.Contains(got, "/daily opens the one that everyone plays today") {
			t.Errorf("a newcomer sees\n%s", got)
		}
	}
	s.answer(t.Context(), 1, "/daily")
	if got := greeting(); !strings.Contains(got, "(Medium)") || strings.Contains(got, "to begin with") {
		t.Errorf("at the daily of Thursday:\n%s", got)
	}
	s.Player.ID = "bea"
	greeting()
	clues, _ := sudoku.Parse(easy)
	solution, err := solver.Solve(clues)
	if err != nil {
		t.Fatal(err)
	}
	s.answer(t.Context(), 1, "/submit "+solution.String())
	if got := greeting(); !strings.Contains(got, "(Medium)") {
		t.Errorf("after a solved one:\n%s", got)
	}
}

// Without a puzzle there is no daily, and the greeting says what else to do.
func TestGreetWithoutADaily(t *testing.T) {
	s, out := sessionOn(t, "1.....3..2.....4")
	s.greet(t.Context())
	if !strings.Contains(out.String(), "/play starts a puzzle") || s.failed {
		t.Errorf("failed %t:\n%s", s.failed, out)
	}
}

// The round that is played by itself shows what a player would see, a rank included, and a second one
// does too.
func TestDemo(t *testing.T) {
	s, out := sessionOn(t, thursdays, easy)
	play := func(name string) (failed bool, err error) {
		out.Reset()
		s.Player.ID = name
		clock := NewDemoClock(time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC))
		return Demo(t.Context(), bot.New(s.store.WithClock(clock.Now), bot.Config{Now: clock.Now}), clock, s.Options)
	}
	for _, name := range []string{"first", "second"} {
		failed, err := play(name)
		if failed || err != nil {
			t.Errorf("%s: failed %t, %v", name, failed, err)
		}
		for _, want := range []string{"> /daily", "> /hint", "> r1c1=", "something in it is wrong", "Mistakes: 1", "Correct!", "Your streak is 1 day", "> /leaderboard", "1st: Ann", "1 solved"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", name, want, out)
			}
		}
		for _, not := range []string{"too quick", "without a rank", "none yet"} {
			if strings.Contains(out.String(), not) {
				t.Errorf("%s: %q in\n%s", name, not, out)
			}
		}
	}
	s, out = sessionOn(t, "1.....3..2.....4")
	if failed, err := play("third"); !failed || err != nil {
		t.Errorf("without a daily: failed %t, %v", failed, err)
	}
}
