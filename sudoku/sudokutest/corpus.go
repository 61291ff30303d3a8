// Package sudokutest gives tests and benchmarks the puzzle files in ../shared/data, which lie
// beside the repository and are not part of it, and skips the long checks unless they are
// asked for.
package sudokutest

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Moler is a puzzle of 18 clues by G. Royle, the example in C. Moler, "Solving Sudoku with
// MATLAB", MathWorks; and its solution.
const (
	Moler       = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	MolerSolved = "925631847618574293374982561749826135852413976163795482287359614491267358536148729"
)

// Path returns the path of a file in ../shared/data, and skips the test if it is missing.
func Path(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(root(t), "..", "shared", "data", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no %s beside the repository", filepath.Join("shared", "data", name))
	}
	return path
}

// Grids returns a grid for every line of a file in ../shared/data that has one: the first
// field of 81 characters. It skips the test if the file is missing.
func Grids(t testing.TB, name string) []sudoku.Grid {
	t.Helper()
	text, err := os.ReadFile(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	var grids []sudoku.Grid
	for line := range strings.Lines(string(text)) {
		for field := range strings.FieldsSeq(line) {
			if len(field) != sudoku.MaxCells {
				continue
			}
			g, err := sudoku.Parse(field)
			if err != nil {
				t.Fatal(err)
			}
			grids = append(grids, g)
			break
		}
	}
	return grids
}

// Scrambled returns the grids of a file as [Grids] does, each turned, mirrored and relabelled
// at random, the same way every time.
func Scrambled(t testing.TB, name string) []sudoku.Grid {
	t.Helper()
	grids := Grids(t, name)
	r := rand.New(rand.NewPCG(7, 8))
	for i, g := range grids {
		grids[i] = sudoku.RandomTransform(g.Shape(), r).Apply(g)
	}
	return grids
}

// Spread returns n of the grids, or all if there are fewer, evenly spread.
func Spread(grids []sudoku.Grid, n int) (some []sudoku.Grid) {
	n = min(n, len(grids))
	for i := range n {
		some = append(some, grids[i*len(grids)/n])
	}
	return some
}

// Cases is how many of n cases a test tries: a tenth where it has to be short, as in make test.
func Cases(n int) int {
	if testing.Short() {
		return (n + 9) / 10
	}
	return n
}

// Parse returns the grid of a text, blanks ignored. A text that is not as long as a grid of any
// shape is filled up to 81 with empty ones.
func Parse(t testing.TB, text string) sudoku.Grid {
	t.Helper()
	text = strings.ReplaceAll(text, " ", "")
	if _, ok := sudoku.ShapeOfCells(len(text)); !ok {
		text += strings.Repeat(".", sudoku.MaxCells-len(text))
	}
	g, err := sudoku.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// root returns the folder that holds go.mod.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = parent
	}
}
