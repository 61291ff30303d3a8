package logic_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The position is where the plain rules of the easier techniques end, in any order, unless these rest on there
// being one solution; a hint there is of the technique.
func TestPractice(t *testing.T) {
	random, found := rand.New(rand.NewPCG(1, 1)), 0
	for n, g := range append(lastTierOfSix(sudokutest.Cases(2000)), sudokutest.Grids(t, "minimal-20k.txt")[:sudokutest.Cases(100)]...) {
		for i, technique := range logic.Techniques {
			if long := i > slices.Index(logic.Techniques, logic.NiceLoop); long && n%8 > 0 && !sudokutest.Proving() {
				continue
			}
			s, step, ok := logic.Practice(g, technique, logic.Uniqueness...)
			if !ok {
				continue
			}
			found++
			p := logictest.Of(logic.NewState(g))
			p.Exhaust(slices.DeleteFunc(slices.Clone(logic.Techniques[:i]), func(u logic.Technique) bool {
				return u.Tier() > tierOf(g) || u.RestsOnUniqueness()
			}), random)
			if want := p.State(); s != want || step.Technique != technique {
				t.Fatalf("%s: practice of %s begins with %s", g, technique, words.Notation(step))
			}
		}
	}
	if found < sudokutest.Cases(150) {
		t.Errorf("only %d practices", found)
	}
	if _, _, ok := logic.Practice(sudoku.Empty(sudoku.Sudoku), logic.NakedSingle); ok {
		t.Error("practice on an empty grid")
	}
	if _, _, ok := logic.Practice(sudokutest.Grids(t, "minimal-20k.txt")[0], "magic"); ok {
		t.Error("practice of an unknown technique")
	}
}

// The steps that a state offers are sound, have the easiest among them, and for singles are all that
// the definition has.
func TestStepsIn(t *testing.T) {
	for _, g := range append(lastTierOfSix(sudokutest.Cases(1000)), sudokutest.Grids(t, "minimal-20k.txt")[:sudokutest.Cases(60)]...) {
		solution, err := solver.Solve(g)
		must(t, err)
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
