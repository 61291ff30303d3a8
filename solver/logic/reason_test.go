package logic_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// TestReasonsAreChecked makes sure that the check above can fail.
func TestReasonsAreChecked(t *testing.T) {
	for _, text := range []string{sudokutest.Moler, contradictory} {
		s := logic.NewState(sudokutest.Parse(t, text))
		for step, ok := s.Next(logic.TierGuessing); ok; step, ok = s.Next(logic.TierGuessing) {
			broken := step
			if len(step.Chain) > 0 {
				broken.Chain = step.Chain[1:]
			} else if step.Technique != logic.Contradiction {
				broken.Digits = s.Grid.Shape().Digits() &^ step.Digits
			}
			if len(step.Chain) > 0 || step.Technique != logic.Contradiction {
				if logictest.Unjustified(s, broken) == nil {
					t.Errorf("%s: %s passes, broken as %s", s.Grid, words.Notation(step), words.Notation(broken))
				}
			}
			s = s.Apply(step)
		}
	}
}
