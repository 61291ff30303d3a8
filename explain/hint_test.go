package explain_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestHintLevels(t *testing.T) {
	for _, test := range []struct {
		puzzle string
		at     logic.Technique
		want   [4]string
	}{
		{"1.....3..2.....4", logic.NakedSingle, [4]string{
			"There is a single in box 2.",
			"Naked Single: look for 2 in box 2.",
			"2 is the only candidate left in r1c4. r1c4 sees 1 in row 1; 4 in column 4; 3 in box 2.",
			"Put 2 in r1c4.",
		}},
		{sudokutest.Moler, logic.HiddenSingle, [4]string{
			"There is a single in box 3.",
			"Hidden Single: look for 6 in box 3.",
			"In box 3, r3c8 is the only place left for 6. The 6s in r2c1, r5c9 and r7c7 rule out other places.",
			"Put 6 in r3c8.",
		}},
		{"...1.......9..6.....1...8..6.....2.7..3.87....9.6..1...46...9.2.2...3.85..5....41", logic.Pointing, [4]string{
			"A candidate can be ruled out: look at box 6.",
			"Pointing: look for 3 in box 6.",
			"In box 6, all places for 3 (r46c8) lie in column 8, so the rest of column 8 cannot hold it: r137c8 lose 3. The 3 in r5c3 rules out other places.",
			"Remove 3 from r137c8.",
		}},
		{"...36.........4..24.98...35.....6...51....2..2.3..8....9....7......27.4.6.7589...", logic.NakedPair, [4]string{
			"A candidate can be ruled out: look at box 9.",
			"Naked Pair: look for 1 and 3 in box 9.",
			"r9c79 have no candidates but 1 and 3, so these digits go there and nowhere else in box 9: r8c79 lose 1 and 3. r9c7 sees 2, 4, 5, 6, 7, 8 and 9 in row 9. r9c9 sees 2, 4, 5, 6, 7, 8 and 9 in row 9.",
			"Remove 1 and 3 from r8c79.",
		}},
		{"3..1....9...6..2..29.....1....49.....13....9....8..452157.62....6..4..........7..", logic.XWing, [4]string{
			"A candidate can be ruled out: look at rows 1 and 4.",
			"X-Wing: look for 7 in rows 1 and 4.",
			"In rows 1 and 4, all places for 7 lie in columns 6 and 8. Each of these columns gets its 7 from one of these rows, so the rest of these columns cannot hold it: r358c6 lose 7. The 7s in r2c1 and r9c7 rule out other places. 7 has been ruled out of r4c9.",
			"Remove 7 from r358c6.",
		}},
		{"..6.4.28...5..819..2.9............51.9.6.17.....8.....4..5..67.....8.4....2..6..3", logic.Contradiction, [4]string{
			"No pattern is left: try a candidate in row 5 until it fails.",
			"Contradiction: suppose that r5c3 is 4.",
			"If r5c3 were 4, then r5c8=3 (only candidate left), r4c6=4 (only place in row 4), r6c7=9 (only candidate left), r4c5=9 (only place in row 4), and row 9 would have no place for 9, a contradiction in 5 steps. So r5c3 is not 4.",
			"Remove 4 from r5c3.",
		}},
		{"....89.4.5........24......6......5.2..283....13..64..7....1..5....9.....4.3..76.1", logic.Skyscraper, [4]string{
			"A candidate can be ruled out: look at columns 2 and 9.",
			"Skyscraper: look for 9 in columns 2 and 9.",
			"In column 2 and in column 9, 9 has two places each. r2c2 and r2c9 see each other in row 2, so they do not both hold it, and at least one of r9c2 and r7c9 does. A cell that sees both of these cannot hold it: r7c3 and r9c8 lose 9.",
			"Remove 9 from r7c3 and r9c8.",
		}},
	} {
		board := boardAt(t, test.puzzle, test.at)
		for level := play.HintWhere; level <= play.HintApply; level++ {
			if got, want := english.Hint(hintOn(t, board, level)), test.want[level-1]; got != want {
				t.Errorf("%s: level %d: %q, want %q", test.puzzle, level, got, want)
			}
		}
	}
}

// boardAt returns the board on which a path first comes to a technique.
func boardAt(t *testing.T, puzzle string, technique logic.Technique) play.Board {
	t.Helper()
	clues := sudokutest.Parse(t, puzzle)
	path, err := logic.Path(clues)
	must(t, err)
	s := logic.NewState(clues)
	for _, step := range path {
		if step.Technique == technique {
			return play.Board{Clues: clues, Grid: s.Grid, Marks: s.Marks}
		}
		s = s.Apply(step)
	}
	t.Fatalf("%s: no %s", puzzle, technique)
	return play.Board{}
}

func hintOn(t *testing.T, b play.Board, level play.HintLevel) play.Hint {
	t.Helper()
	hint, err := b.Hint(level)
	must(t, err)
	return hint
}

func TestHintsNameMistakes(t *testing.T) {
	board := play.NewBoard(sudokutest.Parse(t, sudokutest.Moler))
	r1c1, r1c4 := sudoku.CellAt(0, 0), sudoku.CellAt(0, 3) // 9, 6
	board.Grid = board.Grid.With(r1c1, 5)
	board.Marks[r1c4] = sudoku.DigitsOf(1, 9)
	for level := play.HintWhere; level <= play.HintApply; level++ {
		want := "5 in r1c1 is wrong. The marks in r1c4, 19, do not include the right digit."
		if level == play.HintWhere {
			want = "There are 2 mistakes among your digits and marks."
		}
		if got := english.Hint(hintOn(t, board, level)); got != want {
			t.Errorf("level %d: %q, want %q", level, got, want)
		}
	}
	board.Marks[r1c4] = 0
	if got, want := english.Hint(hintOn(t, board, play.HintWhere)), "There is a mistake among your digits and marks."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHintOnSolvedGrid(t *testing.T) {
	board := play.NewBoard(sudokutest.Parse(t, sudokutest.Moler))
	board.Grid = sudokutest.Parse(t, sudokutest.MolerSolved)
	for level := play.HintWhere; level <= play.HintApply; level++ {
		const want = "The grid is solved: there are no hints left."
		if got := english.Hint(hintOn(t, board, level)); got != want {
			t.Errorf("level %d: %q, want %q", level, got, want)
		}
	}
}
