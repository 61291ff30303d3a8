package library

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/canon"
)

// An import has two connections where it can: while a batch is kept on one, the next is prepared
// and then copied on the other.

// batchSize is how many entries share a transaction by default. At 10,000 the statements cost little
// beside their rows, and a killed import loses half a second.
const batchSize = 10_000

// batch is entries in a row.
type batch struct {
	entries []prepared
	done    int   // entries of the source before these
	before  *turn // of the batch before
	*turn         // of this
}

// turn is how far a batch is. What it does is seen by the next batch in this order.
type turn struct {
	prepared chan struct{}        // its rejected lines have their reasons
	brought  map[canon.Key]stored // its new puzzles, once it is inserted
	inserted chan struct{}        // its puzzles are in the database
	kept     chan struct{}        // it is committed
}

func newTurn() *turn {
	return &turn{prepared: make(chan struct{}), inserted: make(chan struct{}), kept: make(chan struct{})}
}

// await waits for what a batch before has to do.
func await(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return ctx.Err() // which may be why it is done
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sorted returns the entries that are puzzles and those that are not.
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

// batches cuts what is left of a source into batches. It is safe for concurrent use.
type batches struct {
	mutex  sync.Mutex
	next   func() (format.Entry, error, bool)
	total  int // entries of the source
	done   int // those of them that are in batches
	resume int
	size   int
	last   *turn
}

// newBatches returns the batches of an import from the entry after "from" on, of which those up to
// "resume" are kept already.
func newBatches(next func() (format.Entry, error, bool), total, from, resume, size int) *batches {
	start := newTurn()
	close(start.prepared)
	close(start.inserted)
	close(start.kept)
	for range from {
		_, _, _ = next() // an error comes again
	}
	return &batches{next: next, total: total, done: from, resume: resume, size: size, last: start}
}

// take returns the next batch, nil after the last. None is kept in part only.
func (s *batches) take() (*batch, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	b := &batch{done: s.done, before: s.last, turn: newTurn(), entries: make([]prepared, 0, min(s.size, s.total-s.done))}
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
	s.last = b.turn
	return b, nil
}

// work prepares and keeps batches on a connection until there are none left.
func (i *importer) work(ctx context.Context, conn *pgx.Conn, all *batches) error {
	for {
		b, err := all.take()
		if b == nil || err != nil {
			return err
		}
		if err := i.prepare(ctx, conn, b); err != nil {
			return err
		}
		if err := await(ctx, b.before.prepared); err != nil {
			return err
		}
		i.giveReasons(b.entries)
		close(b.prepared)
		if b.done < all.resume {
			close(b.inserted)
			close(b.kept)
			continue
		}
		if err := i.keep(ctx, conn, b); err != nil {
			return err
		}
	}
}

// patience is how long an import waits for a second connection. Where many import at once each has
// one, and waits for no other that has one.
const patience = 50 * time.Millisecond

// second returns another connection of the pool, or nil.
func (s *Store) second(ctx context.Context) *pgxpool.Conn {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := s.db.Acquire(ctx)
	if err != nil {
		return nil
	}
	return conn
}
