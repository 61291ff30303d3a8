package logic_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
	"pgregory.net/rapid"
)

func TestHintLevels(t *testing.T) {
	for _, test := range []struct {
		puzzle string
		at     logic.Technique
		want   [4]string
	}{
		{"1.....3..2.....4", logic.NakedSingle, [4]string{
			"A single waits in box 2.",
			"Naked Single: look for 2 in box 2.",
			"2 is the only candidate left in r1c4.",
			"Put 2 in r1c4.",
		}},
		{sudokutest.Moler, logic.HiddenSingle, [4]string{
			"A single waits in box 3.",
			"Hidden Single: look for 6 in box 3.",
			"In box 3, r3c8 is the only place left for 6.",
			"Put 6 in r3c8.",
		}},
		{samples[5].puzzle, logic.Pointing, [4]string{
			"A candidate can be ruled out: look at box 6.",
			"Pointing: look for 3 in box 6.",
			"In box 6, all places for 3 (r46c8) lie in column 8, so the rest of column 8 cannot hold it: r137c8 lose 3.",
			"Remove 3 from r137c8.",
		}},
		{samples[3].puzzle, logic.NakedPair, [4]string{
			"A candidate can be ruled out: look at box 9.",
			"Naked Pair: look for 1 and 3 in box 9.",
			"r9c79 have no candidates but 1 and 3, so these go there and nowhere else in box 9: r8c79 lose 1 and 3.",
			"Remove 1 and 3 from r8c79.",
		}},
		{samples[7].puzzle, logic.XWing, [4]string{
			"A candidate can be ruled out: look at rows 1 and 4.",
			"X-Wing: look for 7 in rows 1 and 4.",
			"In rows 1 and 4, all places for 7 lie in columns 6 and 8. Each of these columns gets its 7 from one of these rows, so the rest of these columns cannot hold it: r358c6 lose 7.",
			"Remove 7 from r358c6.",
		}},
		{contradictory, logic.Contradiction, [4]string{
			"No pattern is left: try a candidate in row 3 and see it fail.",
			"Contradiction: suppose that r3c3 is 6.",
			"If r3c3 were 6, then r1c1=8 (only candidate left), r8c3=5 (only candidate left), and r7c1 would have no candidate, a contradiction in 3 steps. So r3c3 is not 6.",
			"Remove 6 from r3c3.",
		}},
	} {
		clues := sudokutest.Parse(t, test.puzzle)
		s := stateAt(t, clues, test.at)
		for level := logic.HintWhere; level <= logic.HintApply; level++ {
			hint, err := logic.HintFor(clues, s, level)
			if err != nil {
				t.Fatal(err)
			}
			if want := test.want[level-1]; hint.Text != want || hint.Level != level {
				t.Errorf("%s: level %d: %q, want %q", test.puzzle, hint.Level, hint.Text, want)
			}
		}
	}
}

// stateAt returns the state in which a path first comes to a technique.
func stateAt(t *testing.T, g sudoku.Grid, technique logic.Technique) logic.State {
	t.Helper()
	path, err := logic.Path(g)
	if err != nil {
		t.Fatal(err)
	}
	s := logic.NewState(g)
	for _, step := range path {
		if step.Technique == technique {
			return s
		}
		s = s.Apply(step)
	}
	t.Fatalf("%s: no %s", g, technique)
	return s
}

func TestHintsNameMistakesFirst(t *testing.T) {
	clues := sudokutest.Parse(t, sudokutest.Moler)
	r1c1, r1c3, r1c4 := sudoku.CellAt(0, 0), sudoku.CellAt(0, 2), sudoku.CellAt(0, 3) // 9, 5, 6
	s := logic.State{Grid: clues.With(r1c1, 5).With(r1c3, 5)}
	s.Marks[r1c4] = sudoku.DigitsOf(1, 9)
	for level := logic.HintWhere; level <= logic.HintApply; level++ {
		hint, err := logic.HintFor(clues, s, level)
		if err != nil {
			t.Fatal(err)
		}
		const want = "5 in r1c1 is wrong. The marks of r1c4, 19, leave out the right digit."
		if hint.Text != want || hint.Level != logic.HintMistakes || len(hint.Mistakes) != 2 {
			t.Errorf("level %d: %+v, want %q", level, hint, want)
		}
		want2 := logic.State{Grid: clues.With(r1c3, 5)}
		if got := hint.Apply(s); got != want2 {
			t.Errorf("taken back: %v, want %v", got, want2)
		}
	}
}

func TestHintUsesThePlayersMarks(t *testing.T) {
	clues := sudokutest.Parse(t, sudokutest.Moler)
	empty, err := logic.HintFor(clues, logic.State{Grid: clues}, logic.HintApply)
	if err != nil {
		t.Fatal(err)
	}
	r1c1 := sudoku.CellAt(0, 0)
	s := logic.State{Grid: clues}
	s.Marks[r1c1] = sudoku.DigitsOf(9)
	own, err := logic.HintFor(clues, s, logic.HintApply)
	if err != nil {
		t.Fatal(err)
	}
	if own.Text != "Put 9 in r1c1." || empty.Text == own.Text {
		t.Errorf("%q without marks, %q with 9 alone in r1c1", empty.Text, own.Text)
	}
	// Marks that a placed digit has overtaken do not count.
	s.Marks[r1c1] = sudoku.DigitsOf(2, 3, 4, 9)
	again, err := logic.HintFor(clues, s, logic.HintApply)
	if err != nil || again.Text != own.Text {
		t.Errorf("%q, %v with stale marks in r1c1", again.Text, err)
	}
}

func TestHintOnSolvedGrid(t *testing.T) {
	hint, err := logic.HintFor(sudokutest.Parse(t, sudokutest.Moler), logic.State{Grid: sudokutest.Parse(t, sudokutest.MolerSolved)}, logic.HintWhere)
	if err != nil || !hint.Solved || !strings.Contains(hint.Text, "solved") {
		t.Errorf("%+v, %v", hint, err)
	}
}

func TestHintErrors(t *testing.T) {
	clues := sudokutest.Parse(t, sudokutest.Moler)
	for _, test := range []struct {
		clues, grid sudoku.Grid
		level       int
		want        string
	}{
		{clues, clues, 0, "want 1 to 4"},
		{clues, clues, 5, "want 1 to 4"},
		{clues, sudoku.Grid{}, 1, "has lost clues"},
		{clues, sudoku.Empty(sudoku.Shidoku), 1, "has lost clues"},
		{sudoku.Grid{}, sudoku.Grid{}, 1, "more than one solution"},
	} {
		_, err := logic.HintFor(test.clues, logic.State{Grid: test.grid}, test.level)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want one with %q", err, test.want)
		}
	}
}

// quickSamples returns the samples but the one that takes a tenth of a second a step.
func quickSamples(t *testing.T) []sudoku.Grid {
	return slices.DeleteFunc(sampleGrids(t), func(g sudoku.Grid) bool { return g.String() == goldenNugget })
}

// TestHintsSolve lets a player without marks, then one who errs, do nothing but what the
// hints say: they arrive.
func TestHintsSolve(t *testing.T) {
	grids := append(randomShidoku(20), quickSamples(t)...)
	random := rand.New(rand.NewPCG(7, 8))
	for _, clues := range grids {
		solution, err := solver.Solve(clues)
		if err != nil {
			t.Fatal(err)
		}
		s := logic.State{Grid: clues}
		for range 20 {
			cells := clues.Shape().Cells()
			if c := cells[random.IntN(len(cells))]; clues.At(c) == 0 {
				s.Grid = s.Grid.With(c, sudoku.Digit(1+random.IntN(clues.Shape().Side())))
			}
		}
		for range 1000 {
			hint, err := logic.HintFor(clues, s, logic.HintApply)
			if err != nil {
				t.Fatal(err)
			}
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
	grids := append(quickSamples(t), randomShidoku(10)...)
	rapid.Check(t, func(t *rapid.T) {
		clues := rapid.SampledFrom(grids).Draw(t, "clues")
		solution, err := solver.Solve(clues)
		if err != nil {
			t.Fatal(err)
		}
		s := playedBoard(t, clues, solution)
		hint, err := logic.HintFor(clues, s, rapid.IntRange(1, 4).Draw(t, "level"))
		if err != nil {
			t.Fatal(err)
		}
		if want := mistakesOn(s, solution); len(hint.Mistakes) != want {
			t.Errorf("%d mistakes, want %d", len(hint.Mistakes), want)
		}
		for _, m := range hint.Mistakes {
			if m.Digit != 0 && s.Grid.At(m.Cell) != m.Digit || m.Digit == 0 && s.Marks[m.Cell] != m.Marks ||
				m.Digit == solution.At(m.Cell) || m.Marks.Has(solution.At(m.Cell)) {
				t.Errorf("%+v is no mistake", m)
			}
		}
		for _, p := range hint.Step.Placements {
			if s.Grid.At(p.Cell) != 0 || solution.At(p.Cell) != p.Digit {
				t.Errorf("%s is wrong", hint.Step)
			}
		}
		for _, e := range hint.Step.Eliminations {
			if own := s.Marks[e.Cell]; s.Grid.At(e.Cell) != 0 || solution.At(e.Cell) == e.Digit || own != 0 && !own.Has(e.Digit) {
				t.Errorf("%s is wrong", hint.Step)
			}
		}
		if hint.Text == "" || hint.Solved != (s.Grid == solution) || hint.Solved == (hint.Apply(s) != s) {
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
