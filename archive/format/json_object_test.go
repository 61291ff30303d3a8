package format

import (
	"strings"
	"testing"
)

// An object or a value without a grid is of the kind no-puzzle; where cells may be lost, it is of another.
func TestWithoutGrid(t *testing.T) {
	for value, noPuzzle := range map[string]bool{
		`{"name": "Rainy days", "version": "1.10", "date": "2026-11-28", "count": 727, "id": 123456789012345678}`: true, `{"puzzle": null}`: true, `{}`: true, `"by hand"`: true, `12`: true,
		`{"tags": ["easy", "hard"], "by": {"name": "Ann"}}`: true, `{"phone": "030 1234567"}`: true,
		`{"p": "` + foundPuzzle[1:] + `"}`: false, `{"puzzle": "` + foundPuzzle[1:] + `"}`: false, `{"row1": "` + foundPuzzle[:9] + `", "row2": "` + foundPuzzle[9:18] + `"}`: false,
		`"` + foundPuzzle[:80] + `"`: false, `{"grid": [[5, 3], [6, 0]]}`: false, `{"puzzle": ""}`: false,
	} {
		rejected := 0
		for e := range Read(strings.NewReader(`["` + foundPuzzle + `", ` + value + `]`)) {
			if e.Err == nil {
				continue
			}
			if rejected++; hasKind(e.Err, NoPuzzle) != noPuzzle {
				t.Errorf("%s: %v", value, e.Err)
			}
		}
		if rejected == 0 {
			t.Errorf("%s: nothing is rejected", value)
		}
	}
}
