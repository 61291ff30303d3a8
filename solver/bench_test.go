package solver_test

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkCount counts to 2, on one thread, with scrambled input, and beside each set with
// the oracle as a yardstick.
func BenchmarkCount(b *testing.B) {
	sudokutest.BenchFiles(b, "", func(g sudoku.Grid) { wantOne(b, g, count) })
	sudokutest.BenchFiles(b, "/oracle", func(g sudoku.Grid) { wantOne(b, g, oracleCount) })
	for _, file := range []string{"17-clues/text royle-17-clue.txt", "minimal/text minimal-20k.txt", "hardest/text hardest-375.txt"} {
		name, file, _ := strings.Cut(file, " ")
		b.Run(name, func(b *testing.B) { benchmarkText(b, file) })
	}
}

// benchmarkText counts with text in, as other programs do.
func benchmarkText(b *testing.B, file string) {
	var lines []string
	for _, g := range sudokutest.Scrambled(b, file) {
		lines = append(lines, g.String())
	}
	sudokutest.Bench(b, lines, func(line string) {
		g, err := sudoku.Parse(line)
		if err != nil {
			b.Fatalf("%s: %v", line, err)
		}
		wantOne(b, g, count)
	})
}

func wantOne(b *testing.B, g sudoku.Grid, count func(sudoku.Grid, int) int) {
	if n := count(g, 2); n != 1 {
		b.Fatalf("%s: %d solutions", g, n)
	}
}
