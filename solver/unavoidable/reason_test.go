package unavoidable_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// checkExchange checks what is promised of the reason for several solutions.
func checkExchange(t *testing.T, g sudoku.Grid) {
	t.Helper()
	var e *unavoidable.ExchangeError
	if err := unavoidable.Reason(g, solver.ErrManySolutions); !errors.As(err, &e) || !errors.Is(err, solver.ErrManySolutions) {
		t.Fatalf("%s: %v", g, err)
	}
	if e.Cells.Intersect(g.Filled()) != (sudoku.Cells{}) {
		t.Errorf("%s: %s are not all empty", g, e.Cells)
	}
	found := false
	for s, err := range solver.Solutions(g) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Cells.Len() > 14 || slices.Contains(unavoidable.Sets(s, e.Cells.Len()), e.Cells) {
			found = true
			break
		}
	}
	if !found {
		t.Errorf("%s: %s is not a minimal unavoidable set of a solution", g, e.Cells)
	}
	for _, c := range e.Fix {
		if g.At(c.Cell) != 0 {
			t.Errorf("%s: %s is a clue", g, c.Cell)
		}
		g = g.With(c.Cell, c.Digit)
	}
	if n, err := solver.Count(g, 2); n != 1 || err != nil {
		t.Errorf("%s: %d solutions with %v", g, n, e.Fix)
	}
}

func TestExchange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		g := generator.Minimize(generator.FullGrid(sudoku.Shapes[i%len(sudoku.Shapes)], r), r)
		clues := g.Filled().Slice()
		for range 1 + i%4 {
			g = g.With(clues[r.IntN(len(clues))], 0)
		}
		checkExchange(t, g)
	}
	for _, shape := range sudoku.Shapes {
		checkExchange(t, sudoku.Empty(shape))
	}
}

// Moler's Shidoku with two solutions.
func TestExchangeSentence(t *testing.T) {
	g := sudokutest.Parse(t, "1....2....3....4")
	want := "more than one solution: the digits 1, 2, 3, 4 can be exchanged in r1c234, r2c134, r3c124, r4c123; adding r1c2=3 leaves one"
	if got := unavoidable.Reason(g, solver.ErrManySolutions).Error(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Without any one of the clues, the others have a solution.
func TestContradiction(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for i := 0; tried < 40; i++ {
		shape := sudoku.Shapes[i%len(sudoku.Shapes)]
		g := generator.Minimize(generator.FullGrid(shape, r), r)
		c := shape.Cells()[r.IntN(len(shape.Cells()))]
		g = g.With(c, sudoku.Digit(1+r.IntN(shape.Side())))
		if n, err := solver.Count(g, 1); n > 0 || err != nil {
			continue
		}
		tried++
		clues, ok := unavoidable.Contradiction(g)
		if !ok {
			t.Errorf("%s: nothing found", g)
			continue
		}
		least := sudoku.Empty(shape)
		for c := range clues.All() {
			least = least.With(c, g.At(c))
		}
		if !g.Extends(least) || least.Len() != clues.Len() {
			t.Errorf("%s: %s are not its clues", g, clues)
		}
		if n, _ := solver.Count(least, 1); n != 0 {
			t.Errorf("%s: %s has a solution", g, least)
		}
		for c := range clues.All() {
			if n, err := solver.Count(least.With(c, 0), 1); n != 1 || err != nil {
				t.Errorf("%s: %s contradicts itself without %s", g, least, c)
			}
		}
	}
}

func TestNoReason(t *testing.T) {
	other := errors.New("other")
	puzzle := sudokutest.Parse(t, sudokutest.Moler)
	for _, want := range []error{other, nil, solver.ErrManySolutions, solver.ErrNoSolution} {
		if got := unavoidable.Reason(puzzle, want); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// The search keeps at a grid without a solution that is too hard to decide for a second only.
func TestReasonGivesUp(t *testing.T) {
	hard := sudokutest.Parse(t, ".....5......6.1...............5........1.6...........553.....61......3...........")
	if clues, ok := unavoidable.Contradiction(hard); ok {
		t.Errorf("%s", clues)
	}
	if _, ok := unavoidable.Exchange(hard); ok {
		t.Error("an exchange")
	}
}
