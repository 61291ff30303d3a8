package outbox

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The pictogram shows which box was finished when; one that was emptied again counts from the last time.
func TestPictogram(t *testing.T) {
	var grids []sudoku.Grid
	for _, text := range []string{
		"1234 3412 ........", // the upper boxes
		"12.4 3412 2.......", // one of them is emptied
		"12.4 3412 21..43..", // a lower one
		"1234 3412 21..43..",
		"1234 3412 21.343..",
		"1234 3412 21434321",
	} {
		g := sudoku.Empty(sudoku.Shidoku)
		for i, r := range strings.ReplaceAll(text, " ", "") {
			if r != '.' {
				g = g.With(sudoku.CellAt(i/4, i%4), sudoku.Digit(r-'0'))
			}
		}
		grids = append(grids, g)
	}
	if got, want := pictogram(grids), "🟢🔶\n🔶🟪"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := pictogram(grids[5:]), "🟢🟢\n🟢🟢"; got != want {
		t.Errorf("handed in whole: got\n%s\nwant\n%s", got, want)
	}
	if got := pictogram(nil); got != "" {
		t.Errorf("of nothing: %s", got)
	}
}
