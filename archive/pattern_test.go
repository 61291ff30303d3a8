package archive_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// A round takes no more puzzles of a player than it may, also where several come at once.
func TestPatternPuzzlesAtOnce(t *testing.T) {
	t.Parallel()
	s := archivetest.New(t)
	puzzle := sudokutest.Parse(t, archivetest.Mini)
	round, err := s.StartPatternRound(t.Context(), "42", puzzle)
	must(t, err)
	var refused atomic.Int32
	submit := func(n int) {
		p := games.PatternPuzzle{Key: canon.Key{byte(n)}, Player: bob, Puzzle: puzzle, ER: "1.2", EP: "1.2", ED: "1.2"}
		switch known, err := s.SubmitPattern(t.Context(), round, p); {
		case errors.Is(err, games.ErrPatternMany):
			refused.Add(1)
		case err != nil || known != nil:
			t.Errorf("puzzle %d: %+v, %v", n, known, err)
		}
	}
	for n := range games.MaxPatternPuzzles - 2 {
		submit(n)
	}
	var all sync.WaitGroup
	for n := range 10 {
		all.Go(func() { submit(games.MaxPatternPuzzles + n) })
	}
	all.Wait()
	kept, err := s.PatternPuzzles(t.Context(), round.ID, "bob")
	must(t, err)
	if len(kept) != games.MaxPatternPuzzles || refused.Load() != 8 {
		t.Errorf("%d puzzles are kept and %d refused, want %d and 8", len(kept), refused.Load(), games.MaxPatternPuzzles)
	}
}
