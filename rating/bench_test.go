package rating

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func BenchmarkTier(b *testing.B) {
	for _, file := range []string{"minimal-20k.txt", "royle-17-clue.txt", "hardest-375.txt"} {
		b.Run(file, func(b *testing.B) {
			grids := sudokutest.Grids(b, file)
			var r Rater
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				r.TierOf(grids[i%len(grids)])
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

func BenchmarkRate(b *testing.B) {
	grids := sudokutest.Grids(b, "minimal-20k.txt")
	var r Rater
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		r.Rate(grids[i%len(grids)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

// BenchmarkReadableTier is the yardstick: the same by the solver's readable techniques.
func BenchmarkReadableTier(b *testing.B) {
	grids := sudokutest.Grids(b, "minimal-20k.txt")
	i := 0
	for b.Loop() {
		readableTier(grids[i%len(grids)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
