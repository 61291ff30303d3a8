package main

import (
	"context"
	"iter"
	"runtime"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// result is what work returned for a puzzle.
type result[T any] struct {
	puzzle *puzzle
	value  T
	err    error
}

// inOrder calls work on all cores and yields the results in the order of the input.
func inOrder[T any](ctx context.Context, puzzles iter.Seq[puzzle], work func(sudoku.Grid) (T, error)) iter.Seq[result[T]] {
	return inOrderUnless(ctx, puzzles, work, func() bool { return true })
}

// inOrderUnless calls wait before it has to wait for a result, and ends if it returns false.
//
// A few batches a core may be under way, so that a hard puzzle does not keep the others waiting. Whoever
// has enough of the results ends the work, and the reading of the puzzles.
func inOrderUnless[T any](ctx context.Context, puzzles iter.Seq[puzzle], work func(sudoku.Grid) (T, error), wait func() bool) iter.Seq[result[T]] {
	ctx, stop := context.WithCancel(ctx)
	cores := runtime.GOMAXPROCS(0)
	in := newInbox()
	go in.fill(ctx, puzzles)
	pending := make(chan chan []result[T], 8*cores)
	var turn sync.Mutex // so that pending has the batches in the order of the input
	next := func() (answer chan []result[T], batch []puzzle) {
		turn.Lock()
		defer turn.Unlock()
		if batch = in.take(ctx); batch == nil {
			return nil, nil
		}
		answer = make(chan []result[T], 1)
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
	return func(yield func(result[T]) bool) {
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

// batchSize is how many puzzles at most are handed to a core at once: to hand each over alone took
// as long as to solve it.
const batchSize = 64

// inbox holds the puzzles that have been read and not yet been handed over. A batch is all of
// them: many of a file, one of an input that brings one now and then. A channel of puzzles took
// twice the time.
type inbox struct {
	mu      sync.Mutex
	waiting []puzzle
	ended   bool
	filled  chan struct{} // has a value after waiting or ended has changed
	emptied chan struct{} // has a value after waiting was emptied
}

func newInbox() *inbox {
	return &inbox{filled: make(chan struct{}, 1), emptied: make(chan struct{}, 1)}
}

// fill puts the puzzles in, until the context is done.
func (in *inbox) fill(ctx context.Context, puzzles iter.Seq[puzzle]) {
	for p := range puzzles {
		for !in.put(p) {
			select {
			case <-in.emptied:
			case <-ctx.Done():
				return
			}
		}
	}
	in.mu.Lock()
	in.ended = true
	in.mu.Unlock()
	notify(in.filled)
}

// put puts a puzzle in if there is room for it.
func (in *inbox) put(p puzzle) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch len(in.waiting) {
	case batchSize:
		return false
	case 0:
		in.waiting = make([]puzzle, 0, batchSize)
		notify(in.filled)
	}
	in.waiting = append(in.waiting, p)
	return true
}

// take waits for puzzles and returns them; none at the end of the input, or once the context is
// done. Only one goroutine at a time may call it.
func (in *inbox) take(ctx context.Context) []puzzle {
	for {
		in.mu.Lock()
		batch, ended := in.waiting, in.ended
		in.waiting = nil
		in.mu.Unlock()
		if len(batch) > 0 {
			notify(in.emptied)
			return batch
		}
		if ended {
			return nil
		}
		select {
		case <-in.filled:
		case <-ctx.Done():
			return nil
		}
	}
}

// notify lets the one who waits for the channel, now or later, go on.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// workOn returns the results of a batch; after the context is done, of its beginning.
func workOn[T any](ctx context.Context, batch []puzzle, work func(sudoku.Grid) (T, error)) []result[T] {
	results := make([]result[T], 0, len(batch))
	for i := range batch {
		if ctx.Err() != nil {
			break
		}
		results = append(results, workOnOne(&batch[i], work))
	}
	return results
}

func workOnOne[T any](p *puzzle, work func(sudoku.Grid) (T, error)) result[T] {
	if p.err != nil {
		return result[T]{err: p.fail(p.err)}
	}
	value, err := work(p.grid)
	if err != nil {
		return result[T]{err: p.fail(err)}
	}
	return result[T]{puzzle: p, value: value}
}

// untilDone yields what a channel brings, until the context is done: a signal ends a command at
// once, while puzzles are still worked on and standard input has not ended.
func untilDone[T any](ctx context.Context, values <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case value, ok := <-values:
				if !ok || !yield(value) {
					return
				}
			}
		}
	}
}
