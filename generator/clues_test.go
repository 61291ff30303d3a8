package generator_test

import (
	"runtime"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Puzzles of as few or as many clues as taking clues away hardly ever leaves are minimal, have exactly those clues,
// and are the same on any number of processors.
func TestRareClues(t *testing.T) {
	for _, clues := range []int{19, 29, 31} {
		one := ofClues(t, 1, generator.Options{Clues: clues, Seed: 1})
		if two := ofClues(t, 2, generator.Options{Clues: clues, Seed: 1}); two != one {
			t.Errorf("%s with two processors, %s with one", two, one)
		}
	}
}

// Further wishes hold for them.
func TestRareCluesOfTier(t *testing.T) {
	for _, clues := range []int{20, 30} {
		g := ofClues(t, 2, generator.Options{Clues: clues, Seed: 1, Tier: logic.TierHidden})
		if tier, _ := rating.TierOf(g); tier != logic.TierHidden {
			t.Errorf("%s has tier %d, want %d", g, tier, logic.TierHidden)
		}
	}
}

// ofClues returns the first puzzle as wanted.
func ofClues(t *testing.T, processors int, o generator.Options) sudoku.Grid {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	puzzles := first(1, generator.Puzzles(o))
	if len(puzzles) != 1 || puzzles[0].Len() != o.Clues || !minimal(puzzles[0]) {
		t.Fatalf("%s: want a minimal puzzle of %d clues", puzzles, o.Clues)
	}
	return puzzles[0]
}
