package solver_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkCount counts to 2, on one thread, with scrambled input, and beside each set with
// the oracle as a yardstick.
func BenchmarkCount(b *testing.B) {
	for _, set := range []struct{ name, file string }{
		{"17-clues", "royle-17-clue.txt"},
		{"minimal", "minimal-20k.txt"},
		{"hardest", "hardest-375.txt"},
	} {
		b.Run(set.name, func(b *testing.B) { benchmarkCount(b, set.file, count) })
		b.Run(set.name+"/text", func(b *testing.B) { benchmarkText(b, set.file) })
		b.Run(set.name+"/oracle", func(b *testing.B) { benchmarkCount(b, set.file, oracleCount) })
	}
}

// benchmarkText counts with text in, as other programs do.
func benchmarkText(b *testing.B, file string) {
	var lines []string
	for _, g := range sudokutest.Scrambled(b, file) {
		lines = append(lines, g.String())
	}
	i := 0
	for b.Loop() {
		g, err := sudoku.Parse(lines[i%len(lines)])
		if err != nil || count(g, 2) != 1 {
			b.Fatalf("%s: %v", lines[i%len(lines)], err)
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

func benchmarkCount(b *testing.B, file string, count func(sudoku.Grid, int) int) {
	grids := sudokutest.Scrambled(b, file)
	i := 0
	for b.Loop() {
		if n := count(grids[i%len(grids)], 2); n != 1 {
			b.Fatalf("%s: %d solutions", grids[i%len(grids)], n)
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
