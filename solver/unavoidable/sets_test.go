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
				differences[s.Difference(other)] = true
			}
		}
		if got, want := unavoidable.Sets(s, 16), minimalOf(differences); !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", s, got, want)
		}
	}
}

// So have solutions of 6×6, as far as sets of up to 14 cells go: they are compared with all 28,200,960 others, each of them one of
// 39,168 by its labels.
func TestSixBySixByDefinition(t *testing.T) {
	const max = 14
	first := sudoku.Empty(sudoku.SixBySix)
	for i, c := range first.Shape().House(sudoku.House{Kind: sudoku.Box}) {
		first = first.With(c, sudoku.Digit(1+i))
	}
	var all []sudoku.Grid
	for s := range solver.Solutions(first) {
		all = append(all, s)
	}
	var relabellings [][7]sudoku.Digit
	var extend func(labels [7]sudoku.Digit, n int, left sudoku.Digits)
	extend = func(labels [7]sudoku.Digit, n int, left sudoku.Digits) {
		if left == 0 {
			relabellings = append(relabellings, labels)
		}
		for d := range left.All() {
			labels[n] = d
			extend(labels, n+1, left.Without(d))
		}
	}
	extend([7]sudoku.Digit{}, 1, first.Shape().Digits())
	r := rand.New(rand.NewPCG(7, 8))
	for range sudokutest.Cases(10) {
		s := generator.FullGrid(sudoku.SixBySix, r)
		differences, others := map[sudoku.Cells]bool{}, 0
		for _, other := range all {
			var together [7][7]int // in how many cells the other has a digit and the solution one
			for _, c := range s.Shape().Cells() {
				together[other.At(c)][s.At(c)]++
			}
			for _, labels := range relabellings {
				others++
				same := 0
				for d := 1; d <= 6; d++ {
					same += together[d][labels[d]]
				}
				if same == 36 || 36-same > max {
					continue
				}
				turn := sudoku.Identity(s.Shape())
				copy(turn.Digits[:], labels[:])
				differences[s.Difference(turn.Apply(other))] = true
			}
		}
		if got, want := unavoidable.Sets(s, max), minimalOf(differences); others != 28_200_960 || len(got) < 50 || !slices.Equal(got, want) {
			t.Fatalf("%s: %d sets, want %d, of %d solutions", s, len(got), len(want), others)
		}
	}
}

// A search cell by cell finds the same sets. With 12 cells it takes seconds a grid.
func TestSetsAgainstOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	for i, s := range append(solutions(4), generator.FullGrid(sudoku.SixBySix, r), generator.FullGrid(sudoku.SixBySix, r)) {
		max := []int{12, 9, 8, 7, 13, 10}[i]
		if got, want := unavoidable.Sets(s, max), oracle(s, max); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", s, got, want)
		}
	}
}

func TestProveSets(t *testing.T) {
	sudokutest.Prove(t)
	checked, differ := 0, 0
	for _, s := range append(solutions(30), symmetrical(t)) {
		checked++
		if got, want := unavoidable.Sets(s, 12), oracle(s, 12); !slices.Equal(got, want) {
			differ++
			t.Errorf("%s: %d sets, want %d", s, len(got), len(want))
		}
	}
	for _, s := range solutions(1) {
		checked++
		if got, want := unavoidable.Sets(s, 14), oracle(s, 14); !slices.Equal(got, want) {
			differ++
			t.Errorf("%s: %d sets up to 14 cells, want %d", s, len(got), len(want))
		}
	}
	t.Logf("%d solutions, %d differences to the oracle", checked, differ)
}

// symmetrical returns the solution with most automorphisms, 648 of them, which has more small
// sets than others.
func symmetrical(t *testing.T) sudoku.Grid {
	return sudokutest.Parse(t, "123456789456789123789123456231564897564897231897231564312645978645978312978312645")
}

// Sets that are larger are found too, in all grids: the differences to other solutions of the
// grid without three of its digits contain one.
func TestSetsOfThreeDigits(t *testing.T) {
	for _, s := range append(solutions(1), symmetrical(t)) {
		sets := unavoidable.Sets(s, 16)
		for i := range sets {
			if i > 0 && sets[i].Len() < sets[i-1].Len() {
				t.Fatalf("%s: %v after %v", s, sets[i], sets[i-1])
			}
		}
		less := s
		for _, c := range s.Shape().Cells() {
			if s.At(c) <= 3 {
				less = less.With(c, 0)
			}
		}
		differences := map[sudoku.Cells]bool{}
		for other, err := range solver.Solutions(less) {
			if err != nil {
				t.Fatal(err)
			}
			if other != s {
				differences[s.Difference(other)] = true
			}
		}
		for _, want := range minimalOf(differences) {
			if want.Len() <= 16 && !slices.Contains(sets, want) {
				t.Errorf("%s: %s is missing", s, want)
			}
		}
	}
}

// A solution that is turned, mirrored and relabelled has the same sets, turned.
func TestSetsOfIsomorphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range append(solutions(5), symmetrical(t), generator.FullGrid(sudoku.SixBySix, r)) {
		turn := sudoku.RandomTransform(s.Shape(), r)
		want := map[sudoku.Cells]bool{}
		for _, set := range unavoidable.Sets(s, 12) {
			var turned sudoku.Cells
			for c := range set.All() {
				turned = turned.With(turn.Cell(c))
			}
			want[turned] = true
		}
		got := unavoidable.Sets(turn.Apply(s), 12)
		for _, set := range got {
			if !want[set] {
				t.Errorf("%s: %s only when turned", s, set)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d sets, %d when turned", s, len(want), len(got))
		}
	}
}

// The six cells that figure 11 of Huang's thesis marks.
func TestHuangsExample(t *testing.T) {
	s := sudokutest.Parse(t, "764321985321985764985764231647213859213859647859647123476132598592478316138596472")
	if !s.Solved() {
		t.Fatalf("%s is not a solution", s)
	}
	want := sudoku.CellsOf(sudoku.CellAt(2, 6), sudoku.CellAt(2, 7), sudoku.CellAt(5, 6), sudoku.CellAt(5, 7), sudoku.CellAt(7, 6), sudoku.CellAt(7, 7))
	if !slices.Contains(unavoidable.Sets(s, 6), want) {
		t.Errorf("%s is missing", want)
	}
}

func TestNoSets(t *testing.T) {
	full := solutions(1)[0]
	for _, c := range []struct {
		g   sudoku.Grid
		max int
	}{
		{full, 3}, {full, 0}, {full, -1},
		{sudoku.Empty(sudoku.Sudoku), 12}, {full.With(0, 0), 12}, {full.With(0, full.At(1)), 12}, {sudoku.Empty(sudoku.Shidoku), 16},
	} {
		if got := unavoidable.Sets(c.g, c.max); got != nil {
			t.Errorf("%s up to %d: %v", c.g, c.max, got)
		}
	}
}

// BenchmarkSets finds the sets of up to 12 cells of random solutions, and beside it the oracle
// as a yardstick.
func BenchmarkSets(b *testing.B) {
	b.Run("12", func(b *testing.B) {
		sudokutest.Bench(b, solutions(100), func(g sudoku.Grid) { unavoidable.Sets(g, 12) })
	})
	b.Run("12/oracle", func(b *testing.B) { sudokutest.Bench(b, solutions(100), func(g sudoku.Grid) { oracle(g, 12) }) })
}
