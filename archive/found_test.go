package archive_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A puzzle that a player has found is played as they found it, once, if the guild may use it and it is not a
// daily to come.
func TestStartFound(t *testing.T) {
	x := newTable(t)
	ctx, guild := t.Context(), daily.NewGuild("42")
	secret := archivetest.Puzzles(31, 1)[30]
	must1(x.ImportFile(ctx, importing.Options{GuildID: "43", Collection: "secret"}, file(secret)))
	stored := must1(sudoku.Parse(archivetest.Puzzles(30, 1)[0]))
	if d := x.daily.Puzzle.Clues; d == stored {
		stored = must1(sudoku.Parse(archivetest.Puzzles(30, 1)[1]))
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := sudoku.RandomTransform(sudoku.Sudoku, random).Apply(stored)
	g := must1(x.StartFound(ctx, ann, guild, found))
	if g.Clues != found || g.Grid != found || g.IsDaily() || g.Player != ann || g.GuildID != "42" {
		t.Errorf("the game is %+v, want one on %s", g, found)
	}
	g = must1(x.Record(ctx, g, event(g, play.Moved, "one", filled(g, 1))))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if again, err := x.StartFound(ctx, ann, guild, found); err != nil || again.ID != g.ID || again.Grid != g.Grid {
				t.Errorf("again: game %d with %s, %v", again.ID, again.Grid, err)
			}
		})
	}
	all.Wait()
	turned := sudoku.RandomTransform(sudoku.Sudoku, random).Apply(stored)
	if other := must1(x.StartFound(ctx, ann, guild, turned)); other.ID == g.ID || other.Clues != turned {
		t.Errorf("turned: game %d on %s", other.ID, other.Clues)
	}
	for name, clues := range map[string]sudoku.Grid{
		"today's daily":   sudoku.RandomTransform(sudoku.Sudoku, random).Apply(x.daily.Puzzle.Clues),
		"another guild's": must1(sudoku.Parse(secret)),
		"none of these":   must1(sudoku.Parse(archivetest.Puzzles(32, 1)[31])),
	} {
		if g, err := x.StartFound(ctx, ann, guild, clues); !errors.Is(err, postgres.ErrNotFound) {
			t.Errorf("%s: game %d, %v", name, g.ID, err)
		}
	}
	if g, err := x.StartFound(ctx, ann, daily.NewGuild("43"), must1(sudoku.Parse(secret))); g.ID == 0 || err != nil {
		t.Errorf("one's own collection: game %d, %v", g.ID, err)
	}
}

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
	if practice, err := s.StartPractice(t.Context(), ann, guild, sudoku.Sudoku, logic.HiddenSingle); err == nil {
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

// The board that a player is at is known however its grid is turned, permuted and relabelled, with digits that they have
// found; another puzzle is not, and nobody else is at it.
func TestIsSolving(t *testing.T) {
	x := newTable(t)
	ctx, random := t.Context(), rand.New(rand.NewPCG(3, 4))
	puzzles := archivetest.Puzzles(30, 1) // with one solution, all of them
	clues := must1(sudoku.Parse(puzzles[0]))
	if clues == x.game.Clues { // the daily is not found
		clues = must1(sudoku.Parse(puzzles[1]))
	}
	other := must1(sudoku.Parse("000000010400000000020000000000050407008000300001090000300400200050100000000806000"))
	must1(x.StartFound(ctx, ann, daily.NewGuild("42"), clues))
	solution, begun := must1(solver.Solve(clues)), clues
	for c := range sudoku.Cell(9) {
		begun = begun.With(c, solution.At(c))
	}
	for range 5 {
		turned := sudoku.RandomTransform(sudoku.Sudoku, random)
		for _, test := range []struct {
			player string
			puzzle sudoku.Grid
			want   bool
		}{
			{ann.ID, turned.Apply(clues), true},
			{ann.ID, turned.Apply(begun), true},
			{bob.ID, turned.Apply(begun), false},
			{ann.ID, turned.Apply(other), false},
		} {
			if got := must1(x.IsSolving(ctx, test.player, test.puzzle)); got != test.want {
				t.Errorf("%s is solving %s: %t, want %t", test.player, test.puzzle, got, test.want)
			}
		}
	}
}
