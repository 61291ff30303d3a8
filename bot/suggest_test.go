package bot

import (
	"context"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// suggestions asks for the suggestions of an option.
func suggestions(t testing.TB, b *Bot, player games.Player, command, option, typed string) []chat.Suggestion {
	t.Helper()
	reply := b.Handle(context.Background(), chat.Request{
		Player: player, Place: chat.Place{GuildID: "7"}, Rights: chat.Rights{ManageGuild: true}, Action: chat.Suggest{Command: command, Option: option, Typed: typed},
	})
	if len(reply.Screen.Body) > 0 || reply.Failed {
		t.Errorf("%s %s %q: %+v", command, option, typed, reply)
	}
	return reply.Suggestions
}

// Techniques and tiers are suggested by what people call them.
func TestSuggestNames(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	for _, c := range []struct{ command, option, typed, label, value string }{
		{"practice", "technique", "", "Naked Single · Easy", "naked-single"}, {"technique", "name", "wing", "X-Wing · Expert", "x-wing"},
		{"technique", "name", "expert", "X-Wing · Expert", "x-wing"}, {"practice", "technique", "hidden t", "Hidden Triple · Medium", "hidden-triple"},
		{"schedule", "monday", "", "Easy · singletons", "singletons"}, {"schedule", "sunday", "fie", "Fiendish · guessing", "guessing"}, {"schedule", "friday", "6", "6×6 instead", "6x6"},
		{"schedule", "friday", "lock", "Hard · locked", "locked"},
	} {
		got := suggestions(t, b, ann, c.command, c.option, c.typed)
		if len(got) == 0 || got[0] != (chat.Suggestion{Label: c.label, Value: c.value}) {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for _, c := range [][3]string{{"practice", "technique", "zzz"}, {"practice", "nothing", "x"}, {"nothing", "date", "x"}, {"submit", "answer", "5"}, {"", "", ""}} {
		if got := suggestions(t, b, ann, c[0], c[1], c[2]); len(got) != 0 {
			t.Errorf("%v: %v", c, got)
		}
	}
}

// Collections are suggested by name, the last of a list at a time, and only the guild's own to import
// into.
func TestSuggestCollections(t *testing.T) {
	store := newStore(t)
	store.offer("7", "Summer", library.TierCounts{})
	for _, name := range []string{"Starter", "Sunday, hard", strings.TrimSpace(strings.Repeat("long ", 30))} {
		store.offer("", name, library.TierCounts{})
	}
	b := store.bot()
	for _, c := range []struct{ command, option, typed, want string }{
		{"collections", "choose", "", "Summer Starter Sunday, hard"}, {"collections", "choose", "st", "Starter"}, {"collections", "choose", "Summer, st", "Summer, Starter"},
		{"collections", "choose", "Summer,", "Summer, Starter Summer, Sunday, hard"}, {"collections", "choose", "zz", ""}, {"import", "collection", "su", "Summer"},
		{"import", "collection", "sta", ""},
	} {
		var got []string
		for _, s := range suggestions(t, b, ann, c.command, c.option, c.typed) {
			got = append(got, s.Value)
		}
		if got := strings.TrimSpace(strings.Join(got, " ")); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
