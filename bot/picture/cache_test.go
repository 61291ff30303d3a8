package picture

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A board asked for again is not drawn again; the one not asked for longest makes room.
func TestCache(t *testing.T) {
	c := newCache(2)
	b := func(title string) Board { return Board{Title: title, Grid: sudoku.Empty(sudoku.Shidoku)} }
	first, err := c.picture(b("first"))
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"second", "first", "third"} {
		if _, err := c.picture(b(title)); err != nil {
			t.Fatal(err)
		}
	}
	if again, _ := c.picture(b("first")); &again[0] != &first[0] {
		t.Error("the first board was drawn again")
	}
	if len(c.known) != 2 || c.order.Len() != 2 {
		t.Errorf("%d boards are known, %d in order, want 2", len(c.known), c.order.Len())
	}
}
