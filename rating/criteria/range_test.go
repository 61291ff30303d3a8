package criteria

import "testing"

func TestParseRange(t *testing.T) {
	for text, want := range map[string][2]int{
		"24": {24, 24}, "22-25": {22, 25}, "22-": {22, 0}, "-25": {0, 25}, " 5 - 10 ": {5, 10}, "9-5": {9, 5}, "100000": {100_000, 100_000},
	} {
		if least, most, err := ParseRange(text); err != nil || [2]int{least, most} != want {
			t.Errorf("%q: %d to %d, %v, want %v", text, least, most, err, want)
		}
	}
	for _, text := range []string{"", " ", "-", "x", "0", "0-5", "5-0", "1-2-3", "--5", "100001", "99999999999999999999", "4.5"} {
		if least, most, err := ParseRange(text); err == nil {
			t.Errorf("%q: %d to %d is not refused", text, least, most)
		}
	}
}
