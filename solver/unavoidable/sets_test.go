package unavoidable_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func solutions(n int) []sudoku.Grid {
	r := rand.New(rand.NewPCG(3, 4))
	var grids []sudoku.Grid
	for range n {
		grids = append(grids, generator.FullGrid(sudoku.Sudoku, r))
	}
	return grids
}

// All solutions of Shidoku have the sets that the definition names: the differences to other
// solutions that have no other difference inside.
func TestShidokuByDefinition(t *testing.T) {
	var all []sudoku.Grid
	for s := range solver.Solutions(sudoku.Empty(sudoku.Shidoku)) {
		all = append(all, s)
	}
	for _, s := range all {
		differences := map[sudoku.Cells]bool{}
		for _, other := range all {
			if other != s {
				differences[difference(s, other)] = true
			}
		}
		if got, want := unavoidable.Sets(s, 16), minimalOf(differences); !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", s, got, want)
		}
	}
}

func difference(a, b sudoku.Grid) sudoku.Cells {
	var cells sudoku.Cells
	for _, c := range a.Shape().Cells() {
		if a.At(c) != b.At(c) {
			cells = cells.With(c)
		}
	}
	return cells
}

func TestSetsAgainstOracle(t *testing.T) {
	for _, s := range solutions(3) {
		if got, want := unavoidable.Sets(s, 9), oracle(s, 9); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", s, got, want)
		}
	}
}

func TestProveSets(t *testing.T) {
	sudokutest.Prove(t)
	for _, s := range solutions(20) {
		got, want := unavoidable.Sets(s, 12), oracle(s, 12)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d sets, want %d", s, len(got), len(want))
		}
		t.Logf("%d sets", len(want))
	}
}

func BenchmarkSets(b *testing.B) {
	grids := solutions(20)
	i := 0
	for b.Loop() {
		unavoidable.Sets(grids[i%len(grids)], 12)
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
