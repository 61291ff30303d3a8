package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// puzzleArgs is the part of the help that all commands share that read puzzles.
const puzzleArgs = `A puzzle is 81 characters, or 16 for a shidoku: digits, and one of 0 . * _ - x X
for an empty cell. An argument is a puzzle, a file of them, or - for standard input.
Results come in the order of the input. A line that fails is reported on standard error,
the others are processed all the same, and the exit code is 1.`

// forEachPuzzle prints what work returns for each puzzle of the arguments, in their order. work
// is called on all cores; "" prints nothing.
func forEachPuzzle(cmd *cobra.Command, args []string, work func(sudoku.Grid) (string, error)) error {
	return forEachResult(cmd, args, work, func(out *bufio.Writer, text string) error {
		if text == "" {
			return nil
		}
		_, err := fmt.Fprintln(out, text)
		return err
	})
}

// forEachResult is forEachPuzzle for results that show prints.
func forEachResult[T any](cmd *cobra.Command, args []string, work func(sudoku.Grid) (T, error), show func(*bufio.Writer, T) error) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	failed := false
	for r := range inOrder(ctx, readPuzzles(cmd, args), work) {
		if r.err != nil {
			failed = true
			out.Flush() // so that the error comes after the results before it
			fmt.Fprintln(cmd.ErrOrStderr(), r.err)
			continue
		}
		if err := show(out, r.value); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return errors.Join(cmd.Context().Err(), failure(failed))
}

// puzzle is one puzzle of the input, or what could not be read as one.
type puzzle struct {
	where string // file and line: "hard.txt:3: "; "" for an argument
	grid  sudoku.Grid
	text  string
	err   error
}

// fail returns an error that says where the puzzle is, quotes it, and gives the reason.
func (p puzzle) fail(err error) error {
	return errors.New(p.where + quoting(p.text, err.Error()))
}

// quoting puts a quoted text before the reason, unless the reason quotes it already.
func quoting(text, reason string) string {
	quoted := sudoku.Excerpt(text)
	if text == "" || strings.Contains(reason, quoted) {
		return reason
	}
	return quoted + ": " + reason
}

// readPuzzles yields the puzzles of all arguments, or of standard input if there are none.
func readPuzzles(cmd *cobra.Command, args []string) iter.Seq[puzzle] {
	return func(yield func(puzzle) bool) {
		if len(args) == 0 {
			if isTerminal(cmd.InOrStdin()) {
				yield(puzzle{err: fmt.Errorf("no puzzle given: want puzzles, files or - (see 'gridkeeper %s --help')", cmd.Name())})
				return
			}
			args = []string{"-"}
		}
		for _, arg := range args {
			for p := range readArgument(cmd.InOrStdin(), arg) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

func readArgument(in io.Reader, arg string) iter.Seq[puzzle] {
	if arg == "-" {
		return readEntries("standard input", in)
	}
	g, notPuzzle := sudoku.Parse(arg)
	if notPuzzle == nil {
		return one(puzzle{grid: g, text: arg})
	}
	file, err := os.Open(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err != nil && len(arg) > 200:
		return one(puzzle{err: fmt.Errorf("neither a puzzle nor a file: %w", notPuzzle)})
	case err != nil:
		return one(puzzle{err: err})
	}
	return func(yield func(puzzle) bool) {
		defer file.Close()
		readEntries(arg, file)(yield)
	}
}

func readEntries(source string, r io.Reader) iter.Seq[puzzle] {
	return func(yield func(puzzle) bool) {
		empty := true
		for e := range format.Read(r) {
			empty = false
			if !yield(puzzle{where: fmt.Sprintf("%s:%d: ", source, e.Line), grid: e.Grid, text: e.Text, err: e.Err}) {
				return
			}
		}
		if empty {
			yield(puzzle{err: fmt.Errorf("%s: %w", source, errNoPuzzle)})
		}
	}
}

func one(p puzzle) iter.Seq[puzzle] {
	return func(yield func(puzzle) bool) { yield(p) }
}

// result is what work returned for a puzzle.
type result[T any] struct {
	value T
	err   error
}

// inOrder calls work on all cores and yields the results in the order of the input. As many as
// 64 puzzles a core may be under way, so that a hard one does not keep the others waiting.
func inOrder[T any](ctx context.Context, puzzles iter.Seq[puzzle], work func(sudoku.Grid) (T, error)) iter.Seq[result[T]] {
	cores := runtime.GOMAXPROCS(0)
	pending := make(chan chan result[T], 64*cores)
	slots := make(chan struct{}, cores)
	go func() {
		defer close(pending)
		for p := range puzzles {
			answer := make(chan result[T], 1)
			select {
			case pending <- answer:
			case <-ctx.Done():
				return
			}
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			go func() {
				defer func() { <-slots }()
				answer <- workOn(p, work)
				close(answer)
			}()
		}
	}()
	return func(yield func(result[T]) bool) {
		for answer := range untilDone(ctx, pending) {
			for r := range untilDone(ctx, answer) {
				if !yield(r) {
					return
				}
			}
		}
	}
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

func workOn[T any](p puzzle, work func(sudoku.Grid) (T, error)) result[T] {
	if p.err != nil {
		return result[T]{err: p.fail(p.err)}
	}
	value, err := work(p.grid)
	if err != nil {
		return result[T]{err: p.fail(err)}
	}
	return result[T]{value: value}
}
