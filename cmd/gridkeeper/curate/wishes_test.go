package curate

import (
	"strings"
	"testing"
	"time"
)

func TestParseScores(t *testing.T) {
	for text, want := range map[string][2]float64{
		"": {0, 0}, "300-600": {300, 600}, "5m-10m": {300, 600}, "5:00-1:10:00": {300, 4200}, "90.5-": {90.5, 0},
		"-2m": {0, 120}, " 1h - 2h ": {3600, 7200}, "60-60": {60, 60},
	} {
		least, most, err := parseScores(text)
		if err != nil || [2]float64{least, most} != want {
			t.Errorf("%q: %v to %v, %v, want %v", text, least, most, err, want)
		}
	}
	for _, text := range []string{
		"300", "-", "a-b", "5:5-", "5:60-", "1:2:3:4-", "10-5", "-0", "0-0", "1e400-", "NaN-", "Inf-", "--5", "5--3", "1:-2", ":-", "5-6-7", "１-２",
	} {
		if least, most, err := parseScores(text); err == nil {
			t.Errorf("%q is read as %v to %v", text, least, most)
		}
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
