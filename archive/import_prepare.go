package archive

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/rating"
)

// batchSize is how many entries share a transaction by default. At 2,000 a commit costs less than
// a hundredth of what the rating of its puzzles does, and a killed import loses a second.
const batchSize = 2_000

// prepared is an entry with all that is computed about it.
type prepared struct {
	format.Entry
	position int // among the entries of the source, from 1
	key      canon.Key
	rating   rating.Rating
	reason   string // why it is rejected; "" if it is not
	why      error  // the same, if it is a grid
}

// batch is entries in a row, or the error at which the source ended.
type batch struct {
	entries []prepared
	err     error
}

// prepareAll sends the batches of a source from the entry after "done" on. While one is
// kept in the database, the next is prepared, on all processors. When the context is done
// it closes the channel; a caller that stops earlier cancels the context and drains the channel.
func prepareAll(ctx context.Context, source iter.Seq2[format.Entry, error], done, size int) <-chan batch {
	batches := make(chan batch, 1)
	go func() {
		defer close(batches)
		for b := range slice(source, done, size) {
			if b.err == nil {
				prepare(ctx, b.entries)
			}
			if ctx.Err() != nil { // the batch is prepared in part only
				return
			}
			select {
			case batches <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	return batches
}

// slice cuts a source into batches and leaves its first "done" entries out.
func slice(source iter.Seq2[format.Entry, error], done, size int) iter.Seq[batch] {
	return func(yield func(batch) bool) {
		position := 0
		var entries []prepared
		for e, err := range source {
			if err != nil {
				yield(batch{err: err})
				return
			}
			if position++; position <= done {
				continue
			}
			entries = append(entries, prepared{Entry: e, position: position})
			if len(entries) >= size {
				if !yield(batch{entries: entries}) {
					return
				}
				entries = nil
			}
		}
		if len(entries) > 0 {
			yield(batch{entries: entries})
		}
	}
}

// prepare fills in what the entries lack. Idle workers take the next entry: hard puzzles
// take a thousand times as long as easy ones, and equal shares would leave processors idle.
func prepare(ctx context.Context, entries []prepared) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(entries)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				entries[i].examine()
			}
		})
	}
	all.Wait()
}

// examine rejects what cannot be rated, which is all that is not known to have exactly one
// solution, and finds key and rating of the rest.
func (p *prepared) examine() {
	if p.Err != nil {
		p.reason = p.Err.Error()
		return
	}
	r, err := rating.Rate(p.Grid)
	if err != nil {
		p.reason, p.why = err.Error(), err
		return
	}
	p.rating = r
	p.key = canon.KeyOf(p.Grid)
	if p.Text == "" {
		p.Text = p.Grid.String()
	}
}
