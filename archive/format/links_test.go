package format

import (
	"net/url"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A link is read back as the puzzle that it opens, needs nothing but what addresses may hold, and with up
// to 40 clues fits into the 512 characters that Discord takes of a button's.
func TestLinks(t *testing.T) {
	for _, text := range []string{
		"1.....3..2.....4",
		"020030040600000003004000500000806000800010006000705000007000600400000008030040020",
		"9256318476185742933749825617498261358524139761637954................59614...2673.",
	} {
		grid, err := sudoku.Parse(text)
		must(t, err)
		sudokuPad, fPuzzles, err := Links(Entry{Grid: grid})
		must(t, err)
		for _, link := range []string{sudokuPad, fPuzzles} {
			if e, ok := parseLink(link); !ok || e.Err != nil || e.Grid != grid {
				t.Errorf("%s is read as %s, %v", link, e.Grid, e.Err)
			}
			if parsed, err := url.Parse(link); err != nil || parsed.Scheme != "https" || len(link) > 600 || grid.Len() <= 40 && len(link) > 512 {
				t.Errorf("%d characters, %v: %s", len(link), err, link)
			}
			if i := strings.IndexAny(link, " <>()[]\"'+"); i >= 0 {
				t.Errorf("%q in %s", link[i], link)
			}
		}
	}
}
