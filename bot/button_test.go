package bot

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Every verb is in the row of one command.
func TestEachVerbHasARow(t *testing.T) {
	rows := map[chat.Verb]int{}
	for _, h := range handlers() {
		for _, b := range h.Buttons {
			rows[b.Verb]++
		}
	}
	for _, verb := range verbs(t) {
		if rows[verb] != 1 {
			t.Errorf("%q is in %d rows", verb, rows[verb])
		}
		delete(rows, verb)
	}
	if len(rows) > 0 {
		t.Errorf("rows of unknown verbs: %v", rows)
	}
}

// A command names what is counted, and nobody can add another by what they send.
func TestCommandOf(t *testing.T) {
	for want, actions := range map[string][]chat.Action{
		"play":  {chat.Ask{Command: "play"}, chat.Suggest{Command: "play", Option: "tier"}},
		"hint":  {chat.Press{Verb: chat.MoreHint}},
		"move":  {chat.Batch{}, chat.Press{Verb: chat.TypeMoves}, chat.Fill{Press: chat.Press{Verb: chat.TypeMoves}}},
		"rate":  {chat.About{Command: "rate", Text: "…"}},
		"other": {chat.Ask{Command: "xyzzy"}, chat.Press{Verb: "xyzzy"}, chat.About{Command: "xyzzy"}, chat.Suggest{}, nil},
	} {
		for _, action := range actions {
			if got := CommandOf(action); got != want {
				t.Errorf("%+v is for %q, want %q", action, got, want)
			}
		}
	}
}
