package input

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Results come in the order of the input, however long each takes, and all of them.
func TestInOrder(t *testing.T) {
	const n = 1000
	puzzles := func(yield func(Puzzle) bool) {
		for line := 1; line <= n; line++ {
			if !yield(Puzzle{Where: Position{"file", line}}) {
				return
			}
			if rand.IntN(100) == 0 {
				time.Sleep(time.Millisecond)
			}
		}
	}
	work := func(sudoku.Grid) (string, error) {
		if rand.IntN(50) == 0 {
			time.Sleep(time.Millisecond)
		}
		return "", nil
	}
	line := 0
	for r := range InOrder(t.Context(), puzzles, BatchSize, Try(work)) {
		if line++; r.Puzzle.Where != (Position{"file", line}) {
			t.Fatalf("result %d is that of %v", line, r.Puzzle.Where)
		}
	}
	if line != n {
		t.Errorf("%d results, want %d", line, n)
	}
}
