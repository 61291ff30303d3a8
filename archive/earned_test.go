package archive_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A digit and then a pasted answer, or all digits in one move, do not solve a puzzle: they have no rank, and count neither
// for records and boards nor for what is known of a puzzle. They count for the streak.
func TestPastedCountsNowhere(t *testing.T) {
	x := newTable(t)
	for name, paste := range map[string]func(games.Game) games.Game{
		"a digit, then the answer": func(g games.Game) games.Game {
			g = record(t, x.Store, g, event(g, play.Moved, "one", filled(g, 1)))
			return record(t, x.Store, g, event(g, play.Submitted, "", solution(g)))
		},
		"all in one move": func(g games.Game) games.Game { return record(t, x.Store, g, event(g, play.Moved, "all", solution(g))) },
	} {
		must(t, x.SetResearch(t.Context(), games.Player{ID: name}, true))
		g, err := x.StartDaily(t.Context(), games.Player{ID: name}, x.daily)
		must(t, err)
		x.clock.advance(10 * time.Minute)
		if r, err := x.Finish(t.Context(), paste(g)); err != nil || r.Rank != 0 || !r.HandedIn || r.Apart != games.NotApart {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if bests, err := x.PersonalBests(t.Context(), name); err != nil || len(bests) != 0 {
			t.Errorf("%s: the records are %+v, %v", name, bests, err)
		}
		if streak, err := x.Streak(t.Context(), name, "42", sudoku.Sudoku, x.daily.Date); err != nil || streak.Current != 1 {
			t.Errorf("%s: the streak is %+v, %v", name, streak, err)
		}
	}
	x.wantNoTimes(t)
	if r := x.solveAs(t, "ann", x.daily, 10*time.Minute, 0); r.Rank != 1 || r.HandedIn {
		t.Errorf("who solves has %+v", r)
	}
}

// wantNoTimes checks that nothing is known from the results so far.
func (x table) wantNoTimes(t *testing.T) {
	t.Helper()
	if board, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42"}); err != nil || len(board) > 0 {
		t.Errorf("the leaderboard is %+v, %v", board, err)
	}
	if _, _, ok, err := x.HardestCell(t.Context(), x.daily); err != nil || ok {
		t.Errorf("there is a hardest cell: %t, %v", ok, err)
	}
	for timing, err := range x.ResearchTimes(t.Context()) {
		t.Errorf("a time for research: %+v, %v", timing, err)
	}
	known, err := x.Known(t.Context(), x.daily.Puzzle.Key)
	if must(t, err); known.Plays.Median != nil || known.Solved != 2 {
		t.Errorf("what is known of the puzzle: %+v", known.Plays)
	}
}

// What was played offline arrives together and says when it was made: it is solved over time. The journal believes
// nothing before its last entry, and nothing after now.
func TestMovesMadeOffline(t *testing.T) {
	x := newTable(t)
	began := x.clock.now
	g := x.game
	g.Ago = -time.Hour
	g = record(t, x.Store, g, event(g, play.Moved, "a", filled(g, 1)))
	x.clock.advance(10 * time.Minute)
	for i, ago := range []time.Duration{time.Hour, 9 * time.Minute, 9*time.Minute + time.Second} {
		g.Ago = ago
		g = record(t, x.Store, g, event(g, play.Moved, "more", filled(g, i+2)))
	}
	journal, err := x.Journal(t.Context(), g.ID)
	must(t, err)
	var got []time.Duration
	for _, m := range journal {
		got = append(got, m.At.Sub(began))
	}
	if diff := cmp.Diff([]time.Duration{0, 0, time.Minute, time.Minute}, got); diff != "" {
		t.Error(diff)
	}
	if r := solve(t, x.Store, g); r.HandedIn || r.Rank != 1 || r.Elapsed != 10*time.Minute {
		t.Errorf("the result is %+v", r)
	}
}

// A result of before the rule has its rank by one move, as does one whose player, and with it the journal, was deleted.
func TestResultsWithoutAJournalKeepTheirRank(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	x.solveAs(t, "deleted", x.daily, 10*time.Minute, 0)
	must(t, x.DeletePlayer(t.Context(), "deleted"))
	g := record(t, x.Store, x.game, event(x.game, play.Moved, "all", solution(x.game)))
	x.clock.advance(time.Minute)
	if r, err := x.Finish(t.Context(), g); err != nil || r.Rank != 0 {
		t.Errorf("pasted: %+v, %v", r, err)
	}
	x.wantBoard(t, "1 ", "0 ann")
	archivetest.Exec(t, url, `update game set earned = null where player = 'ann'`)
	x.wantBoard(t, "1 ", "2 ann")
}
