package screen

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A view is read as it was written; anything else is read as the zero view.
func TestView(t *testing.T) {
	for text, want := range map[string]view{
		"":      {},
		"b5c9p": {box: 5, cell: 9, pencil: true},
		"d7b5m": {digitFirst: true, Digit: 7, box: 5, more: true},
		"dt":    {digitFirst: true, text: true},
	} {
		if got := ParseView(sudoku.Sudoku, text); got != want || got.String() != text {
			t.Errorf("%q: %+v, %q", text, got, got)
		}
	}
	for _, forged := range []string{"c5", "b0", "b", "x", "d0b5", "db5", "d7c4", "99999", "b:", "漢字", "bb5c"} {
		v := ParseView(sudoku.Sudoku, forged)
		if got := ParseView(sudoku.Sudoku, v.String()); got != v || v.cell > 0 && v.box == 0 {
			t.Errorf("%q: %+v, %+v", forged, v, got)
		}
	}
	if v := ParseView(sudoku.Shidoku, "b5c9"); v != (view{}) {
		t.Errorf("a box that a Shidoku does not have: %+v", v)
	}
}
