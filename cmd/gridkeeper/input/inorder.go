package input

import (
	"context"
	"iter"
	"runtime"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Sent yields values over a channel, until the context is done.
func Sent[T any](ctx context.Context, values iter.Seq[T]) <-chan T {
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
	return c
}

// Result is what work returned for a puzzle.
type Result[T any] struct {
	Puzzle *Puzzle
	Value  T
	Err    error
}

// InOrder calls work on all cores and yields the results in the order of the input.
func InOrder[T any](ctx context.Context, puzzles iter.Seq[Puzzle], work func(sudoku.Grid) (T, error)) iter.Seq[Result[T]] {
	return inOrderUnless(ctx, puzzles, work, func() bool { return true })
}

// inOrderUnless calls wait before it has to wait for a result, and ends if it returns false.
//
// A few batches a core may be under way, so that a hard puzzle does not keep the others waiting. Whoever
// has enough of the results ends the work, and the reading of the puzzles.
func inOrderUnless[T any](ctx context.Context, puzzles iter.Seq[Puzzle], work func(sudoku.Grid) (T, error), wait func() bool) iter.Seq[Result[T]] {
	ctx, stop := context.WithCancel(ctx)
	cores := runtime.GOMAXPROCS(0)
	in := newInbox()
	go in.fill(ctx, puzzles)
	pending := make(chan chan []Result[T], 8*cores)
	var turn sync.Mutex // so that pending has the batches in the order of the input
	next := func() (answer chan []Result[T], batch []Puzzle) {
		turn.Lock()
		defer turn.Unlock()
		if batch = in.take(ctx); batch == nil {
			return nil, nil
		}
		answer = make(chan []Result[T], 1)
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
	return func(yield func(Result[T]) bool) {
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
	waiting []Puzzle
	ended   bool
	filled  chan struct{} // has a value after waiting or ended has changed
	emptied chan struct{} // has a value after waiting was emptied
}

func newInbox() *inbox {
	return &inbox{filled: make(chan struct{}, 1), emptied: make(chan struct{}, 1)}
}

// fill puts the puzzles in, until the context is done.
func (in *inbox) fill(ctx context.Context, puzzles iter.Seq[Puzzle]) {
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
func (in *inbox) put(p Puzzle) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch len(in.waiting) {
	case batchSize:
		return false
	case 0:
		in.waiting = make([]Puzzle, 0, batchSize)
		notify(in.filled)
	}
	in.waiting = append(in.waiting, p)
	return true
}

// take waits for puzzles and returns them; none at the end of the input, or once the context is
// done. Only one goroutine at a time may call it.
func (in *inbox) take(ctx context.Context) []Puzzle {
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
func workOn[T any](ctx context.Context, batch []Puzzle, work func(sudoku.Grid) (T, error)) []Result[T] {
	results := make([]Result[T], 0, len(batch))
	for i := range batch {
		if ctx.Err() != nil {
			break
		}
		results = append(results, workOnOne(&batch[i], work))
	}
	return results
}

func workOnOne[T any](p *Puzzle, work func(sudoku.Grid) (T, error)) Result[T] {
	if p.Err != nil {
		return Result[T]{Err: p.Fail(p.Err)}
	}
	value, err := work(p.Grid)
	if err != nil {
		return Result[T]{Err: p.Fail(err)}
	}
	return Result[T]{Puzzle: p, Value: value}
}

// UntilDone yields what a channel brings, until the context is done: a signal ends a command at
// once, while puzzles are still worked on and standard input has not ended.
func UntilDone[T any](ctx context.Context, values <-chan T) iter.Seq[T] {
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
