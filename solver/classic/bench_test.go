package classic_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkClassic solves minimal puzzles of our own with each of the historic methods.
func BenchmarkClassic(b *testing.B) {
	grids := puzzles(sudoku.Sudoku, 100)
	for _, m := range classic.Methods {
		b.Run(m.Name, func(b *testing.B) {
			sudokutest.Bench(b, grids, func(g sudoku.Grid) {
				if _, err := m.Solve(g, classic.Options{}); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// BenchmarkOneCellSets finds the one-cell sets of up to 12 cells.
func BenchmarkOneCellSets(b *testing.B) {
	sudokutest.Bench(b, solutions(sudoku.Sudoku, 20), func(g sudoku.Grid) {
		if len(classic.OneCellSets(g, 12)) == 0 {
			b.Fatal("no sets")
		}
	})
}
