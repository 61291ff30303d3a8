package rating

import (
	"math"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The interval has the factors given up to the reference, and their powers above.
func TestAround(t *testing.T) {
	i := Interval{Low: 0.8, High: 1.5, Growth: 0.5}
	for _, c := range []struct{ expected, low, high float64 }{
		{0, 0, 0},
		{Reference / 4, Reference / 4 * 0.8, Reference / 4 * 1.5},
		{Reference, Reference * 0.8, Reference * 1.5},
		{4 * Reference, 4 * Reference * 0.8 * 0.8, 4 * Reference * 1.5 * 1.5},
	} {
		low, high := i.Around(c.expected)
		if math.Abs(low-c.low) > 1e-9 || math.Abs(high-c.high) > 1e-9 {
			t.Errorf("interval around %g is %g to %g, want %g to %g", c.expected, low, high, c.low, c.high)
		}
	}
}

// More of any amount is never expected to take less time, nor are the ends of the interval
// lower.
func TestTimeGrows(t *testing.T) {
	start := Effort{Digits: 50, Search: 300}
	model := models[sudoku.Sudoku]
	expected, low, high := model.Time(start)
	for _, more := range []Effort{{Digits: 51, Search: 300}, {Digits: 50, Search: 310}} {
		if e, l, h := model.Time(more); e <= expected || l <= low || h <= high {
			t.Errorf("%+v takes %g (%g to %g), %+v takes %g (%g to %g)", more, e, l, h, start, expected, low, high)
		}
	}
}
