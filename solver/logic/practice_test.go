package logic_test

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
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

// The steps that a state offers are sound, have the easiest among them, and for singles are all that
// the definition has.
func TestStepsIn(t *testing.T) {
	for _, g := range sudokutest.Grids(t, "minimal-20k.txt")[:60] {
		solution, err := solver.Solve(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, technique := range logic.Techniques {
			s, next, ok := logic.Practice(g, technique)
			if !ok {
				continue
			}
			steps := technique.StepsIn(s)
			same := func(step logic.Step) bool {
				return slices.Equal(step.Placements, next.Placements) && slices.Equal(step.Eliminations, next.Eliminations)
			}
			if !slices.ContainsFunc(steps, same) {
				t.Fatalf("%s: %s is not among the steps of %s", g, words.Notation(next), technique)
			}
			for _, step := range steps {
				if step.Technique != technique {
					t.Errorf("%s: a step of %s is one of %q", g, technique, step.Technique)
				}
				for _, p := range step.Placements {
					if solution.At(p.Cell) != p.Digit {
						t.Errorf("%s: %s", g, words.Notation(step))
					}
				}
				for _, e := range step.Eliminations {
					if solution.At(e.Cell) == e.Digit || !s.Marks[e.Cell].Has(e.Digit) {
						t.Errorf("%s: %s", g, words.Notation(step))
					}
				}
			}
			if want := singlesByDefinition(s, technique); want >= 0 && len(steps) != want {
				t.Errorf("%s: %d steps of %s, want %d", g, len(steps), technique, want)
			}
		}
	}
	if steps := logic.Technique("magic").StepsIn(logic.NewState(sudokutest.Grids(t, "minimal-20k.txt")[0])); steps != nil {
		t.Errorf("an unknown technique has %d steps", len(steps))
	}
}

// singlesByDefinition counts the cells for which a technique has a single, -1 if it is not one.
func singlesByDefinition(s logic.State, t logic.Technique) int {
	n, shape := 0, s.Grid.Shape()
	for _, c := range shape.Cells() {
		hidden := false
		for d := range s.Marks[c].All() {
			for _, h := range shape.HousesOf(c) {
				places := 0
				for _, other := range shape.House(h) {
					if s.Marks[other].Has(d) {
						places++
					}
				}
				hidden = hidden || places == 1
			}
		}
		if t == logic.NakedSingle && s.Marks[c].Len() == 1 || t == logic.HiddenSingle && hidden {
			n++
		}
	}
	if t != logic.NakedSingle && t != logic.HiddenSingle {
		return -1
	}
	return n
}
