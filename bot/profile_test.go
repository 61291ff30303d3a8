package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The profile has what the player did and what to do next, in words and by buttons; the rating once it is sure, and only
// if they want to see it.
func TestProfile(t *testing.T) {
	s := newStore(t)
	b := s.bot()
	wants(t, ask(t, b, ann, "profile"), "No records yet")
	solveDaily(t, b, s, ann)
	s.wait(7 * 24 * time.Hour)
	ask(t, b, bob, "daily") // so that there is one, which ann misses
	s.wait(24 * time.Hour)
	reply := ask(t, b, ann, "profile")
	for _, want := range []string{
		"Rating\nNot certain enough yet", "\n◌◌◌◌◌■◌\n◌◌◌◌◌□◌\n", "your longest was 1 day", "Best times\n", "Hidden Single: 1 puzzle · 268% of the expected time",
	} {
		wants(t, reply, want)
	}
	if missed := b.Handle(t.Context(), press(ann, buttonTo(t, reply, "Play Thu 12 Mar 2026"))); missed.Failed || missed.Screen.Board == nil {
		t.Errorf("the missed daily: %s", textOf(missed))
	}
	archivetest.Exec(t, s.url, `insert into strength
		select '`+ann.ID+`', '2026-01-01'::date + i, 1500 + 2 * i, 80, 0.06, i + 1 from generate_series(0, 70) i`) // the last is of the day before
	reply = ask(t, b, ann, "profile")
	wants(t, reply, "Rating\n1640, give or take 160, from 71 games\n")
	wants(t, reply, "\n1502 ▁▁▂▃▃▄▅▅▆▇█ 1640")
	ask(t, b, ann, "settings", "rating=hidden")
	reply = ask(t, b, ann, "profile")
	if text := textOf(reply); strings.Contains(text, "1640") || !strings.Contains(text, "Rating\nNot shown; /settings changes that") {
		t.Errorf("hidden: %s", text)
	}
}

// The parts of the profile are its buttons, and what is chosen there changes.
func TestPartsOfTheProfile(t *testing.T) {
	s := newStore(t)
	b := s.bot()
	solveDaily(t, b, s, ann)
	reply := ask(t, b, ann, "profile")
	for label, want := range map[string]string{
		"Show the steps": "Step 1 of", "Show last solution": "there was no daily", "Open in browser": "SudokuPad", "Signed-in devices": "No browser is signed in",
	} {
		if got := b.Handle(t.Context(), press(ann, buttonTo(t, reply, label))); !strings.Contains(titleOf(got)+textOf(got), want) {
			t.Errorf("%s: %s %s", label, titleOf(got), textOf(got))
		}
	}
	research := b.Handle(t.Context(), press(ann, buttonTo(t, reply, "Research")))
	wants(t, research, "are not used")
	wants(t, b.Handle(t.Context(), press(ann, buttonTo(t, research, "Let my times be used"))), "Your times help to rate puzzles")
}

// A command that is gone says where it is now, by its name in English and in the player's language.
func TestCommandsThatMoved(t *testing.T) {
	b := newStore(t).bot()
	for _, c := range []struct{ language, command, want string }{
		{"en", "steps", "/profile show=steps"}, {"de", "records", "/profil zeige=rekorde"}, {"de", "Rückblick", "/profil zeige=rückblick"},
		{"zh-TW", "研究", "/個人檔案 顯示=研究"},
	} {
		for _, r := range []chat.Request{request(ann, c.command, nil), request(ann, "help", map[string]string{"command": c.command})} {
			r.Language = c.language
			if reply := b.Handle(t.Context(), r); !strings.Contains(textOf(reply), c.want) {
				t.Errorf("/%s: %s", c.command, textOf(reply))
			}
		}
	}
}

// What runs with the posts rates the players of the days that are over: a week at a time, and then once an hour.
func TestSweepRatesPlayers(t *testing.T) {
	s := newStore(t)
	b := s.bot()
	s.solveDaily("ann")
	s.wait(14 * 24 * time.Hour)
	s.solveDaily("bob")
	s.wait(24 * time.Hour)
	for round, want := range []int{0, 0, 1} {
		check(t, b.Sweep(t.Context()))
		s.wantRated("ann", 1)
		if s.wantRated("bob", want); t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	s.solveDaily("cid")
	s.wait(24 * time.Hour)
	check(t, b.Sweep(t.Context()))
	s.wantRated("cid", 1)
}

// wantRated checks on how many days a player has been rated.
func (s *testStore) wantRated(id string, want int) {
	s.t.Helper()
	if got, err := s.Strengths(s.t.Context(), id); err != nil || len(got) != want {
		s.t.Errorf("%s has been rated on %d days, want %d: %v", id, len(got), want, err)
	}
}

// solveDaily solves the daily of guild 7 as a player, on the board and within ten minutes.
func (s *testStore) solveDaily(id string) {
	s.t.Helper()
	guild := s.guild("7")
	d, err := s.Daily(s.t.Context(), guild, guild.Today(s.clock.Now()), sudoku.Sudoku, 0)
	check(s.t, err)
	g, err := s.StartDaily(s.t.Context(), games.Player{ID: id}, d)
	check(s.t, err)
	s.wait(10 * time.Minute)
	g, last := archivetest.SolveButOne(s.t, s.Store, g)
	board, err := g.Play(last)
	check(s.t, err)
	g, err = s.Record(s.t.Context(), g, play.Event{Kind: play.Moved, Text: last, Board: board})
	check(s.t, err)
	if r, err := s.Finish(s.t.Context(), g); err != nil || r.Rank == 0 {
		s.t.Fatalf("%+v, %v", r, err)
	}
}
