package starter_test

import (
	"math"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// kind is what a puzzle of the collection is asked for by.
type kind struct {
	shape sudoku.Shape
	tier  logic.Tier // 0 for Shidoku
}

func kindOf(g sudoku.Grid) kind {
	if g.Shape() == sudoku.Shidoku {
		return kind{shape: g.Shape()}
	}
	tier, _ := rating.TierOf(g)
	return kind{g.Shape(), tier}
}

func read(t *testing.T) []sudoku.Grid {
	t.Helper()
	var grids []sudoku.Grid
	for e := range format.Read(starter.Open()) {
		if e.Err != nil {
			t.Fatalf("line %d: %v", e.Line, e.Err)
		}
		grids = append(grids, e.Grid)
	}
	return grids
}

// Each is a puzzle without a clue to spare, and no two are isomorphs.
func TestPuzzles(t *testing.T) {
	count := map[kind]int{}
	seen := map[canon.Key]bool{}
	for _, g := range read(t) {
		if _, err := solver.Solve(g); err != nil {
			t.Errorf("%s: %v", g, err)
		}
		if !generator.Minimal(g) {
			t.Errorf("%s has a clue to spare", g)
		}
		count[kindOf(g)]++
		if key := canon.KeyOf(g); seen[key] {
			t.Errorf("%s is there twice", g)
		} else {
			seen[key] = true
		}
	}
	for _, shape := range []sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix} {
		for _, tier := range logic.Tiers {
			if n := count[kind{shape, tier}]; n != 366 {
				t.Errorf("%s: %d puzzles of tier %s, want 366", shape, n, tier)
			}
		}
	}
}

// All essentially different minimal Shidoku are there: 13, 22 and 1 with 4, 5 and 6 clues.
func TestShidoku(t *testing.T) {
	byClues := map[int]int{}
	for _, g := range read(t) {
		if g.Shape() == sudoku.Shidoku {
			byClues[g.Len()]++
		}
	}
	if len(byClues) != 3 || byClues[4] != 13 || byClues[5] != 22 || byClues[6] != 1 {
		t.Errorf("shidoku by clues: %v, want 13 with 4, 22 with 5, 1 with 6", byClues)
	}
}

// The generator still makes the beginning of each file.
func TestRemade(t *testing.T) { remake(t, 3) }

// It makes all of them.
func TestProveRemade(t *testing.T) {
	sudokutest.Prove(t)
	t.Logf("%d puzzles made again", remake(t, math.MaxInt))
}

// remake compares the first most puzzles of each kind with what the generator makes, and
// returns how many there were.
func remake(t *testing.T, most int) (n int) {
	t.Helper()
	kept := map[kind][]sudoku.Grid{}
	for _, g := range read(t) {
		kept[kindOf(g)] = append(kept[kindOf(g)], g)
	}
	for k, want := range kept {
		want = want[:min(len(want), most)]
		got := sudokutest.First(len(want), generator.Puzzles(generator.Options{Shape: k.shape, Tier: k.tier, Seed: 1}))
		if !slices.Equal(got, want) {
			t.Errorf("%s %s: the generator makes %v, the file has %v", k.shape, k.tier, got, want)
		}
		n += len(want)
	}
	return n
}
