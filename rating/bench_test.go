package rating

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var benchmarked = []struct{ name, file string }{
	{"17-clues", "royle-17-clue.txt"},
	{"minimal", "minimal-20k.txt"},
	{"hardest", "hardest-375.txt"},
}

// BenchmarkTier has the readable techniques of package logic as its yardstick.
func BenchmarkTier(b *testing.B) {
	for _, c := range benchmarked {
		b.Run(c.name, func(b *testing.B) { measure(b, c.file, func(g sudoku.Grid) { TierOf(g) }) })
		b.Run(c.name+"/oracle", func(b *testing.B) { measure(b, c.file, func(g sudoku.Grid) { readableTier(g) }) })
	}
}

// BenchmarkRate has the definitions as its yardstick.
func BenchmarkRate(b *testing.B) {
	for _, c := range benchmarked {
		b.Run(c.name, func(b *testing.B) { measure(b, c.file, func(g sudoku.Grid) { Rate(g) }) })
		b.Run(c.name+"/oracle", func(b *testing.B) { measure(b, c.file, rateByDefinition) })
	}
}

func rateByDefinition(g sudoku.Grid) {
	solution, _ := solver.Solve(g)
	tier, _ := readableTier(g)
	newOracle(g).counts(tier, solution)
	newOracle(g).effort(model.Delays, solution)
}

func measure(b *testing.B, file string, do func(sudoku.Grid)) {
	grids := sudokutest.Grids(b, file)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		do(grids[i%len(grids)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

// BenchmarkImport is what an import does with each puzzle before it is stored: parse it, check
// that it has one solution, rate it, find its key.
func BenchmarkImport(b *testing.B) {
	var lines []string
	for _, g := range sudokutest.Grids(b, "minimal-20k.txt") {
		lines = append(lines, g.String())
	}
	i := 0
	for b.Loop() {
		g, err := sudoku.Parse(lines[i%len(lines)])
		must(b, err)
		if _, err := Rate(g); err != nil {
			b.Fatal(err)
		}
		canon.KeyOf(g)
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
