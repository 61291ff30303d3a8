package input

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A command works on many puzzles on all cores, and answers in the order of the input. ForEach and its sisters print
// the answers; InOrder is the pipeline below them.

// ForEach prints the result of work for each puzzle of the arguments, in their order. work runs on all cores;
// "" prints nothing.
func ForEach(cmd *cobra.Command, args []string, work func(sudoku.Grid) (string, error)) error {
	return ForEachResult(cmd, args, work, printLine)
}

// ForEachResult is [ForEach] for results that are printed by show, which is called in their order. The output is
// flushed before each wait for the next result.
func ForEachResult[T any](cmd *cobra.Command, args []string, work func(sudoku.Grid) (T, error), show func(*bufio.Writer, Result[T]) error) error {
	note := NoteMarks(cmd)
	return forEach(cmd, OfClues(cmd, Puzzles(cmd, args)), Try(work), func(out *bufio.Writer, r Result[T]) error {
		note(r.Puzzle)
		return show(out, r)
	})
}

// OfClues yields puzzles, a sukaku with an error: for work that uses the clues alone.
func OfClues(cmd *cobra.Command, puzzles iter.Seq[Puzzle]) iter.Seq[Puzzle] {
	return func(yield func(Puzzle) bool) {
		for p := range puzzles {
			if p.Err == nil && p.Entry.IsSukaku() {
				p.Err = fmt.Errorf("a sukaku, which has candidates and no clues: '%s' takes puzzles of clues", cmd.CommandPath())
			}
			if !yield(p) {
				return
			}
		}
	}
}

// NoteMarks returns a function that notes that the candidates of a position are not used: of the first puzzle that has
// any.
func NoteMarks(cmd *cobra.Command) func(*Puzzle) {
	noted := false
	return func(p *Puzzle) {
		if p.Entry.Marks != "" && !noted {
			noted = true
			fmt.Fprintf(cmd.ErrOrStderr(), "%spencil marks are not used here, only the digits\n", p.Where)
		}
	}
}

// ForEachPosition is [ForEach] for work that uses the digits and the candidates of a position, and takes a sukaku. The
// entry of an argument has its grid too.
func ForEachPosition(cmd *cobra.Command, args []string, work func(format.Entry) (string, error)) error {
	return ForEachPositionResult(cmd, args, work, printLine)
}

// ForEachPositionResult is [ForEachResult] for such work.
func ForEachPositionResult[T any](cmd *cobra.Command, args []string, work func(format.Entry) (T, error), show func(*bufio.Writer, Result[T]) error) error {
	try := func(p *Puzzle) Result[T] {
		return Try(func(g sudoku.Grid) (T, error) {
			e := p.Entry
			e.Grid = g
			return work(e)
		})(p)
	}
	return forEach(cmd, Puzzles(cmd, args), try, show)
}

func printLine(out *bufio.Writer, r Result[string]) error {
	if r.Value == "" {
		return nil
	}
	if _, err := out.WriteString(r.Value); err != nil {
		return err
	}
	return out.WriteByte('\n')
}

func forEach[T any](cmd *cobra.Command, puzzles iter.Seq[Puzzle], try func(*Puzzle) Result[T], show func(*bufio.Writer, Result[T]) error) error {
	if os.Getenv("GOGC") == "" {
		// Only a few MB are live while puzzles pass through. Collecting garbage a quarter as often as by default takes
		// 20 MB and saves a tenth of the time.
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	failed := false
	flush := func() bool { return out.Flush() == nil }
	for r := range inOrder(cmd.Context(), puzzles, BatchSize, try, flush) {
		if r.Err != nil {
			failed = true
			out.Flush() // so that the error comes after the results before it
			fmt.Fprintln(cmd.ErrOrStderr(), r.Err)
			continue
		}
		if err := show(out, r); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return errors.Join(cmd.Context().Err(), output.Failure(failed))
}

// Result is the result of work on a puzzle.
type Result[T any] struct {
	Puzzle *Puzzle
	Value  T
	Err    error // names the place of the puzzle
}

// Try returns work for [InOrder].
func Try[T any](work func(sudoku.Grid) (T, error)) func(*Puzzle) Result[T] {
	return func(p *Puzzle) Result[T] {
		r := Result[T]{Puzzle: p, Err: p.Err}
		if r.Err == nil {
			r.Value, r.Err = work(p.Grid)
		}
		if r.Err != nil {
			r.Err = p.Fail(r.Err)
		}
		return r
	}
}

// Good yields the results of puzzles on which work succeeded, in their order, and reports the others on standard
// error. failed is set if there are any.
func Good[T any](cmd *cobra.Command, puzzles iter.Seq[Puzzle], work func(sudoku.Grid) (T, error), failed *bool) iter.Seq[Result[T]] {
	return func(yield func(Result[T]) bool) {
		for r := range InOrder(cmd.Context(), puzzles, BatchSize, Try(work)) {
			if r.Err != nil {
				*failed = true
				fmt.Fprintln(cmd.ErrOrStderr(), r.Err)
			} else if !yield(r) {
				return
			}
		}
	}
}

// BatchSize is how many puzzles at most a core gets at once. Handing over each alone took as long as solving it.
const BatchSize = 64

// InOrder calls work on all cores, and yields the results in the order of the items. A core takes at most batch items
// at once.
func InOrder[I, O any](ctx context.Context, items iter.Seq[I], batch int, work func(*I) O) iter.Seq[O] {
	return inOrder(ctx, items, batch, work, func() bool { return true })
}

// inOrder is [InOrder], and calls wait before each wait for a result; if that returns false, it ends. When the caller
// stops, so do the work and the reading of the items.
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

// receive returns the next value of a channel, and calls wait before it waits for one. ok is false at the end, once
// the context is done, and if wait returns false.
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

// startWork starts work on the items on all cores. It returns a channel with one channel for each batch, in the order
// of the input, which will have the results of the batch. A few batches a core may be in work at a time, so that a hard
// puzzle does not keep the others waiting.
func startWork[I, O any](ctx context.Context, items iter.Seq[I], batch int, work func(*I) O) <-chan chan []O {
	cores := runtime.GOMAXPROCS(0)
	in := &queue[I]{most: batch}
	in.changed = sync.NewCond(&in.mu)
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
				results := make([]O, 0, len(batch))
				for i := 0; i < len(batch) && ctx.Err() == nil; i++ {
					results = append(results, work(&batch[i]))
				}
				answer <- results
			}
		})
	}
	go func() {
		workers.Wait()
		close(pending)
	}()
	return pending
}

// queue holds the items between their reader and the workers. A batch is all of them: many of a file, one of an input
// that brings one now and then. A channel of puzzles took twice the time.
type queue[I any] struct {
	most    int // items
	mu      sync.Mutex
	changed *sync.Cond // at most one goroutine waits, for an item or for room
	waiting []I
	ended   bool
}

// fill adds the items one by one as there is room, until they or the queue end.
func (in *queue[I]) fill(items iter.Seq[I]) {
	defer in.end()
	for i := range items {
		in.mu.Lock()
		for len(in.waiting) == in.most && !in.ended {
			in.changed.Wait()
		}
		if len(in.waiting) == 0 {
			in.waiting = make([]I, 0, in.most)
			in.changed.Signal()
		}
		in.waiting = append(in.waiting, i)
		ended := in.ended
		in.mu.Unlock()
		if ended {
			return
		}
	}
}

// take waits for items and returns them; none after the end. Only one goroutine at a time may call it.
func (in *queue[I]) take() []I {
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

func (in *queue[I]) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.ended = true
	in.changed.Broadcast()
}

// UntilDone yields values until the context is done, even if values is waiting: a signal ends a command at once while
// standard input is open.
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
