package archive_test

import (
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A player's earlier puzzles are those that were solved with moves, each once, the newest first.
func TestSolvedBefore(t *testing.T) {
	now := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	s := archivetest.New(t).WithClock(func() time.Time { return now })
	archivetest.Import(t, s, "many", archivetest.Puzzles(60, 1)...)
	tier, _ := tierOf(t, s)
	guild, ann, bob := daily.NewGuild("42"), games.Player{ID: "1", Name: "Ann"}, games.Player{ID: "2", Name: "Bob"}
	start := func(p games.Player) games.Game {
		return must1(s.StartGame(t.Context(), p, guild, sudoku.Sudoku, tier))
	}
	finish := func(g games.Game, kind play.EventKind) games.Game {
		now = now.Add(time.Minute)
		if kind == play.Moved {
			g, _ = archivetest.SolveButOne(t, s, g)
		}
		after := g.Board
		after.Grid = must1(solver.Solve(g.Clues))
		g = must1(s.Record(t.Context(), g, play.Event{Kind: kind, Text: "all", Board: after}))
		must1(s.Finish(t.Context(), g))
		return g
	}
	first, second := finish(start(ann), play.Moved), finish(start(ann), play.Moved)
	finish(start(ann), play.Submitted) // handed in
	finish(start(bob), play.Moved)
	start(ann)
	if practice, err := s.StartPractice(t.Context(), ann, guild, logic.HiddenSingle); err == nil {
		finish(practice, play.Moved)
	}
	last := finish(start(ann), play.Moved)
	for most, want := range map[int][]sudoku.Grid{9: {second.Puzzle.Clues, first.Puzzle.Clues}, 1: {second.Puzzle.Clues}} {
		got, err := s.SolvedBefore(t.Context(), last, most)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("at most %d: %v, %v, want %v", most, got, err, want)
		}
	}
}
