package pages

import (
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/library"
)

// Months without an import have a bar too, and old ones none.
func TestEveryMonth(t *testing.T) {
	at := func(year int, month time.Month) time.Time { return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC) }
	all := everyMonth([]library.Month{{First: at(2025, 11), Puzzles: 3}, {First: at(2026, 1), Puzzles: 4}}, at(2026, 2).AddDate(0, 0, 27))
	want := []library.Month{{First: at(2025, 11), Puzzles: 3}, {First: at(2025, 12)}, {First: at(2026, 1), Puzzles: 4}, {First: at(2026, 2)}}
	if !slices.Equal(all, want) {
		t.Errorf("%v, want %v", all, want)
	}
	if n := len(everyMonth([]library.Month{{First: at(2020, 1), Puzzles: 1}}, at(2026, 2))); n != 12 {
		t.Errorf("%d months, want the last 12", n)
	}
}

func TestLineOf(t *testing.T) {
	for want, values := range map[string][]float64{
		"0.0,78.0 150.0,40.0 300.0,2.0": {1500, 1550, 1600},
		"0.0,78.0 300.0,78.0":           {1500, 1500},
	} {
		if got := lineOf(values); got != want {
			t.Errorf("%v: %s, want %s", values, got, want)
		}
	}
}
