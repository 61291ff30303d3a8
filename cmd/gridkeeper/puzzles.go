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
	"runtime/debug"
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
		if _, err := out.WriteString(r.value); err != nil {
			return err
		}
		return out.WriteByte('\n')
	})
}

// forEachResult is forEachPuzzle for results that show prints, called in their order. What is
// printed goes out as soon as the next result has to be waited for.
func forEachResult[T any](cmd *cobra.Command, args []string, work func(sudoku.Grid) (T, error), show func(*bufio.Writer, result[T]) error) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	defer collectSeldom()()
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	failed := false
	flush := func() bool { return out.Flush() == nil }
	for r := range inOrderUnless(ctx, readPuzzles(cmd, args), work, flush) {
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

// collectSeldom has garbage collected a quarter as often as usual, until restore is called: a few MB live
// while puzzles pass through, so 20 MB buy a tenth of the time. GOGC says otherwise.
func collectSeldom() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}

// puzzle is one puzzle of the input, or what could not be read as one.
type puzzle struct {
	where place
	grid  sudoku.Grid
	text  string
	entry format.Entry // what a file says of it; the zero value for an argument
	err   error
}

// place is where a puzzle stands: the zero value for an argument.
type place struct {
	source string // the file's name
	line   int    // counted from 1
}

// String returns the beginning of a message about a puzzle: "hard.txt:3: ", "" for an argument.
func (p place) String() string {
	if p == (place{}) {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", p.source, p.line)
}

// fail returns an error that says where the puzzle is, quotes it, and gives the reason.
func (p puzzle) fail(err error) error {
	return errors.New(p.where.String() + quoting(p.text, err.Error()))
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
			yield(puzzle{err: fmt.Errorf("%s: %w", inert(folder), err)})
		}
	}
}

// filesIn returns all files in a folder and the folders in it, other than hidden ones; that there
// is none is an error. The folder and the files may be symbolic links. Links to folders in it are
// not followed, since they may lead in a circle.
func filesIn(folder string) (files []string, err error) {
	folder = filepath.Clean(folder) + string(filepath.Separator) // else a link would not be followed
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != folder && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case !hidden && isFile(path, entry):
			files = append(files, path)
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = errors.New("no file in this folder")
	}
	return files, err
}

// isFile reports whether an entry of a folder is a file, or a link to one. What is wrong with a link
// that leads nowhere shows when it is opened.
func isFile(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// readFile yields the puzzles of a file. notPuzzle is why its name is not a puzzle itself, nil if it
// is not meant to be one.
func readFile(arg string, notPuzzle error) iter.Seq[puzzle] {
	file, err := os.Open(arg)
	switch {
	case notPuzzle != nil && errors.Is(err, fs.ErrNotExist) && namesFile(arg):
		return one(puzzle{err: fmt.Errorf("%s: no such file", inert(arg))})
	case notPuzzle != nil && (errors.Is(err, fs.ErrNotExist) || err != nil && len(arg) > 200):
		return one(puzzle{err: fmt.Errorf("neither a puzzle nor a file: %w", notPuzzle)})
	case err != nil:
		return one(puzzle{err: err})
	}
	return func(yield func(puzzle) bool) {
		defer file.Close()
		readEntries(arg, file)(yield)
	}
}

// namesFile reports whether a text that is not a puzzle is meant to be the name of a file: it has a folder
// before it, or an ending behind it.
func namesFile(arg string) bool {
	ending := filepath.Ext(arg)
	return len(arg) <= 200 && (strings.ContainsRune(arg, filepath.Separator) || len(ending) > 1 && strings.Trim(ending, sudoku.CellCharacters) != "")
}

func readEntries(source string, r io.Reader) iter.Seq[puzzle] {
	return func(yield func(puzzle) bool) {
		empty := true
		source = inert(source)
		for e := range format.Read(r) {
			empty = false
			if !yield(puzzle{where: place{source, e.Line}, grid: e.Grid, text: e.Text, entry: e, err: e.Err}) {
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
