package sudokutest

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Bench does something with one of these puzzles after the other, and reports how many a second.
func Bench[P any](b *testing.B, puzzles []P, do func(P)) {
	b.Helper()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		do(puzzles[i%len(puzzles)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

// BenchFile has [Bench] scramble the puzzles of a file.
func BenchFile(b *testing.B, name, file string, do func(sudoku.Grid)) {
	b.Run(name, func(b *testing.B) { Bench(b, Scrambled(b, file), do) })
}

// BenchFiles does so with random minimal puzzles, such of 17 clues and hard ones, under their names and a suffix.
func BenchFiles(b *testing.B, suffix string, do func(sudoku.Grid)) {
	BenchFile(b, "17-clues"+suffix, "royle-17-clue.txt", do)
	BenchFile(b, "minimal"+suffix, "minimal-20k.txt", do)
	BenchFile(b, "hardest"+suffix, "hardest-375.txt", do)
}
