package classic_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// BenchmarkClassic solves minimal puzzles of our own with each of the historic methods.
func BenchmarkClassic(b *testing.B) {
	grids := puzzles(sudoku.Sudoku, 100)
	for _, m := range classic.Methods {
		b.Run(m.Name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				if _, err := m.Solve(grids[i%len(grids)], classic.Options{}); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// BenchmarkOneCellSets finds the one-cell sets of up to 12 cells.
func BenchmarkOneCellSets(b *testing.B) {
	grids := solutions(sudoku.Sudoku, 20)
	i := 0
	for b.Loop() {
		if len(classic.OneCellSets(grids[i%len(grids)], 12)) == 0 {
			b.Fatal("no sets")
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
