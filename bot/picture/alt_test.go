package picture_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestAltText(t *testing.T) {
	clues := parse(t, mini)
	b := picture.Board{
		Title: "Shidoku", Clues: clues, Grid: clues.With(sudoku.CellAt(0, 1), 1),
		Pattern:      []sudoku.Candidate{{Cell: sudoku.CellAt(3, 0), Digit: 3}},
		Eliminations: []sudoku.Candidate{{Cell: sudoku.CellAt(3, 1), Digit: 3}, {Cell: sudoku.CellAt(3, 2), Digit: 3}},
	}
	want := `Shidoku. Shidoku, 4 clues, 1 of your own. Rows, a dot for an empty cell:
1. ..
.. 3.
.2 ..
.. .4
With your digits:
11 ..
.. 3.
.2 ..
.. .4
Circled: 3 in r4c1.
Struck: 3 in r4c23.
Hatched: r1c12.`
	if got := picture.AltText(b); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// All nine rows are there, within what networks take.
func TestAltTextLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		text := picture.AltText(b)
		if n := utf8.RuneCountInString(text); n > picture.MaxAlt {
			t.Fatalf("%d characters: %s", n, text)
		}
		compact := strings.NewReplacer(" ", "", "\n", "").Replace(text)
		if !strings.Contains(compact, b.Clues.String()) {
			t.Fatalf("no clues in %s", text)
		}
	})
}
