package criteria

import (
	"testing"
)

func TestParseScores(t *testing.T) {
	for text, want := range map[string][2]float64{
		"": {0, 0}, "300-600": {300, 600}, "5m-10m": {300, 600}, "5:00-1:10:00": {300, 4200}, "90.5-": {90.5, 0},
		"-2m": {0, 120}, " 1h - 2h ": {3600, 7200}, "60-60": {60, 60},
	} {
		least, most, err := ParseScores(text)
		if err != nil || [2]float64{least, most} != want {
			t.Errorf("%q: %v to %v, %v, want %v", text, least, most, err, want)
		}
	}
	for _, text := range []string{
		"300", "-", "a-b", "5:5-", "5:60-", "1:2:3:4-", "10-5", "-0", "0-0", "1e400-", "NaN-", "Inf-", "--5", "5--3", "1:-2", ":-", "5-6-7", "１-２",
	} {
		if least, most, err := ParseScores(text); err == nil {
			t.Errorf("%q is read as %v to %v", text, least, most)
		}
	}
}
