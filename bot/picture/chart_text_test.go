package picture_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/picture"
)

func TestChartText(t *testing.T) {
	chart := picture.Chart{Panels: []picture.Panel{
		{Title: "minutes", Bars: []picture.Bar{{Name: "1–2", Value: 32, Text: "32"}, {Name: "60+", Value: 0.5, Text: "half"}, {Name: "3–5", Text: "none"}}},
		{Title: "clues"},
	}}
	if got, want := chart.Text(), "minutes\n1–2 ████████████████ 32\n60+ █ half\n3–5 none\nclues\n"; got != want {
		t.Errorf("as text:\n%s\nwant\n%s", got, want)
	}
	if got, want := chart.Words(), "minutes\n1–2: 32, 60+: half, 3–5: none\nclues"; got != want {
		t.Errorf("in words:\n%s\nwant\n%s", got, want)
	}
}
