package importing

import (
	"context"
	"iter"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ImportEntries imports what no reader of files yields.
func ImportEntries(s *Store, ctx context.Context, o Options, entries iter.Seq[format.Entry]) (Report, error) {
	return s.importEntries(ctx, o, func(yield func(format.Entry, error) bool) {
		for e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	})
}

// SetRevertAtOnce says how many lines go in a transaction when an import is taken back.
func SetRevertAtOnce(n int) (restore func()) {
	before := revertAtOnce
	revertAtOnce = n
	return func() { revertAtOnce = before }
}

// SetWellKnown makes the puzzles of a file well known.
func SetWellKnown(o library.Origin, puzzles ...sudoku.Grid) (restore func()) {
	c := contents{}
	for _, g := range puzzles {
		c.add(g)
	}
	wellKnown[c] = o
	return func() { delete(wellKnown, c) }
}

// MoveToSuccessors are the statements with which a reversal moves puzzles to other entries.
var MoveToSuccessors = []string{createReverted, moveToSuccessors}
