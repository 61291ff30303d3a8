// Package input reads what the commands are given: puzzles from arguments, files and standard input, which are worked
// on all cores and answered in their order, and the flags that several commands have.
package input

import (
	"bufio"
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Help is the part of the help that all commands share that read puzzles.
const Help = `A puzzle is 81 characters, or 16 for a shidoku: digits, and one of 0 . * _ - x X
for an empty cell. An argument is a puzzle, a link or an id of another program that holds one, a file
of puzzles in any common format, plain or compressed, a folder of files, or - for standard input.
Results come in the order of the input. A line that fails is reported on standard error,
the others are still processed, and the exit code is 1.`

// ForEach prints what work returns for each puzzle of the arguments, in their order. work
// is called on all cores; "" prints nothing.
func ForEach(cmd *cobra.Command, args []string, work func(sudoku.Grid) (string, error)) error {
	return ForEachResult(cmd, args, work, printLine)
}

// ForEachResult is [ForEach] for results that show prints, called in their order. What is
// printed goes out as soon as the next result has to be waited for.
func ForEachResult[T any](cmd *cobra.Command, args []string, work func(sudoku.Grid) (T, error), show func(*bufio.Writer, Result[T]) error) error {
	noted := false
	return forEach(cmd, args, Try(work), func(out *bufio.Writer, r Result[T]) error {
		if r.Puzzle.Entry.Marks != "" && !noted {
			noted = true
			fmt.Fprintf(cmd.ErrOrStderr(), "%spencil marks are not used here, only the digits\n", r.Puzzle.Where)
		}
		return show(out, r)
	})
}

// ForEachPosition is [ForEach] for work that uses the pencil marks of a position.
func ForEachPosition(cmd *cobra.Command, args []string, work func(format.Entry) (string, error)) error {
	try := func(p *Puzzle) Result[string] {
		return Try(func(g sudoku.Grid) (string, error) {
			e := p.Entry
			e.Grid = g
			return work(e)
		})(p)
	}
	return forEach(cmd, args, try, printLine)
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

func forEach[T any](cmd *cobra.Command, args []string, try func(*Puzzle) Result[T], show func(*bufio.Writer, Result[T]) error) error {
	defer collectSeldom()()
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	failed := false
	flush := func() bool { return out.Flush() == nil }
	for r := range inOrder(cmd.Context(), Puzzles(cmd, args), BatchSize, try, flush) {
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

// Result is what work returned for a puzzle.
type Result[T any] struct {
	Puzzle *Puzzle
	Value  T
	Err    error // says where the puzzle is
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

// collectSeldom has garbage collected a quarter as often as usual, until restore is called: a few MB live
// while puzzles pass through, so 20 MB buy a tenth of the time. GOGC says otherwise.
func collectSeldom() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}
