package logic_test

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The position is the first on the way to the solution where the easiest step is of the technique.
func TestPractice(t *testing.T) {
	for _, g := range sudokutest.Grids(t, "minimal-20k.txt")[:30] {
		var path []logic.Step
		for s := logic.NewState(g); !s.Solved(); {
			step, ok := s.Next(logic.TierGuessing)
			if !ok {
				t.Fatalf("%s is not solved", g)
			}
			path = append(path, step)
			s = s.Apply(step)
		}
		for _, technique := range logic.Techniques {
			s, step, ok := logic.Practice(g, technique)
			i := slices.IndexFunc(path, func(s logic.Step) bool { return s.Technique == technique })
			if ok != (i >= 0) {
				t.Fatalf("%s: practice of %s: %t", g, technique, ok)
			}
			if !ok {
				continue
			}
			want := logic.NewState(g)
			for _, before := range path[:i] {
				want = want.Apply(before)
			}
			if s != want || words.Notation(step) != words.Notation(path[i]) {
				t.Fatalf("%s: practice of %s is %s", g, technique, words.Notation(step))
			}
		}
	}
	if _, _, ok := logic.Practice(sudoku.Empty(sudoku.Sudoku), logic.NakedSingle); ok {
		t.Error("practice on an empty grid")
	}
	if _, _, ok := logic.Practice(sudokutest.Grids(t, "minimal-20k.txt")[0], "magic"); ok {
		t.Error("practice of an unknown technique")
	}
}

// All techniques of the tiers up to one solve what their fixpoint solves, in any order.
func TestSolves(t *testing.T) {
	for _, g := range sudokutest.Grids(t, "minimal-20k.txt")[:50] {
		for tier := logic.TierSingletons; tier < logic.TierGuessing; tier++ {
			var only []logic.Technique
			for _, technique := range slices.Backward(logic.Techniques) {
				if technique.Tier() <= tier {
					only = append(only, technique)
				}
			}
			s := logic.NewState(g)
			if got, want := logic.Solves(s, only), logic.Fixpoint(s, tier).Solved(); got != want {
				t.Fatalf("%s: the techniques up to tier %d solve it: %t, want %t", g, tier, got, want)
			}
		}
		if logic.Solves(logic.NewState(g), []logic.Technique{logic.Pointing}) || logic.Solves(logic.NewState(g), nil) {
			t.Fatalf("%s is solved without a single", g)
		}
	}
}
