package rating

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// readableTier climbs with the solver's readable techniques, one step after another.
func readableTier(g sudoku.Grid) (solver.Tier, Certificate) {
	s := solver.NewState(g)
	certificate := certificateOf(0, s)
	for tier := solver.Singletons; tier < solver.Guessing; tier++ {
		s = solver.Fixpoint(s, tier)
		if s.Solved() {
			return tier, certificate
		}
		certificate = certificateOf(tier, s)
	}
	return solver.Guessing, certificate
}

func certificateOf(tier solver.Tier, s solver.State) Certificate {
	return Certificate{tier, len(s.Grid.Shape().Cells()) - s.Grid.Len(), s.Marks.Len()}
}

func TestTierAgreesWithSolver(t *testing.T) {
	for _, file := range []string{"minimal-20k.txt", "human-times.tsv"} {
		for _, g := range sudokutest.Grids(t, file) {
			tier, certificate := TierOf(g)
			wantTier, want := readableTier(g)
			if tier != wantTier || certificate != want {
				t.Errorf("%v: %v with %+v, want %v with %+v", g, tier, certificate, wantTier, want)
			}
		}
	}
}
