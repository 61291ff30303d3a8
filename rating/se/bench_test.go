package se

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkRate has a program of others as its yardstick, if GRIDTEST_SERATE is a command for the shell that rates the
// puzzles of a file whose name is put behind it: docs/rating.md has two. What it takes to start counts.
func BenchmarkRate(b *testing.B) {
	var grids []sudoku.Grid
	for i, g := range sudokutest.Grids(b, "minimal-20k.txt") {
		if i%40 == 0 {
			grids = append(grids, g)
		}
	}
	b.Run("minimal", func(b *testing.B) { sudokutest.Bench(b, grids, func(g sudoku.Grid) { Rate(g) }) })
	b.Run("minimal/oracle", func(b *testing.B) { benchmarkCommand(b, os.Getenv("GRIDTEST_SERATE"), grids) })
}

func benchmarkCommand(b *testing.B, command string, grids []sudoku.Grid) {
	if command == "" {
		b.Skip("GRIDTEST_SERATE is not set")
	}
	var lines strings.Builder
	for _, g := range grids {
		lines.WriteString(g.String() + "\n")
	}
	file := filepath.Join(b.TempDir(), "puzzles.txt")
	must(b, os.WriteFile(file, []byte(lines.String()), 0o600))
	for b.Loop() {
		if out, err := exec.Command("sh", "-c", command+file).CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	}
	b.ReportMetric(float64(b.N*len(grids))/b.Elapsed().Seconds(), "puzzles/s")
}

func BenchmarkSE(b *testing.B) { sudokutest.BenchFiles(b, "", func(g sudoku.Grid) { Rate(g) }) }
