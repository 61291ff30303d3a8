package bot

import (
	"strings"
	"testing"
)

// The links open the clues of the current game, whatever was filled in.
func TestOpen(t *testing.T) {
	store := newFakeStore()
	b := New(store, Config{Now: store.clock.Now})
	if reply := b.Handle(t.Context(), request(ann, "open", nil)); !reply.Failed {
		t.Errorf("without a game: %s", reply.Screen.Body)
	}
	ask(t, b, ann, "play", "shape=shidoku")
	before := ask(t, b, ann, "open")
	ask(t, b, ann, "move", "moves=r2c2=4")
	after := ask(t, b, ann, "open")
	if !before.Private || before.Screen.Body.String() != after.Screen.Body.String() {
		t.Errorf("%s, then %s", before.Screen.Body, after.Screen.Body)
	}
	var links []string
	for _, p := range after.Screen.Body {
		if p.Kind == LinkPart {
			links = append(links, p.Text)
		}
	}
	if len(links) != 2 || !strings.HasPrefix(links[0], "https://sudokupad.app/") || !strings.HasPrefix(links[1], "https://www.f-puzzles.com/") {
		t.Errorf("links %q", links)
	}
}
