package picture

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A board asked for again is not drawn again; those not asked for make room.
func TestCache(t *testing.T) {
	c := cache{half: 2}
	b := func(title string) Diagram { return Diagram{Title: title, Grid: sudoku.Empty(sudoku.Shidoku)} }
	first, err := c.picture(b("first"))
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"second", "third", "first", "fourth", "fifth"} {
		if _, err := c.picture(b(title)); err != nil {
			t.Fatal(err)
		}
	}
	if again, _ := c.picture(b("first")); &again[0] != &first[0] {
		t.Error("the first board was drawn again")
	}
	if n := len(c.young) + len(c.old); n > 2*c.half || c.old["second"] != nil {
		t.Errorf("%d boards are kept, want %d at most", n, 2*c.half)
	}
}
