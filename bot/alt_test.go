package bot

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What a board is to those who listen to it: its rows, whose digits, what is wrong, what a hint points
// at, and the marks for those who want them.
func TestAltText(t *testing.T) {
	clues := parse(mini)
	b := picture.Board{
		Clues: clues, Grid: clues.With(sudoku.CellAt(0, 1), 1),
		Selected: sudoku.CellsOf(sudoku.CellAt(2, 0)), Last: sudoku.CellsOf(sudoku.CellAt(0, 1)), Box: 3,
		Wrong:        sudoku.CellsOf(sudoku.CellAt(0, 1)),
		Lit:          sudoku.DigitsOf(1),
		Houses:       []sudoku.House{{Kind: sudoku.Row, Index: 3}},
		Cover:        []sudoku.House{{Kind: sudoku.Column, Index: 1}, {Kind: sudoku.Column, Index: 2}},
		Pattern:      []sudoku.Candidate{{Cell: sudoku.CellAt(3, 0), Digit: 3}},
		Eliminations: []sudoku.Candidate{{Cell: sudoku.CellAt(3, 1), Digit: 3}, {Cell: sudoku.CellAt(3, 2), Digit: 3}},
	}
	b.Marks[sudoku.CellAt(3, 0)], b.Marks[sudoku.CellAt(3, 1)] = sudoku.DigitsOf(1, 3), sudoku.DigitsOf(3)
	want := `Shidoku, 4 clues.
Row 1: 1 1, blank blank.
Row 2: blank blank, 3 blank.
Row 3: blank 2, blank blank.
Row 4: blank blank, blank 4.
Yours: row 1 column 2.
Marked as wrong: row 1 column 2.
Conflicts in a row, column or box: row 1 columns 1 2.
Selected: row 3 column 1.
Last change: row 1 column 2.
Selected: box 3.
Highlighted: 1.
Framed: row 4.
Framed with dashed lines: column 2, column 3.
Circled: 3 in row 4 column 1.
Crossed out: 3 in row 4 columns 2 3.`
	if got, want := words.AltText(b, false), want+"\nMarks in 2 cells."; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want += "\nMarks: r4c1 1 3, r4c2 3."
	if got := words.AltText(b, true); got != want {
		t.Errorf("with marks: got\n%s\nwant\n%s", got, want)
	}
}

// However much there is to say, it stays within what networks take, and ends with a whole part.
func TestAltTextIsBounded(t *testing.T) {
	clues := parse(moler)
	b := picture.Board{Clues: clues, Grid: clues, Marks: clues.Candidates()}
	got := words.AltText(b, true)
	if n := utf8.RuneCountInString(got); n > chat.MaxAlt || n < chat.MaxAlt-100 || !strings.HasSuffix(got, " more") {
		t.Errorf("%d characters: %s", n, got)
	}
	for _, c := range clues.Shape().Cells() {
		for d := range b.Marks[c].All() {
			b.Pattern = append(b.Pattern, sudoku.Candidate{Cell: c, Digit: d})
		}
		b.Grid, b.Wrong = b.Grid.With(c, 5), b.Wrong.With(c)
	}
	b.Eliminations = b.Pattern
	for _, marks := range []bool{false, true} {
		if n := utf8.RuneCountInString(words.AltText(b, marks)); n > chat.MaxAlt {
			t.Errorf("%d characters", n)
		}
	}
}
