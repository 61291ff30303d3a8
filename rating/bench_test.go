package rating

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkTier has the readable techniques of package logic as its yardstick.
func BenchmarkTier(b *testing.B) {
	sudokutest.BenchFiles(b, "", func(g sudoku.Grid) { TierOf(g) })
	sudokutest.BenchFiles(b, "/oracle", func(g sudoku.Grid) { readableTier(g) })
}

// BenchmarkRate has the definitions as its yardstick.
func BenchmarkRate(b *testing.B) {
	sudokutest.BenchFiles(b, "", func(g sudoku.Grid) { Rate(g) })
	sudokutest.BenchFiles(b, "/oracle", rateByDefinition)
}

func rateByDefinition(g sudoku.Grid) {
	solution, _ := solver.Solve(g)
	tier, _ := readableTier(g)
	newOracle(g).counts(tier, solution)
	newOracle(g).effort(models[sudoku.Sudoku].Delays, solution)
}

// BenchmarkImport is what an import does with each puzzle before it is stored: parse it, check
// that it has one solution, rate it, find its key.
func BenchmarkImport(b *testing.B) {
	var lines []string
	for _, g := range sudokutest.Grids(b, "minimal-20k.txt") {
		lines = append(lines, g.String())
	}
	sudokutest.Bench(b, lines, func(line string) {
		g, err := sudoku.Parse(line)
		must(b, err)
		_, err = Rate(g)
		must(b, err)
		canon.KeyOf(g)
	})
}
