package archivetest

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// SolveButOne places all digits of a game that are missing or wrong but the last, a few at a time over the time
// since something was done in it, as a browser does that was offline: a person needs time for a rank. It returns the game with
// them, and the move that is left.
func SolveButOne(t testing.TB, s *archive.Store, g games.Game) (left games.Game, last string) {
	t.Helper()
	solution, err := solver.Solve(g.Clues)
	must(t, err)
	var open []sudoku.Cell
	for _, c := range g.Shape.Cells() {
		if g.Grid.At(c) != solution.At(c) {
			open = append(open, c)
		}
	}
	if len(open) == 0 {
		t.Fatalf("game %d has no cell to fill", g.ID)
	}
	const turns = 9
	journal, err := s.Journal(t.Context(), g.ID)
	must(t, err)
	since := g.Started
	if n := len(journal); n > 0 {
		since = journal[n-1].At
	}
	took, by := s.Now().Sub(since), g.By
	for turn := range turns {
		text := ""
		for _, c := range open[turn*(len(open)-1)/turns : (turn+1)*(len(open)-1)/turns] {
			text += Move(c, solution) + " "
		}
		if text == "" {
			continue
		}
		board, err := g.Play(text)
		must(t, err)
		g.By, g.Ago = by, took-took*time.Duration(turn+1)/turns
		if g, err = s.Record(t.Context(), g, play.Event{Kind: play.Moved, Text: text, Board: board}); err != nil {
			t.Fatal(err)
		}
	}
	return g, Move(open[len(open)-1], solution)
}

// Move writes the digit of a solution in a cell as a move.
func Move(c sudoku.Cell, solution sudoku.Grid) string {
	return c.String() + "=" + solution.At(c).String()
}
