package hodoku

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func BenchmarkRate(b *testing.B) {
	for name, file := range map[string]string{"17-clues": "royle-17-clue.txt", "minimal": "minimal-20k.txt", "hardest": "hardest-375.txt"} {
		b.Run(name, func(b *testing.B) {
			grids := sudokutest.Grids(b, file)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, err := Rate(grids[i%len(grids)]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
