package rating

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func BenchmarkTier(b *testing.B) {
	for _, file := range []string{"minimal-20k.txt", "royle-17-clue.txt", "hardest-375.txt"} {
		b.Run(file, func(b *testing.B) {
			measure(b, sudokutest.Grids(b, file), func(g sudoku.Grid) { TierOf(g) })
		})
	}
}

func BenchmarkRate(b *testing.B) {
	for _, file := range []string{"minimal-20k.txt", "royle-17-clue.txt"} {
		b.Run(file, func(b *testing.B) {
			measure(b, sudokutest.Grids(b, file), func(g sudoku.Grid) { Rate(g) })
		})
	}
}

// measure reports puzzles a second, and how many times as quick that is as the yardstick of
// the same minute: the tier by the solver's readable techniques.
func measure(b *testing.B, grids []sudoku.Grid, do func(sudoku.Grid)) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		do(grids[i%len(grids)])
		i++
	}
	ours := b.Elapsed().Seconds() / float64(b.N)
	sample := grids[:300]
	start := time.Now()
	for _, g := range sample {
		readableTier(g)
	}
	yardstick := time.Since(start).Seconds() / float64(len(sample))
	b.ReportMetric(1/ours, "puzzles/s")
	b.ReportMetric(yardstick/ours, "x-readable")
}
