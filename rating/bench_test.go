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
				r.TierOf(grids[i])
				if i++; i == len(grids) {
					i = 0
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
