package discord

import (
	"maps"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot"
)

func TestCustomID(t *testing.T) {
	for _, c := range []struct {
		button bot.Button
		marker string
		want   string
	}{
		{bot.Button{Command: "undo"}, "", "undo"},
		{bot.Button{Command: "hint", Options: map[string]string{"level": "2"}}, "", "hint?level=2"},
		{bot.Button{Command: "daily", Options: map[string]string{"tier": "x-wing", "date": "2026-11-21"}}, "post/7/2026-11-21",
			"daily?date=2026-11-21&tier=x-wing#post/7/2026-11-21"},
	} {
		got := customID(c.button, c.marker)
		if got != c.want || markerOf(got) != c.marker {
			t.Errorf("customID(%v, %q) = %q with marker %q, want %q", c.button, c.marker, got, markerOf(got), c.want)
		}
	}
}

func TestCustomIDComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bot.Button{
			Command: rapid.StringN(1, 20, -1).Draw(t, "command"),
			Options: rapid.MapOfN(rapid.String(), rapid.String(), 0, 3).Draw(t, "options"),
		}
		command, options, ok := parseCustomID(customID(b, rapid.StringMatching(`[a-z0-9:/-]*`).Draw(t, "marker")))
		if !ok || command != b.Command || !maps.Equal(options, b.Options) {
			t.Fatalf("%q %q %v came back from %q %q", command, options, ok, b.Command, b.Options)
		}
	})
}

func TestForeignCustomID(t *testing.T) {
	for _, id := range []string{"", "?a=b", "#marker", "%zz", "a?%zz"} {
		if command, _, ok := parseCustomID(id); ok {
			t.Errorf("parseCustomID(%q) = %q", id, command)
		}
	}
}

// A button that Discord would refuse is left out, and the marker finds a place.
func TestRows(t *testing.T) {
	long := map[string]string{"o": string(make([]byte, 100))}
	wide := map[string]string{"o": "123456789012345678901234567890123456789012345678901234567890"}
	list := rows([]bot.Button{
		{Label: "too long", Command: "a", Options: long},
		{Label: "no room for the marker", Command: "a", Options: wide},
		{Label: "b", Command: "b"}, {Label: "b again", Command: "b"},
		{Label: "c", Command: "c"}, {Label: "d", Command: "d"}, {Label: "e", Command: "e"}, {Label: "f", Command: "f"},
	}, "marker-of-forty-characters-0000000000000")
	var labels []string
	for _, row := range list {
		for _, c := range row.(discordgo.ActionsRow).Components {
			b := c.(discordgo.Button)
			labels = append(labels, b.Label)
			if marked := markerOf(b.CustomID) != ""; marked != (b.Label == "b") {
				t.Errorf("button %q marked: %v", b.Label, marked)
			}
		}
	}
	want := []string{"no room for the marker", "b", "b again", "c", "d", "e", "f"}
	if len(list) != 2 || len(labels) != len(want) {
		t.Errorf("%d rows with %q, want 2 with %q", len(list), labels, want)
	}
}
