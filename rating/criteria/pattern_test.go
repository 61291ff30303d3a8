package criteria

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestParsePattern(t *testing.T) {
	for text, want := range map[string]string{
		"x..............#":           "r1c1, r4c4",
		"1.-_\n0000 .... ....":       "r1c1",
		"XXXX\n....\n....\n...9\n":   "r1c1234, r4c4",
		"....\t....\r\n....\r\nx...": "r4c1",
	} {
		if got, err := ParsePattern(sudoku.Shidoku, text); err != nil || got.String() != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "................", "x", strings.Repeat("x", 17), "x..............*", "é..............."} {
		if got, err := ParsePattern(sudoku.Shidoku, text); err == nil {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}

func TestShapeOfPattern(t *testing.T) {
	for length, want := range map[int]sudoku.Shape{81: sudoku.Sudoku, 16: sudoku.Shidoku, 36: sudoku.SixBySix, 35: sudoku.Sudoku} {
		if got := ShapeOfPattern(strings.Repeat("x", length)); got != want {
			t.Errorf("%d characters: %s, want %s", length, got, want)
		}
	}
}
