package classic_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// hostile has no solution, and no quick way to see it.
const hostile = ".....5......6.1...............5........1.6...........553.....61......3..........."

// puzzles returns minimal puzzles, the same ones every time.
func puzzles(shape sudoku.Shape, n int) []sudoku.Grid {
	return sudokutest.First(n, generator.Puzzles(generator.Options{Shape: shape, Seed: 3}))
}

func TestSolve(t *testing.T) {
	tooHard := 0
	for _, g := range slices.Concat(puzzles(sudoku.Sudoku, 40), puzzles(sudoku.Shidoku, 36), puzzles(sudoku.SixBySix, 40)) {
		want, err := solver.Solve(g)
		must(t, err)
		for _, m := range classic.Methods {
			r, err := m.Solve(g, classic.Options{Solutions: 2, MaxSteps: 200_000})
			if errors.Is(err, solver.ErrTooHard) && (m.Name == "moler" || m.Name == "choices") {
				tooHard++
				continue
			}
			if err != nil || len(r.Solutions) != 1 || r.Solutions[0] != want {
				t.Errorf("%s: %s: %v, %v", m.Name, g, r.Solutions, err)
			}
		}
	}
	if tooHard > 10 {
		t.Errorf("%d too hard, want 10 at most", tooHard)
	}
}

// All solutions are found, each once.
func TestSeveralSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 15 {
		for _, g := range []sudoku.Grid{
			without(generator.FullGrid(sudoku.Shidoku, r), 13, r), without(generator.FullGrid(sudoku.SixBySix, r), 28, r), without(generator.FullGrid(sudoku.Sudoku, r), 50, r),
		} {
			want := completions(t, g, 2000)
			for _, m := range classic.Methods {
				got, err := m.Solve(g, classic.Options{Solutions: 2000})
				if err != nil || !sameGrids(got.Solutions, want) {
					t.Errorf("%s: %s: %d solutions, want %d; %v", m.Name, g, len(got.Solutions), len(want), err)
				}
			}
		}
	}
}

// without takes n digits out of a grid.
func without(g sudoku.Grid, n int, r *rand.Rand) sudoku.Grid {
	cells := g.Shape().Cells()
	for _, i := range r.Perm(len(cells))[:n] {
		g = g.With(cells[i], 0)
	}
	return g
}

func sameGrids(a, b []sudoku.Grid) bool {
	in := map[sudoku.Grid]bool{}
	for _, g := range a {
		in[g] = true
	}
	return len(a) == len(b) && len(in) == len(a) && !slices.ContainsFunc(b, func(g sudoku.Grid) bool { return !in[g] })
}

func TestNoSolution(t *testing.T) {
	for _, text := range []string{"11..............", "123.........4...", "1234567........8.8", "12.............3..4"} {
		g := sudokutest.Parse(t, text)
		if _, err := solver.Solve(g); !errors.Is(err, solver.ErrNoSolution) {
			continue
		}
		for _, m := range classic.Methods {
			if r, err := m.Solve(g, classic.Options{}); !errors.Is(err, solver.ErrNoSolution) || len(r.Solutions) > 0 {
				t.Errorf("%s: %s: %v, %v", m.Name, g, r.Solutions, err)
			}
		}
	}
}

func TestTooHard(t *testing.T) {
	for _, m := range classic.Methods {
		r, err := m.Solve(sudokutest.Parse(t, sudokutest.Moler), classic.Options{MaxSteps: 50})
		if tooHard, ok := errors.AsType[*classic.TooHardError](err); !errors.Is(err, solver.ErrTooHard) || !ok || tooHard.Steps != 50 || r.Steps != 50 {
			t.Errorf("%s: %d steps, %v", m.Name, r.Steps, err)
		}
	}
}

// What keeps a plain search busy for hours: Moler gives up, the number of choices takes 4,185
// steps, and Huang's hidden pair in column 5 shows the contradiction at once.
func TestHostile(t *testing.T) {
	g := sudokutest.Parse(t, hostile)
	if _, err := classic.Moler(g, classic.Options{MaxSteps: 100_000}); !errors.Is(err, solver.ErrTooHard) {
		t.Errorf("moler: %v", err)
	}
	if r, err := classic.Choices(g, classic.Options{}); !errors.Is(err, solver.ErrNoSolution) || r.Steps != 4185 {
		t.Errorf("choices: %d steps, %v", r.Steps, err)
	}
	if r, err := classic.Huang(g, classic.Options{}); !errors.Is(err, solver.ErrNoSolution) || r.Steps != 1 {
		t.Errorf("huang: %d steps, %v", r.Steps, err)
	}
}

// A line without a solution that the number of choices would search for long: it gives up after a
// fraction of the steps that Moler may take.
func TestHostileToChoices(t *testing.T) {
	g := sudokutest.Parse(t, "............8.354.........3.45................8..............8...8.......54......")
	var tooHard *classic.TooHardError
	if _, err := classic.Choices(g, classic.Options{}); !errors.As(err, &tooHard) || tooHard.Steps != classic.MaxChoicesSteps {
		t.Errorf("choices: %v", err)
	}
}

// An empty grid is filled, and a solved one has its one solution without a step.
func TestEndsOfTheRange(t *testing.T) {
	for _, shape := range sudoku.Shapes {
		for _, m := range classic.Methods {
			r, err := m.Solve(sudoku.Empty(shape), classic.Options{Solutions: 3})
			if err != nil || len(r.Solutions) != 3 || !r.Solutions[0].Solved() || !r.Solutions[2].Solved() {
				t.Errorf("%s: empty %s: %v, %v", m.Name, shape, r.Solutions, err)
			}
			again, err := m.Solve(r.Solutions[0], classic.Options{})
			if err != nil || again.Steps != 0 || len(again.Solutions) != 1 || again.Solutions[0] != r.Solutions[0] {
				t.Errorf("%s: solved: %v, %v", m.Name, again, err)
			}
		}
	}
}

// Whoever watches sees each step, and positions that follow from it.
func TestWatch(t *testing.T) {
	for _, g := range slices.Concat(puzzles(sudoku.Sudoku, 10), puzzles(sudoku.Shidoku, 10), puzzles(sudoku.SixBySix, 10)) {
		want, _ := solver.Solve(g)
		for _, m := range classic.Methods {
			seen := 0
			r, err := m.Solve(g, classic.Options{Watch: func(s classic.Step, p classic.State) bool {
				seen++
				if s.Number != seen || p.Clues != g || !p.Grid.Extends(g) || p.Tentative.Len() != s.Depth {
					t.Fatalf("%s: step %d: %+v", m.Name, seen, s)
				}
				if digit := p.Grid.At(s.Cell); len(s.Removed) == 0 && (digit != s.Digit || !s.Choices.Has(digit)) {
					t.Fatalf("%s: %s holds %s after %+v", m.Name, s.Cell, digit, s)
				}
				for _, k := range s.Removed {
					if p.Marks.Has(k) || s.Depth == 0 && want.At(k.Cell) == k.Digit {
						t.Fatalf("%s: %+v", m.Name, s)
					}
				}
				return true
			}})
			sum := 0
			for _, n := range r.Uses {
				sum += n
			}
			if err != nil || seen != r.Steps || sum != seen {
				t.Errorf("%s: %d steps seen, %d counted, %d by technique; %v", m.Name, seen, r.Steps, sum, err)
			}
		}
	}
}

func TestWatchStops(t *testing.T) {
	for _, m := range classic.Methods {
		r, err := m.Solve(sudokutest.Parse(t, sudokutest.Moler), classic.Options{Watch: func(s classic.Step, _ classic.State) bool {
			return s.Number < 20
		}})
		if r.Steps != 20 || err != nil || len(r.Solutions) > 0 {
			t.Errorf("%s: %+v, %v", m.Name, r, err)
		}
	}
}

// The guess by number of choices is the one of the definition.
func TestChoicesTieBreak(t *testing.T) {
	for _, g := range append(puzzles(sudoku.Sudoku, 20), sudokutest.Parse(t, sudokutest.Moler)) {
		classic.Choices(g, classic.Options{MaxSteps: 2000, Watch: func(s classic.Step, p classic.State) bool {
			if s.Technique != classic.Guess {
				return true
			}
			before := p.Grid.With(s.Cell, 0)
			if c, n := mostLowering(before); c != s.Cell || n != s.Lowers || s.Choices != before.Candidates()[c] {
				t.Fatalf("%s: guess in %s (%d), want %s (%d)", before, s.Cell, s.Lowers, c, n)
			}
			return true
		}})
	}
}

// mostLowering is the tie-break, in words: of the cells with fewest choices, the one whose
// choices, each put in, take a choice from most other cells.
func mostLowering(g sudoku.Grid) (best sudoku.Cell, most int) {
	marks := g.Candidates()
	fewest, most := 10, -1
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 {
			fewest = min(fewest, marks[c].Len())
		}
	}
	for _, c := range g.Shape().Cells() {
		if g.At(c) != 0 || marks[c].Len() != fewest {
			continue
		}
		n := 0
		for d := range marks[c].All() {
			after := g.With(c, d).Candidates()
			for _, other := range g.Shape().Cells() {
				if other != c && after[other].Len() < marks[other].Len() {
					n++
				}
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best, most
}
