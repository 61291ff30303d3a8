package generator_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func TestPositions(t *testing.T) {
	for _, technique := range []logic.Technique{ // others are rare
		logic.NakedSingle, logic.HiddenSingle, logic.Pointing, logic.Claiming, logic.NakedPair, logic.HiddenPair, logic.NakedTriple,
		logic.Contradiction,
	} {
		n := 0
		for p := range generator.Positions(technique, 1) {
			next, ok := p.State.Next(logic.TierGuessing)
			solution, err := solver.Solve(p.Puzzle)
			if !ok || err != nil || p.Step.Technique != technique || next.Technique != technique {
				t.Errorf("%s: %+v, %v", technique, p, err)
			}
			if !solution.Extends(p.State.Grid) || !p.State.Grid.Extends(p.Puzzle) {
				t.Errorf("%s: %s is not on the way from %s to its solution", technique, p.State.Grid, p.Puzzle)
			}
			for _, e := range p.Step.Eliminations {
				if solution.At(e.Cell) == e.Digit {
					t.Errorf("%s: the step removes a digit of the solution", technique)
				}
			}
			if n++; n == 1 {
				break
			}
		}
		if n == 0 {
			t.Errorf("no position for %s", technique)
		}
	}
	for range generator.Positions("magic", 1) {
		t.Error("a position for an unknown technique")
	}
}
