package format_test

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// A packed link of SudokuWiki has two digits of base 36 for each cell, up to 529: that all nine digits are
// candidates.
func TestSudokuWikiRange(t *testing.T) {
	for pair, want := range map[string]string{
		"01": "", "09": "", "0i": "", "ep": "",
		"00": "damaged", "eq": "damaged", "zz": "damaged", "0!": "damaged",
	} {
		link := "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + strings.Repeat("ep", 80) + pair
		n := 0
		for e := range format.Read(strings.NewReader(link)) {
			n++
			if ok := e.Err == nil; ok != (want == "") || !ok && !strings.Contains(e.Err.Error(), want) {
				t.Errorf("%s: %v, want %q", pair, e.Err, want)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d entries", pair, n)
		}
	}
}
