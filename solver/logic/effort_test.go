package logic

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// nested needs contradictions within contradictions.
const nested = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."

// The search for contradictions ends, and says so.
func TestPathGivesUp(t *testing.T) {
	s := NewState(sudokutest.Parse(t, nested))
	left := 1000
	path, err := s.path(sudoku.Grid{}, techniques, &left)
	if !errors.Is(err, ErrTooHard) {
		t.Errorf("%d steps, %v", len(path), err)
	}
	if s = Fixpoint(s, TierXWing); left > 0 {
		t.Errorf("%d conclusions are left", left)
	}
	if step, ok := s.first([]technique{contradiction}, TierGuessing, &left); ok {
		t.Errorf("found %v with no conclusion left", step)
	}
}

// No path takes long, of puzzles made harder and harder: one clue is moved at a time, and what
// takes more conclusions is kept.
func TestPathsTakeNotLong(t *testing.T) {
	steps := 20
	if testing.Short() {
		steps = 4
	}
	climb(t, steps)
}

func TestProvePathsTakeNotLong(t *testing.T) {
	sudokutest.Prove(t)
	climb(t, 3000)
	hardest := 0
	for _, g := range sudokutest.Grids(t, "hardest-375.txt") {
		used, err := checkPath(t, g)
		if hardest = max(hardest, used); err != nil {
			t.Errorf("%s: %v", g, err)
		}
	}
	t.Logf("the hardest of the corpus takes %d of %d conclusions", hardest, MaxConclusions)
}

func climb(t *testing.T, steps int) {
	r := rand.New(rand.NewPCG(3, 1))
	g := sudokutest.Parse(t, nested)
	most, err := checkPath(t, g)
	for range steps {
		next := moveClue(g, r)
		if _, err := solver.Solve(next); err != nil {
			continue
		}
		var used int
		if used, err = checkPath(t, next); used > most {
			g, most = next, used
		}
	}
	t.Logf("%s takes %d of %d conclusions: %v", g, most, MaxConclusions, err)
}

// checkPath returns how many conclusions the path of a puzzle takes.
func checkPath(t *testing.T, g sudoku.Grid) (used int, err error) {
	t.Helper()
	left, begin := MaxConclusions, sudokutest.CPU()
	_, err = NewState(g).path(sudoku.Grid{}, techniques, &left)
	if took := sudokutest.CPU() - begin; took > 10*time.Second { // 2 s where nothing else runs
		t.Errorf("%s: its path takes %v", g, took)
	}
	return MaxConclusions - left, err
}

// moveClue takes a clue away and puts another digit or another cell's in.
func moveClue(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	filled := g.Filled().Slice()
	g = g.With(filled[r.IntN(len(filled))], 0)
	for {
		c := sudoku.Sudoku.Cells()[r.IntN(sudoku.MaxCells)]
		if d := sudoku.Digit(1 + r.IntN(sudoku.MaxSide)); g.At(c) == 0 && g.Candidates()[c].Has(d) {
			return g.With(c, d)
		}
	}
}
