package logic_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

func TestHintsReportMistakesFirst(t *testing.T) {
	clues := sudokutest.Parse(t, sudokutest.Moler)
	r1c1, r1c3, r1c4 := sudoku.CellAt(0, 0), sudoku.CellAt(0, 2), sudoku.CellAt(0, 3) // 9, 5, 6
	s := logic.State{Grid: clues.With(r1c1, 5).With(r1c3, 5)}
	s.Marks[r1c4] = sudoku.DigitsOf(1, 9)
	hint, err := logic.HintFor(clues, s)
	must(t, err)
	want := []logic.Mistake{{Cell: r1c1, Digit: 5}, {Cell: r1c4, Marks: sudoku.DigitsOf(1, 9)}}
	if !slices.Equal(hint.Mistakes, want) || hint.Step.Technique != "" {
		t.Errorf("%+v, want the mistakes %+v alone", hint, want)
	}
	after := logic.State{Grid: clues.With(r1c3, 5)}
	if got := hint.Apply(s); got != after {
		t.Errorf("taken back: %v, want %v", got, after)
	}
}

func TestHintUsesThePlayersMarks(t *testing.T) {
	clues := sudokutest.Parse(t, sudokutest.Moler)
	empty, err := logic.HintFor(clues, logic.State{Grid: clues})
	must(t, err)
	r1c1 := sudoku.CellAt(0, 0)
	s := logic.State{Grid: clues}
	s.Marks[r1c1] = sudoku.DigitsOf(9)
	own, err := logic.HintFor(clues, s)
	must(t, err)
	want := []sudoku.Candidate{{Cell: r1c1, Digit: 9}}
	if !slices.Equal(own.Step.Placements, want) || slices.Equal(empty.Step.Placements, want) {
		t.Errorf("%v without marks, %v with 9 alone in r1c1", empty.Step.Placements, own.Step.Placements)
	}
	// Marks that a placed digit has made impossible do not count.
	s.Marks[r1c1] = sudoku.DigitsOf(2, 3, 4, 9)
	again, err := logic.HintFor(clues, s)
	if err != nil || !slices.Equal(again.Step.Placements, want) {
		t.Errorf("%v, %v with stale marks in r1c1", again.Step.Placements, err)
	}
}

func TestHintOnSolvedGrid(t *testing.T) {
	hint, err := logic.HintFor(sudokutest.Parse(t, sudokutest.Moler), logic.State{Grid: sudokutest.Parse(t, sudokutest.MolerSolved)})
	if err != nil || !hint.Solved || hint.Step.Technique != "" {
		t.Errorf("%+v, %v", hint, err)
	}
}

func TestHintErrors(t *testing.T) {
	clues := sudokutest.Parse(t, sudokutest.Moler)
	for _, test := range []struct {
		clues, grid sudoku.Grid
		want        string
	}{
		{clues, sudoku.Grid{}, "has lost clues"},
		{clues, sudoku.Empty(sudoku.Shidoku), "has lost clues"},
		{sudoku.Grid{}, sudoku.Grid{}, "too few clues"},
	} {
		_, err := logic.HintFor(test.clues, logic.State{Grid: test.grid})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want one with %q", err, test.want)
		}
	}
}

// quickSamples returns the samples but the one that takes a tenth of a second a step.
func quickSamples(t *testing.T) []sudoku.Grid {
	return slices.DeleteFunc(sampleGrids(t), func(g sudoku.Grid) bool { return g.String() == goldenNugget })
}

// smallSamples returns so many puzzles of each small shape.
func smallSamples(each int) (grids []sudoku.Grid) {
	for _, shape := range logictest.SmallShapes {
		grids = append(grids, logictest.Puzzles(shape, each)...)
	}
	return grids
}

// TestHintsSolve lets a player without marks, then one who errs, do nothing but what the
// hints say: they arrive.
func TestHintsSolve(t *testing.T) {
	grids := append(smallSamples(20), quickSamples(t)...)
	random := rand.New(rand.NewPCG(7, 8))
	for _, clues := range grids {
		solution, err := solver.Solve(clues)
		must(t, err)
		s := logic.State{Grid: clues}
		for range 20 {
			cells := clues.Shape().Cells()
			if c := cells[random.IntN(len(cells))]; clues.At(c) == 0 {
				s.Grid = s.Grid.With(c, sudoku.Digit(1+random.IntN(clues.Shape().Side())))
			}
		}
		for range 1000 {
			hint, err := logic.HintFor(clues, s)
			must(t, err)
			if hint.Solved {
				break
			}
			s = hint.Apply(s)
		}
		if s.Grid != solution {
			t.Errorf("%s: the hints end at %s", clues, s.Grid)
		}
	}
}

// TestHintsAreTrueOnAnyBoard: on boards with any digits and marks, what a hint calls wrong
// is wrong, and what it concludes is true and new to the player.
func TestHintsAreTrueOnAnyBoard(t *testing.T) {
	grids := append(quickSamples(t), smallSamples(10)...)
	rapid.Check(t, func(t *rapid.T) {
		clues := rapid.SampledFrom(grids).Draw(t, "clues")
		solution, err := solver.Solve(clues)
		must(t, err)
		s := playedBoard(t, clues, solution)
		hint, err := logic.HintFor(clues, s)
		must(t, err)
		if want := mistakesOn(s, solution); len(hint.Mistakes) != want {
			t.Errorf("%d mistakes, want %d", len(hint.Mistakes), want)
		}
		for _, m := range hint.Mistakes {
			if m.Digit != 0 && s.Grid.At(m.Cell) != m.Digit || m.Digit == 0 && s.Marks[m.Cell] != m.Marks ||
				m.Digit == solution.At(m.Cell) || m.Marks.Has(solution.At(m.Cell)) {
				t.Errorf("%+v is not a mistake", m)
			}
		}
		for _, p := range hint.Step.Placements {
			if s.Grid.At(p.Cell) != 0 || solution.At(p.Cell) != p.Digit {
				t.Errorf("%s is wrong", words.Notation(hint.Step))
			}
		}
		for _, e := range hint.Step.Eliminations {
			if own := s.Marks[e.Cell]; s.Grid.At(e.Cell) != 0 || solution.At(e.Cell) == e.Digit || own != 0 && !own.Has(e.Digit) {
				t.Errorf("%s is wrong", words.Notation(hint.Step))
			}
		}
		if hint.Solved != (s.Grid == solution) || hint.Solved == (hint.Apply(s) != s) {
			t.Errorf("%+v", hint)
		}
	})
}

// mistakesOn counts the cells with a wrong digit or with marks, but not the right one.
func mistakesOn(s logic.State, solution sudoku.Grid) (n int) {
	for _, c := range solution.Shape().Cells() {
		may := s.Marks[c]
		if d := s.Grid.At(c); d != 0 {
			may = sudoku.DigitsOf(d)
		}
		if may != 0 && !may.Has(solution.At(c)) {
			n++
		}
	}
	return n
}

// playedBoard draws what a player may have made of a puzzle.
func playedBoard(t *rapid.T, clues, solution sudoku.Grid) logic.State {
	s := logic.State{Grid: clues}
	filled := rapid.IntRange(0, 100).Draw(t, "percent filled")
	marked := rapid.IntRange(0, 100).Draw(t, "percent marked")
	errs := rapid.SampledFrom([]int{0, 0, 0, 5}).Draw(t, "percent of mistakes")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	for _, c := range clues.Shape().Cells() {
		mistake := random.IntN(100) < errs
		switch digit := solution.At(c); {
		case clues.At(c) != 0:
		case random.IntN(100) < filled:
			if mistake {
				digit = sudoku.Digit(1 + random.IntN(clues.Shape().Side()))
			}
			s.Grid = s.Grid.With(c, digit)
		case random.IntN(100) < marked:
			s.Marks[c] = sudoku.Digits(random.Uint32()) & clues.Shape().Digits()
			if !mistake {
				s.Marks[c] = s.Marks[c].With(digit)
			}
		}
	}
	return s
}
