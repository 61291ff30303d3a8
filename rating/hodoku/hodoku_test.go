package hodoku

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/rating/ratingtest"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// The file has puzzles of our generator (generate --count 3000 --seed 25) with the score and level that HoDoKu 2.3.2 gave
// their canonical forms, up to 30 of each level. Ours is the same for all that are easy or medium there, and for most others.
func TestSameAsHoDoKu(t *testing.T) {
	text, err := os.ReadFile("testdata/scores.txt")
	must(t, err)
	lines, same := 0, 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		r, err := Rate(sudokutest.Parse(t, fields[0]))
		must(t, err)
		if r.Level.String() == fields[2] && strconv.Itoa(r.Score) == fields[1] {
			same++
		} else if fields[2] == "easy" || fields[2] == "medium" {
			t.Errorf("%d %v, want %s", r.Score, r.Level, line)
		}
		lines++
	}
	if same < 107 {
		t.Errorf("%d of %d are the same", same, lines)
	}
}

func TestErrors(t *testing.T) {
	ratingtest.Rejects(t, func(g sudoku.Grid) error { _, err := Rate(g); return err }, ErrShape)
}

// A puzzle of depth 3, which takes trees of trials, has a score too.
func TestHardest(t *testing.T) {
	begin := sudokutest.CPU()
	r, err := Rate(sudokutest.Parse(t, "..5...1.2.13...49........53.419.6........29....9.87...5.2....1913.2..5.4.94...32."))
	if err != nil || r.Level != Extreme {
		t.Errorf("%v, %v", r, err)
	}
	if took := sudokutest.CPU() - begin; took > 20*time.Second { // 2 s where nothing else runs
		t.Errorf("it takes %v", took)
	}
}

func TestSameForIsomorphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, g := range sudokutest.Grids(t, "minimal-20k.txt")[:sudokutest.Cases(100)] {
		want, err := Rate(g)
		must(t, err)
		isomorph := sudoku.RandomTransform(sudoku.Sudoku, r).Apply(g)
		if got, err := Rate(isomorph); err != nil || got != want {
			t.Errorf("%v: %v, %v, but %v of %v", isomorph, got, err, want, g)
		}
	}
}

// No step removes what is in the solution, and each does something.
func TestStepsAreSound(t *testing.T) {
	for file, count := range map[string]int{"minimal-20k.txt": 100, "hardest-375.txt": 1} {
		for _, puzzle := range sudokutest.Grids(t, file)[:sudokutest.Cases(count)] {
			w := start(canon.Of(puzzle))
			solution, err := solver.Solve(w.Grid)
			must(t, err)
			for before := w.State; !w.Solved(); before = w.State {
				if points, _ := w.next(); points == 0 || w.State == before {
					t.Fatalf("%v: nothing was done", before.Grid)
				}
				for c, digits := range w.Marks {
					if right := solution.At(sudoku.Cell(c)); w.Grid.At(sudoku.Cell(c)) != right && !digits.Has(right) {
						t.Fatalf("%v: %d went from %v", before.Grid, right, sudoku.Cell(c))
					}
				}
			}
		}
	}
}

func BenchmarkRate(b *testing.B) { sudokutest.BenchFiles(b, "", func(g sudoku.Grid) { Rate(g) }) }
