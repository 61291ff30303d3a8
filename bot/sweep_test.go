package bot

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

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
