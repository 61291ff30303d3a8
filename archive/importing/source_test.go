package importing

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Rejected lines that are only counted come without their texts, and in their places.
func TestSourceCountsRejects(t *testing.T) {
	good := format.Entry{Line: 7, Text: "1.....3..2.....4"}
	good.Grid, _ = sudoku.Parse(good.Text)
	var entries []format.Entry
	for n := range maxRejects + 3_000 {
		entries = append(entries, format.Entry{Line: n + 1, Text: "x", Name: "y", Err: fmt.Errorf("line %d is bad", n+1)})
		if n%1_000 == 5 {
			entries = append(entries, good)
		}
	}
	for _, whole := range []bool{false, true} {
		s := sourceOf(t, entries)
		n, rejected := 0, 0
		for e, err := range s.all(whole) {
			want := entries[n]
			if want.Err != nil {
				if rejected++; rejected > maxRejects && !whole {
					want.Text, want.Name = "", ""
				}
			}
			if err != nil || e != want {
				t.Fatalf("entry %d is %+v, %v, want %+v", n, e, err, want)
			}
			n++
		}
		if n != len(entries) {
			t.Errorf("%d entries, want %d", n, len(entries))
		}
	}
}

func sourceOf(t *testing.T, entries []format.Entry) *source {
	t.Helper()
	s, err := readSource(t.Context(), func(yield func(format.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A file that has other lines when it is read again ends the import.
func TestSourceChanges(t *testing.T) {
	s := sourceOf(t, []format.Entry{{Line: 1}, {Line: 2}, {Line: 3}})
	for _, n := range []int{2, 4} {
		s.entries = func(yield func(format.Entry, error) bool) {
			for line := range n {
				if !yield(format.Entry{Line: line + 1}, nil) {
					return
				}
			}
		}
		var last error
		for _, err := range s.all(false) {
			last = err
		}
		if last != errChanged {
			t.Errorf("with %d lines instead of 3 the error is %v", n, last)
		}
	}
}

// A file is read where it is, from where it stands, and a pipe from a copy; both can be read again.
func TestInput(t *testing.T) {
	const text = "1.....3..2.....4\n....1..2.3..4...\n"
	path := filepath.Join(t.TempDir(), "x.txt")
	sudokutest.Must(t, os.WriteFile(path, []byte("not a puzzle\n"+text), 0o600))
	file, err := os.Open(path)
	sudokutest.Must(t, err)
	defer file.Close()
	_, err = file.Seek(int64(len("not a puzzle\n")), io.SeekStart)
	sudokutest.Must(t, err)
	pipe, end, err := os.Pipe()
	sudokutest.Must(t, err)
	defer pipe.Close()
	_, err = end.WriteString(text)
	sudokutest.Must(t, err)
	sudokutest.Must(t, end.Close())
	for name, c := range map[string]struct {
		from   io.Reader
		copied bool
	}{"file": {file, false}, "memory": {strings.NewReader(text), false}, "pipe": {pipe, true}, "stream": {io.NopCloser(strings.NewReader(text)), true}} {
		in := &input{Reader: c.from}
		for range 2 {
			var texts []string
			for e, err := range in.entries {
				sudokutest.Must(t, err)
				texts = append(texts, e.Text)
			}
			if got := strings.Join(texts, "\n") + "\n"; got != text {
				t.Errorf("%s: read %q", name, got)
			}
		}
		if copied := in.scratch != nil; copied != c.copied {
			t.Errorf("%s: copied %t", name, copied)
		}
		in.close()
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
