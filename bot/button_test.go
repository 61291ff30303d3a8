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
