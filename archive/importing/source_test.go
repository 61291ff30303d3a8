package importing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Rejected lines that are only counted take no room, and come back in their places.
func TestSourceCountsRejects(t *testing.T) {
	good := format.Entry{Line: 7, Text: "1.....3..2.....4"}
	good.Grid, _ = sudoku.Parse(good.Text)
	var entries []format.Entry
	for n := range maxRejects + 300_000 {
		entries = append(entries, format.Entry{Line: n + 1, Text: "x", Err: fmt.Errorf("line %d is bad", n+1)})
		if n%100_000 == 5 {
			entries = append(entries, good)
		}
	}
	s, err := newSource(t.Context(), slices.Values(entries), false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if info, err := s.file.Stat(); err != nil || info.Size() > 200_000 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	n, rejected := 0, 0
	for e, err := range s.all() {
		if err != nil {
			t.Fatal(err)
		}
		want := entries[n]
		switch {
		case want.Err == nil && e != want, (e.Err == nil) != (want.Err == nil):
			t.Fatalf("entry %d is %+v, want %+v", n, e, want)
		case want.Err != nil:
			if rejected++; rejected <= maxRejects && (e.Err.Error() != want.Err.Error() || e.Line != want.Line) {
				t.Fatalf("entry %d is %+v, want %+v", n, e, want)
			}
			if rejected > maxRejects && KindOf(e.Err) != unnamed {
				t.Fatalf("entry %d is %+v", n, e)
			}
		}
		n++
	}
	if n != len(entries) {
		t.Errorf("%d entries, want %d", n, len(entries))
	}
}

// The list of puzzles of 17 clues is known, whatever its order, but not a part of it.
func TestWellKnown(t *testing.T) {
	for name, author := range map[string]string{"royle-17-clue.txt": "Gordon Royle", "hardest-375.txt": ""} {
		grids := sudokutest.Grids(t, name)
		rand.Shuffle(len(grids), func(i, j int) { grids[i], grids[j] = grids[j], grids[i] })
		var c contents
		for i, g := range grids {
			if _, known := wellKnown[c]; known {
				t.Errorf("%d puzzles of %s are well known", i, name)
			}
			c.add(g)
		}
		if o, known := wellKnown[c]; !known || o.Author != author {
			t.Errorf("%s is by %q, want %q", name, o.Author, author)
		}
	}
}
