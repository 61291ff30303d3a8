package rating

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// readableTier finds the tier with the readable techniques, one step after another.
func readableTier(g sudoku.Grid) (logic.Tier, Certificate) {
	s := logic.NewState(g)
	certificate := certificateOf(0, s)
	for tier := logic.TierSingletons; tier < logic.TierGuessing; tier++ {
		s = logic.Fixpoint(s, tier)
		if s.Solved() {
			return tier, certificate
		}
		certificate = certificateOf(tier, s)
	}
	return logic.TierGuessing, certificate
}

func certificateOf(tier logic.Tier, s logic.State) Certificate {
	return Certificate{tier, len(s.Grid.Shape().Cells()) - s.Grid.Len(), s.Marks.Len()}
}

// agree checks the engine against package logic and, where asked, against the definitions.
// It returns how many of the two differ.
func agree(t testing.TB, g sudoku.Grid, byDefinition *rand.Rand) (differences int) {
	t.Helper()
	tier, certificate := TierOf(g)
	if want, c := readableTier(g); tier != want || certificate != c {
		differences++
		t.Errorf("%v: %v with %+v, by logic.Fixpoint %v with %+v", g, tier, certificate, want, c)
	}
	if byDefinition == nil {
		return differences
	}
	if want, c := newOracle(g).tier(byDefinition); tier != want || certificate != c {
		differences++
		t.Errorf("%v: %v with %+v, by definition %v with %+v", g, tier, certificate, want, c)
	}
	return differences
}

func TestAgreesOnCorpora(t *testing.T) {
	for _, file := range corpora {
		t.Run(file, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			for i, g := range sudokutest.Grids(t, file)[:sudokutest.Cases(300)] {
				byDefinition := r
				if i%4 != 0 { // the definitions take a hundred times as long
					byDefinition = nil
				}
				agree(t, g, byDefinition)
			}
		})
	}
}

func TestProveTiers(t *testing.T) {
	sudokutest.Prove(t)
	r := rand.New(rand.NewPCG(5, 6))
	puzzles, differences := 0, 0
	for _, file := range []string{"minimal-20k.txt", "human-times.tsv", "hardest-375.txt"} {
		for _, g := range sudokutest.Grids(t, file) {
			puzzles++
			differences += agree(t, g, r)
		}
	}
	for range 2000 {
		puzzles++
		differences += agree(t, dig(sudoku.Sudoku, r), r)
	}
	t.Logf("tier and leftovers of tiers 1 to 4, by logic.Fixpoint and by definition: %d puzzles, %d differences", puzzles, differences)
}

// Puzzles that are in no file.
func TestAgreesOnFreshPuzzles(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		agree(t, dig(sudoku.Sudoku, r), r)
	}
}

func TestAgreesOnShidoku(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for solved := range solver.Solutions(sudoku.Empty(sudoku.Shidoku)) {
		for range 3 {
			agree(t, digFrom(solved, r), r)
		}
	}
}

func TestAgreesOnSixBySix(t *testing.T) { agreeOnSixBySix(t, sudokutest.Cases(3000)) }

func TestProveSixBySix(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Proved(t, "tier and leftovers of 6×6, by logic.Fixpoint and by definition", 10_000, agreeOnSixBySix(t, 10_000))
}

// agreeOnSixBySix checks minimal 6×6 puzzles, and logs their tiers and techniques.
func agreeOnSixBySix(t *testing.T, n int) (differences int) {
	r := rand.New(rand.NewPCG(9, 11))
	tiers, used := map[logic.Tier]int{}, map[logic.Technique]int{}
	for range n {
		g := dig(sudoku.SixBySix, r)
		differences += agree(t, g, r)
		rated, err := Rate(g)
		must(t, err)
		tiers[rated.Tier]++
		for technique := range rated.Counts.All() {
			used[technique]++
		}
		for _, never := range neverInSixBySix {
			if used[never] > 0 {
				t.Errorf("%s: %s, which an easier one should make up for", g, never)
			}
		}
	}
	t.Logf("%d puzzles: %v, used %v", n, tiers, used)
	if tiers[logic.TierSingletons] < n/2 || tiers[logic.TierHidden] < n/5 || tiers[logic.TierGuessing] < n/50 {
		t.Errorf("tiers %v of %d: other puzzles than were meant", tiers, n)
	}
	return differences
}

// In a house of six cells, a subset of four cells leaves a pair of the other kind, and a hidden triple a naked one; four
// lines of a fish leave two.
var neverInSixBySix = []logic.Technique{logic.HiddenTriple, logic.NakedQuad, logic.HiddenQuad, logic.Jellyfish}

// dig returns a random minimal puzzle.
func dig(s sudoku.Shape, r *rand.Rand) sudoku.Grid {
	g := sudoku.Empty(s)
	for i, j := range r.Perm(s.Side()) { // the first row; the search fills in the rest
		g = g.With(s.Cells()[i], sudoku.Digit(j+1))
	}
	skip := r.IntN(200)
	for solved := range solver.Solutions(g) {
		if skip--; skip < 0 {
			return digFrom(sudoku.RandomTransform(s, r).Apply(solved), r)
		}
	}
	panic("a grid with one row filled has millions of solutions")
}

// digFrom takes clues from a grid, in random order, as long as one solution remains.
func digFrom(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	cells := g.Shape().Cells()
	for _, i := range r.Perm(len(cells)) {
		without := g.With(cells[i], 0)
		if _, err := solver.Solve(without); err == nil {
			g = without
		}
	}
	return g
}
