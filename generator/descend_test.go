package generator_test

import (
	"runtime"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Puzzles of as few clues as taking clues away hardly ever leaves are minimal, have exactly those clues,
// and are the same on any number of processors.
func TestFewClues(t *testing.T) {
	var before sudoku.Grid
	for processors := 1; processors <= 2; processors++ {
		g := fewClues(t, processors, generator.Options{Clues: 19, Seed: 1})
		if processors > 1 && g != before {
			t.Errorf("%s with %d processors, %s with one less", g, processors, before)
		}
		before = g
	}
}

// Further wishes hold for them.
func TestFewCluesOfTier(t *testing.T) {
	g := fewClues(t, 2, generator.Options{Clues: 20, Seed: 1, Tier: logic.TierHidden})
	if tier, _ := rating.TierOf(g); tier != logic.TierHidden {
		t.Errorf("%s has tier %d, want %d", g, tier, logic.TierHidden)
	}
}

// fewClues returns the first puzzle as wanted.
func fewClues(t *testing.T, processors int, o generator.Options) sudoku.Grid {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	puzzles := first(1, generator.Puzzles(o))
	if len(puzzles) != 1 || puzzles[0].Len() != o.Clues || !minimal(puzzles[0]) {
		t.Fatalf("%s: want a minimal puzzle of %d clues", puzzles, o.Clues)
	}
	return puzzles[0]
}
