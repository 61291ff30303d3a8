package curate

import (
	"strings"
	"testing"
	"time"
)

// After stop nothing more is written; before it the reports come by themselves.
func TestEstimateReports(t *testing.T) {
	var out strings.Builder
	e := newEstimate(&out, 2)
	e.tried(10)
	e.found()
	e.report()
	e.stop()
	e.report()
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "1 of 2 puzzles: 1 in about 10 candidates") {
		t.Errorf("%q", got)
	}
}

func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		candidates uint64
		made       int
		took       time.Duration
		want       string
	}{
		{0, 0, 4 * time.Second, "none so far: a candidate takes long"},
		{0, 36, 4 * time.Second, "36 of 100 puzzles"}, // shidoku, whose candidates are not counted
		{123_456, 0, 10 * time.Second, "none of 120,000 candidates so far, 12,000 a second"},
		{7, 0, 10 * time.Second, "none of 7 candidates so far, 0.7 a second"},
		{40_100, 10, 20 * time.Second, "10 of 100 puzzles: 1 in about 4,000 candidates so far, about 2 s a puzzle, 3 min more for the rest"},
		{2_000_000, 1, time.Hour, "1 of 100 puzzles: 1 in about 2,000,000 candidates so far, about 60 min a puzzle, 4 days more for the rest"},
		{320, 99, 5 * time.Second, "99 of 100 puzzles: 1 in about 3.2 candidates so far, about 50 ms a puzzle, 50 ms more for the rest"},
	} {
		e := estimate{candidates: c.candidates, made: c.made, wanted: 100}
		if got := e.text(c.took); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
