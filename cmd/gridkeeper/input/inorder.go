package input

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// BatchSize is how many puzzles at most are handed to a core at once: to hand each over alone took
// as long as to solve it.
const BatchSize = 64

// InOrder calls work on all cores, and yields what it returns in the order of the items. A core takes a batch of
// so many at most.
func InOrder[I, O any](ctx context.Context, items iter.Seq[I], batch int, work func(*I) O) iter.Seq[O] {
	return inOrder(ctx, items, batch, work, func() bool { return true })
}

// inOrder calls wait before it has to wait for a result, and ends if that returns false. Whoever has enough of the
// results ends the work, and the reading of the items.
func inOrder[I, O any](ctx context.Context, items iter.Seq[I], batch int, work func(*I) O, wait func() bool) iter.Seq[O] {
	ctx, stop := context.WithCancel(ctx)
	pending := startWork(ctx, items, batch, work)
	return func(yield func(O) bool) {
		defer stop()
		for {
			answer, ok := receive(ctx, pending, wait)
			if !ok {
				return
			}
			results, _ := receive(ctx, answer, wait)
			for _, r := range results {
				if ctx.Err() != nil || !yield(r) {
					return
				}
			}
		}
	}
}

// startWork has all cores work on the items, and returns where the results of each batch will come, in their order.
// A few batches a core may be under way, so that a hard puzzle does not keep the others waiting.
func startWork[I, O any](ctx context.Context, items iter.Seq[I], batch int, work func(*I) O) <-chan chan []O {
	cores := runtime.GOMAXPROCS(0)
	in := newInbox[I](batch)
	context.AfterFunc(ctx, in.end)
	go in.fill(items)
	pending := make(chan chan []O, 8*cores)
	var turn sync.Mutex // so that pending has the batches in the order of the input
	next := func() (answer chan []O, batch []I) {
		turn.Lock()
		defer turn.Unlock()
		if batch = in.take(); batch == nil {
			return nil, nil
		}
		answer = make(chan []O, 1)
		select {
		case pending <- answer:
			return answer, batch
		case <-ctx.Done():
			return nil, nil
		}
	}
	var workers sync.WaitGroup
	for range cores {
		workers.Go(func() {
			for answer, batch := next(); batch != nil; answer, batch = next() {
				answer <- workOn(ctx, batch, work)
			}
		})
	}
	go func() {
		workers.Wait()
		close(pending)
	}()
	return pending
}

// receive returns the next value of a channel, and calls wait before it waits for one. ok is
// false if there is none: at the end, once the context is done, or if wait says so.
func receive[T any](ctx context.Context, values <-chan T, wait func() bool) (value T, ok bool) {
	select {
	case value, ok = <-values:
		return value, ok
	default:
	}
	if !wait() {
		return value, false
	}
	select {
	case <-ctx.Done():
	case value, ok = <-values:
	}
	return value, ok
}

// workOn returns the results of a batch; after the context is done, of its beginning.
func workOn[I, O any](ctx context.Context, batch []I, work func(*I) O) []O {
	results := make([]O, 0, len(batch))
	for i := range batch {
		if ctx.Err() != nil {
			break
		}
		results = append(results, work(&batch[i]))
	}
	return results
}

// inbox holds the items that have been read and not yet been handed over. A batch is all of
// them: many of a file, one of an input that brings one now and then. A channel of puzzles took
// twice the time.
type inbox[I any] struct {
	most    int // items
	mu      sync.Mutex
	changed *sync.Cond // one waits at most: there is nothing to take, or no place to put
	waiting []I
	ended   bool
}

func newInbox[I any](most int) *inbox[I] {
	in := &inbox[I]{most: most}
	in.changed = sync.NewCond(&in.mu)
	return in
}

// fill puts the items in, until they or the inbox end.
func (in *inbox[I]) fill(items iter.Seq[I]) {
	for i := range items {
		if !in.put(i) {
			return
		}
	}
	in.end()
}

// put waits for a place and puts an item in; it returns false once the inbox has ended.
func (in *inbox[I]) put(i I) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.waiting) == in.most && !in.ended {
		in.changed.Wait()
	}
	if len(in.waiting) == 0 {
		in.waiting = make([]I, 0, in.most)
		in.changed.Signal()
	}
	in.waiting = append(in.waiting, i)
	return !in.ended
}

// take waits for items and returns them; none after the end. Only one goroutine at a time may call it.
func (in *inbox[I]) take() []I {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.waiting) == 0 && !in.ended {
		in.changed.Wait()
	}
	batch := in.waiting
	in.waiting = nil
	in.changed.Signal()
	return batch
}

func (in *inbox[I]) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.ended = true
	in.changed.Broadcast()
}

// UntilDone yields what values brings, until the context is done, even while values waits: a signal ends a command
// at once, while standard input has not ended.
func UntilDone[T any](ctx context.Context, values iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		c := make(chan T)
		go func() {
			defer close(c)
			for v := range values {
				select {
				case c <- v:
				case <-ctx.Done():
					return
				}
			}
		}()
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case v, ok := <-c:
				if !ok || !yield(v) {
					return
				}
			}
		}
	}
}
