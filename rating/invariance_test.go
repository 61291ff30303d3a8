package rating

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// checkIsomorph checks that a random isomorph of a puzzle has the same rating, and returns
// how many ratings differ: 0 or 1.
func checkIsomorph(t testing.TB, g sudoku.Grid, r *rand.Rand) (differences int) {
	t.Helper()
	want, err := Rate(g)
	must(t, err)
	isomorph := sudoku.RandomTransform(g.Shape(), r).Apply(g)
	if got, err := Rate(isomorph); err != nil || got != want {
		t.Errorf("%v is rated\n%+v, its isomorph %v\n%+v, %v", g, want, isomorph, got, err)
		return 1
	}
	return 0
}

var corpora = []string{"minimal-20k.txt", "human-times.tsv", "royle-17-clue.txt", "hardest-375.txt"}

func TestSameForIsomorphs(t *testing.T) {
	for _, e := range examples {
		r := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			checkIsomorph(t, sudokutest.Parse(t, e.puzzle), r)
		}
	}
}

func TestSameForIsomorphsOfShidoku(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for solved := range solver.Solutions(sudoku.Empty(sudoku.Shidoku)) {
		checkIsomorph(t, digFrom(solved, r), r)
	}
}

func TestSameForIsomorphsOfSixBySix(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for range sudokutest.Cases(1000) {
		checkIsomorph(t, dig(sudoku.SixBySix, r), r)
	}
}

func TestSameForIsomorphsOfCorpora(t *testing.T) {
	for _, file := range corpora {
		t.Run(file, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 4))
			for _, g := range sudokutest.Grids(t, file)[:300] {
				checkIsomorph(t, g, r)
			}
		})
	}
}

func TestProveIsomorphs(t *testing.T) {
	sudokutest.Prove(t)
	r := rand.New(rand.NewPCG(1, 5))
	puzzles, differences := 0, 0
	for _, e := range examples {
		for range 1000 {
			puzzles++
			differences += checkIsomorph(t, sudokutest.Parse(t, e.puzzle), r)
		}
	}
	for _, file := range corpora {
		for _, g := range sudokutest.Grids(t, file) {
			for range 3 {
				puzzles++
				differences += checkIsomorph(t, g, r)
			}
		}
	}
	t.Logf("whole ratings of isomorphs: %d pairs, %d differences", puzzles, differences)
}
