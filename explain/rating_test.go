package explain_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/rating"
)

func TestCertificate(t *testing.T) {
	for want, c := range map[string]rating.Certificate{
		"Naked singles alone fill all 12 empty cells.":                                   {Tier: 0, Cells: 12, Candidates: 20},
		"Naked singles alone fill the 1 empty cell.":                                     {Tier: 0, Cells: 1, Candidates: 1},
		"Naked singles alone leave 57 cells open, with 212 candidates.":                  {Tier: 1, Cells: 57, Candidates: 212},
		"All techniques up to tier 4 (x-wing) leave 39 cells open, with 108 candidates.": {Tier: 4, Cells: 39, Candidates: 108},
	} {
		if got := english.Certificate(c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
