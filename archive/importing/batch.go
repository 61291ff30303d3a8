package importing

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// An import uses two connections if the pool has a second: while one batch is kept on one, the next is prepared and
// then copied on the other.

// batchSize is how many entries share a transaction by default. At 10,000 the statements cost little
// beside their rows, and a killed import loses half a second.
const batchSize = 10_000

// batch is entries in a row.
type batch struct {
	entries []prepared
	done    int     // entries of the source before these
	before  *stages // of the batch before
	*stages         // of this
}

// stages are the steps of a batch. The next batch waits for them in this order.
type stages struct {
	prepared chan struct{}        // its rejected lines have their reasons
	brought  map[canon.Key]stored // its new puzzles, once it is inserted
	inserted chan struct{}        // its puzzles are in the database
	kept     chan struct{}        // it is committed
}

func newStages() *stages {
	return &stages{prepared: make(chan struct{}), inserted: make(chan struct{}), kept: make(chan struct{})}
}

// await waits for a step of the batch before.
func await(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return ctx.Err() // which may be why it is done
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sorted divides the entries into puzzles and rejected lines.
func (b *batch) sorted() (accepted, rejected []*prepared) {
	accepted = make([]*prepared, 0, len(b.entries))
	for i := range b.entries {
		if p := &b.entries[i]; p.why == nil {
			accepted = append(accepted, p)
		} else {
			rejected = append(rejected, p)
		}
	}
	return accepted, rejected
}

// batches cuts the rest of a source into batches. It is safe for concurrent use.
type batches struct {
	mutex  sync.Mutex
	next   func() (format.Entry, error, bool)
	total  int // entries of the source
	done   int // those of them that are in batches
	resume int
	size   int
	last   *stages
}

// newBatches returns the batches of an import from the entry after "from" on. The entries up to "resume" are kept
// already.
func newBatches(next func() (format.Entry, error, bool), total, from, resume, size int) *batches {
	start := newStages()
	close(start.prepared)
	close(start.inserted)
	close(start.kept)
	for range from {
		_, _, _ = next() // an error comes again
	}
	return &batches{next: next, total: total, done: from, resume: resume, size: size, last: start}
}

// take returns the next batch, nil after the last. No batch is kept in part.
func (s *batches) take() (*batch, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	b := &batch{done: s.done, before: s.last, stages: newStages(), entries: make([]prepared, 0, min(s.size, s.total-s.done))}
	for len(b.entries) < s.size && !(s.done == s.resume && len(b.entries) > 0) {
		e, err, ok := s.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		s.done++
		b.entries = append(b.entries, prepared{Entry: e, position: s.done})
	}
	if len(b.entries) == 0 {
		return nil, nil
	}
	s.last = b.stages
	return b, nil
}

// importer is an import under way.
type importer struct {
	*pgx.Conn
	options    Options
	source     *source
	collection int64
	report     Report // Read is also where to continue
	reasons    reasons
	rejectsTo  int                     // rejected lines up to this position are counted already
	programs   map[format.Rating]int16 // the numbers of those that rated puzzles of the file

	seen   *library.PuzzleSet // the puzzles of all its entries; nil if it continues what others began
	twin   int32              // an import of the same source into another collection; 0: none
	newest atomic.Bool        // nearly all of the last batch was new
}

func (i *importer) progress() {
	if i.options.Progress != nil {
		i.options.Progress(i.report)
	}
}

// maxReasons is how many lines of an import are explained. That takes milliseconds for most, but a second for some.
const maxReasons = 100

// reasons counts the rejected lines of an import that were explained.
type reasons struct {
	given int
	first []Reject // with their errors, for the report
}

// giveReasons explains the first rejected lines of an import, and reports all.
func (i *importer) giveReasons(entries []prepared) {
	for n := range entries {
		r := &entries[n]
		if r.why == nil {
			continue
		}
		if i.reasons.given++; i.reasons.given <= maxReasons && r.Err == nil {
			r.why = unavoidable.Reason(r.Grid, r.why)
		}
		if len(i.reasons.first) < shown {
			i.reasons.first = append(i.reasons.first, r.reject())
		}
		if i.options.Rejected != nil {
			i.options.Rejected(Reject{Line: r.Line, Text: r.Text, Kind: KindOf(r.why), Reason: r.why.Error(), Err: r.why})
		}
	}
}
