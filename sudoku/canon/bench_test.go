package canon_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkOf measures puzzles a second, one thread, scrambled input. Its yardstick is
// brute-force, which takes the same puzzles as minimal.
func BenchmarkOf(b *testing.B) {
	own := func(clues int) func(testing.TB) []sudoku.Grid {
		return func(testing.TB) (grids []sudoku.Grid) {
			r := random(5)
			for range 1000 {
				grids = append(grids, someClues(fullGrid(sudoku.Sudoku, r), clues, r))
			}
			return grids
		}
	}
	file := func(name string) func(testing.TB) []sudoku.Grid {
		return func(t testing.TB) []sudoku.Grid { return sudokutest.Grids(t, name) }
	}
	for _, corpus := range []struct {
		name  string
		grids func(testing.TB) []sudoku.Grid
	}{
		{"17-clues", file("royle-17-clue.txt")},
		{"minimal", file("minimal-20k.txt")},
		{"hardest", file("hardest-375.txt")},
		{"full", file("full-grids-20k.txt")},
		{"own-20-clues", own(20)},
		{"own-28-clues", own(28)},
		{"own-40-clues", own(40)},
		{"own-60-clues", own(60)},
		{"own-full", own(81)},
	} {
		b.Run(corpus.name, func(b *testing.B) {
			benchmark(b, corpus.grids(b), func(g sudoku.Grid) { canon.Of(g) })
		})
	}
	b.Run("oracle", func(b *testing.B) {
		benchmark(b, sudokutest.Grids(b, "minimal-20k.txt"), func(g sudoku.Grid) { bruteForce(g) })
	})
}

// BenchmarkKeyOf measures what the archive needs of each puzzle.
func BenchmarkKeyOf(b *testing.B) {
	benchmark(b, sudokutest.Grids(b, "minimal-20k.txt"), func(g sudoku.Grid) { canon.KeyOf(g) })
}

// BenchmarkPattern measures the forms of patterns of clues.
func BenchmarkPattern(b *testing.B) {
	grids := sudokutest.Grids(b, "royle-17-clue.txt")
	b.Run("17-clues", func(b *testing.B) { benchmark(b, grids, func(g sudoku.Grid) { canon.Pattern(g) }) })
	b.Run("oracle", func(b *testing.B) {
		benchmark(b, grids, func(g sudoku.Grid) {
			for c := range g.Filled().All() {
				g = g.With(c, 1)
			}
			bruteForce(g)
		})
	})
}

func benchmark(b *testing.B, grids []sudoku.Grid, work func(sudoku.Grid)) {
	r := random(6)
	for i, g := range grids {
		grids[i] = sudoku.RandomTransform(g.Shape(), r).Apply(g)
	}
	sudokutest.Bench(b, grids, work)
}
