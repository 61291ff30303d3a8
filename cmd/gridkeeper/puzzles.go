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
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// puzzleArgs is the part of the help that all commands share that read puzzles.
const puzzleArgs = `A puzzle is 81 characters, or 16 for a shidoku: digits, and one of 0 . * _ - x X
for an empty cell. An argument is a puzzle, a file of them in any common format, plain or packed,
a folder of files, or - for standard input.
Results come in the order of the input. A line that fails is reported on standard error,
the others are processed all the same, and the exit code is 1.`

// forEachPuzzle prints what work returns for each puzzle of the arguments, in their order. work
// is called on all cores; "" prints nothing.
func forEachPuzzle(cmd *cobra.Command, args []string, work func(sudoku.Grid) (string, error)) error {
	return forEachResult(cmd, args, work, func(out *bufio.Writer, r result[string]) error {
		if r.value == "" {
			return nil
		}
		_, err := fmt.Fprintln(out, r.value)
		return err
	})
}

// forEachResult is forEachPuzzle for results that show prints, called in their order.
func forEachResult[T any](cmd *cobra.Command, args []string, work func(sudoku.Grid) (T, error), show func(*bufio.Writer, result[T]) error) error {
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
		if err := show(out, r); err != nil {
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
	entry format.Entry // what a file says of it; the zero value for an argument
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
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return readFolder(arg)
	}
	return readFile(arg, notPuzzle)
}

// readFolder yields the puzzles of the files in a folder.
func readFolder(folder string) iter.Seq[puzzle] {
	return func(yield func(puzzle) bool) {
		files, err := filesIn(folder)
		for _, file := range files {
			for p := range readFile(file, nil) {
				if !yield(p) {
					return
				}
			}
		}
		if err != nil {
			yield(puzzle{err: err})
		}
	}
}

// filesIn returns all files in a folder and the folders in it, other than hidden ones.
func filesIn(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != folder && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case !hidden && entry.Type().IsRegular():
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// readFile yields the puzzles of a file. notPuzzle is why its name is not a puzzle itself.
func readFile(arg string, notPuzzle error) iter.Seq[puzzle] {
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
			if !yield(puzzle{where: fmt.Sprintf("%s:%d: ", inert(source), e.Line), grid: e.Grid, text: e.Text, entry: e, err: e.Err}) {
				return
			}
		}
		if empty {
			yield(puzzle{err: fmt.Errorf("%s: %w", inert(source), errNoPuzzle)})
		}
	}
}

func one(p puzzle) iter.Seq[puzzle] {
	return func(yield func(puzzle) bool) { yield(p) }
}

// result is what work returned for a puzzle.
type result[T any] struct {
	puzzle puzzle
	value  T
	err    error
}

// batchSize is how many puzzles at most are handed to a core at once: to hand each over alone took
// as long as to solve it.
const batchSize = 32

// inOrder calls work on all cores and yields the results in the order of the input. A few batches
// a core may be under way, so that a hard puzzle does not keep the others waiting.
func inOrder[T any](ctx context.Context, puzzles iter.Seq[puzzle], work func(sudoku.Grid) (T, error)) iter.Seq[result[T]] {
	cores := runtime.GOMAXPROCS(0)
	pending := make(chan chan []result[T], 8*cores)
	slots := make(chan struct{}, cores)
	go func() {
		defer close(pending)
		for batch := range batches(ctx, puzzles) {
			answer := make(chan []result[T], 1)
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
				answer <- workOn(ctx, batch, work)
				close(answer)
			}()
		}
	}()
	return func(yield func(result[T]) bool) {
		for answer := range untilDone(ctx, pending) {
			for results := range untilDone(ctx, answer) {
				for _, r := range results {
					if ctx.Err() != nil || !yield(r) {
						return
					}
				}
			}
		}
	}
}

// batches yields the puzzles that have been read and not yet been handed over: many of a file, one
// of an input that brings one now and then.
func batches(ctx context.Context, puzzles iter.Seq[puzzle]) iter.Seq[[]puzzle] {
	read := make(chan puzzle, batchSize)
	go func() {
		defer close(read)
		for p := range puzzles {
			select {
			case read <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	return func(yield func([]puzzle) bool) {
		for first := range untilDone(ctx, read) {
			batch := append(make([]puzzle, 0, len(read)+1), first)
			for range len(read) { // nobody else receives
				batch = append(batch, <-read)
			}
			if !yield(batch) {
				return
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

// workOn returns the results of a batch; after the context is done, of its beginning.
func workOn[T any](ctx context.Context, batch []puzzle, work func(sudoku.Grid) (T, error)) []result[T] {
	results := make([]result[T], 0, len(batch))
	for _, p := range batch {
		if ctx.Err() != nil {
			break
		}
		results = append(results, workOnOne(p, work))
	}
	return results
}

func workOnOne[T any](p puzzle, work func(sudoku.Grid) (T, error)) result[T] {
	if p.err != nil {
		return result[T]{err: p.fail(p.err)}
	}
	value, err := work(p.grid)
	if err != nil {
		return result[T]{err: p.fail(err)}
	}
	return result[T]{puzzle: p, value: value}
}
