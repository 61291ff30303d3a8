package rating_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkImportStep is what an import does for each puzzle before the database: parse it,
// see that it has one solution, rate it, find its key.
func BenchmarkImportStep(b *testing.B) {
	var lines []string
	for _, g := range sudokutest.Grids(b, "minimal-20k.txt") {
		lines = append(lines, g.String())
	}
	i := 0
	for b.Loop() {
		g, err := sudoku.Parse(lines[i%len(lines)])
		if err != nil {
			b.Fatal(err)
		}
		if _, err := rating.Rate(g); err != nil {
			b.Fatal(err)
		}
		canon.KeyOf(g)
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
