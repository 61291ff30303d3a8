package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// BenchmarkCommands measures whole commands on all cores, lines in and lines out, each beside a
// plain loop over the same lines on one. `make profile` runs it, so it needs no other files.
func BenchmarkCommands(b *testing.B) {
	const puzzles = 20_000
	file := filepath.Join(b.TempDir(), "puzzles.txt")
	writeVariants(b, file, puzzles, 0)
	for _, command := range []struct {
		name  string
		plain func(sudoku.Grid) any
	}{
		{"solve", func(g sudoku.Grid) any { s, _ := solver.Solve(g); return s }},
		{"canon", func(g sudoku.Grid) any { return canon.Of(g) }},
		{"rate", func(g sudoku.Grid) any { r, _ := rating.Rate(g); return r.Score }},
	} {
		b.Run(command.name, func(b *testing.B) {
			for b.Loop() {
				runWell(b, command.name, file)
			}
			b.ReportMetric(puzzles*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
		b.Run(command.name+"/oracle", func(b *testing.B) {
			for b.Loop() {
				plainly(b, file, command.plain)
			}
			b.ReportMetric(puzzles*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
	b.Run("import", func(b *testing.B) { benchmarkImport(b, puzzles) })
}

// benchmarkImport imports files of new puzzles into a private database.
func benchmarkImport(b *testing.B, puzzles int) {
	dir, err := os.MkdirTemp("", "gridkeeper-bench-") // where PostgreSQL, which does not run as root, can reach it
	must(b, err)
	b.Cleanup(func() { os.RemoveAll(dir) })
	must(b, os.Chmod(dir, 0o755))
	b.Setenv("GRIDKEEPER_DATA_DIR", dir)
	file := filepath.Join(b.TempDir(), "puzzles.txt")
	writeVariants(b, file, 100, 1)
	runWell(b, "import", file) // makes the database
	seed := uint64(2)
	for b.Loop() {
		b.StopTimer()
		writeVariants(b, file, puzzles, seed)
		seed++
		b.StartTimer()
		runWell(b, "import", file)
	}
	b.ReportMetric(float64(puzzles)*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

func runWell(b *testing.B, args ...string) {
	b.Helper()
	var errOut strings.Builder
	if code := run(b.Context(), args, strings.NewReader(""), io.Discard, &errOut); code != 0 {
		b.Fatalf("%q: exit code %d and %s", args, code, errOut.String())
	}
}

func plainly(b *testing.B, file string, work func(sudoku.Grid) any) {
	in, err := os.Open(file)
	must(b, err)
	defer in.Close()
	for lines := bufio.NewScanner(in); lines.Scan(); {
		g, err := sudoku.Parse(lines.Text())
		must(b, err)
		fmt.Fprintln(io.Discard, work(g))
	}
}

// writeVariants writes a file of puzzles made from the starter collection: up to two more clues
// from the solution, then turned, mirrored and relabelled at random.
func writeVariants(b *testing.B, file string, n int, seed uint64) {
	var text strings.Builder
	r := rand.New(rand.NewPCG(seed, 0))
	for written := 0; written < n; {
		for e := range format.Read(starter.Open()) {
			if written == n {
				break
			}
			if e.Grid.Shape() == sudoku.Sudoku {
				fmt.Fprintln(&text, sudoku.RandomTransform(sudoku.Sudoku, r).Apply(withMoreClues(e.Grid, r)))
				written++
			}
		}
	}
	must(b, os.WriteFile(file, []byte(text.String()), 0o644))
}

func withMoreClues(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	solved, err := solver.Solve(g)
	if err != nil {
		panic(err) // the starter has nothing but puzzles
	}
	for range r.IntN(3) {
		c := sudoku.Sudoku.Cells()[r.IntN(sudoku.MaxCells)]
		g = g.With(c, solved.At(c))
	}
	return g
}
