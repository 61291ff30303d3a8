package input

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Result is what work returned for a puzzle.
type Result[T any] struct {
	Puzzle *Puzzle
	Value  T
	Err    error // says where the puzzle is
}

// batchSize is how many puzzles at most are handed to a core at once: to hand each over alone took
// as long as to solve it.
const batchSize = 64

// InOrder calls work on all cores and yields the results in the order of the input.
func InOrder[T any](ctx context.Context, puzzles iter.Seq[Puzzle], work func(sudoku.Grid) (T, error)) iter.Seq[Result[T]] {
	return inOrder(ctx, puzzles, work, batchSize, func() bool { return true })
}

// InOrderSlowly is [InOrder] for work that takes seconds: a core takes one puzzle at a time.
func InOrderSlowly[T any](ctx context.Context, puzzles iter.Seq[Puzzle], work func(sudoku.Grid) (T, error)) iter.Seq[Result[T]] {
	return inOrder(ctx, puzzles, work, 1, func() bool { return true })
}

// Good yields the results of puzzles on which work succeeded, in their order, and reports the others on standard
// error. failed is set if there are any.
func Good[T any](cmd *cobra.Command, puzzles iter.Seq[Puzzle], work func(sudoku.Grid) (T, error), failed *bool) iter.Seq[Result[T]] {
	return func(yield func(Result[T]) bool) {
		for r := range InOrder(cmd.Context(), puzzles, work) {
			if r.Err != nil {
				*failed = true
				fmt.Fprintln(cmd.ErrOrStderr(), r.Err)
			} else if !yield(r) {
				return
			}
		}
	}
}

// inOrder hands over batches of so many puzzles at most. It calls wait before it has to wait for a result, and ends
// if that returns false.
//
// A few batches a core may be under way, so that a hard puzzle does not keep the others waiting. Whoever
// has enough of the results ends the work, and the reading of the puzzles.
func inOrder[T any](ctx context.Context, puzzles iter.Seq[Puzzle], work func(sudoku.Grid) (T, error), batch int, wait func() bool) iter.Seq[Result[T]] {
	ctx, stop := context.WithCancel(ctx)
	cores := runtime.GOMAXPROCS(0)
	in := newInbox(batch)
	context.AfterFunc(ctx, in.end)
	go in.fill(puzzles)
	pending := make(chan chan []Result[T], 8*cores)
	var turn sync.Mutex // so that pending has the batches in the order of the input
	next := func() (answer chan []Result[T], batch []Puzzle) {
		turn.Lock()
		defer turn.Unlock()
		if batch = in.take(); batch == nil {
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

// workOn returns the results of a batch; after the context is done, of its beginning.
func workOn[T any](ctx context.Context, batch []Puzzle, work func(sudoku.Grid) (T, error)) []Result[T] {
	results := make([]Result[T], 0, len(batch))
	for i := range batch {
		if ctx.Err() != nil {
			break
		}
		r := Result[T]{Puzzle: &batch[i], Err: batch[i].Err}
		if r.Err == nil {
			r.Value, r.Err = work(batch[i].Grid)
		}
		if r.Err != nil {
			r.Err = batch[i].Fail(r.Err)
		}
		results = append(results, r)
	}
	return results
}

// inbox holds the puzzles that have been read and not yet been handed over. A batch is all of
// them: many of a file, one of an input that brings one now and then. A channel of puzzles took
// twice the time.
type inbox struct {
	most    int // puzzles
	mu      sync.Mutex
	changed *sync.Cond // one waits at most: there is nothing to take, or no place to put
	waiting []Puzzle
	ended   bool
}

func newInbox(most int) *inbox {
	in := &inbox{most: most}
	in.changed = sync.NewCond(&in.mu)
	return in
}

// fill puts the puzzles in, until they or the inbox end.
func (in *inbox) fill(puzzles iter.Seq[Puzzle]) {
	for p := range puzzles {
		if !in.put(p) {
			return
		}
	}
	in.end()
}

// put waits for a place and puts a puzzle in; it returns false once the inbox has ended.
func (in *inbox) put(p Puzzle) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.waiting) == in.most && !in.ended {
		in.changed.Wait()
	}
	if len(in.waiting) == 0 {
		in.waiting = make([]Puzzle, 0, in.most)
		in.changed.Signal()
	}
	in.waiting = append(in.waiting, p)
	return !in.ended
}

// take waits for puzzles and returns them; none after the end. Only one goroutine at a time may call it.
func (in *inbox) take() []Puzzle {
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

func (in *inbox) end() {
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

// Only reads the puzzle of a command that takes one. more is the error where there are several.
func Only(cmd *cobra.Command, args []string, more error) (only Puzzle, err error) {
	n := 0
	for p := range UntilDone(cmd.Context(), Puzzles(cmd, args)) {
		if n++; n > 1 {
			return Puzzle{}, more
		}
		only = p
	}
	if cmd.Context().Err() != nil {
		return Puzzle{}, cmd.Context().Err()
	}
	if only.Err != nil {
		return Puzzle{}, only.Fail(only.Err)
	}
	return only, nil
}
