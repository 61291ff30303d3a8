package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ErrNoPuzzle is the error of a file without a puzzle.
var ErrNoPuzzle = errors.New("no puzzle in it: write one per line")

// Puzzle is one puzzle of the input, or what could not be read as one.
type Puzzle struct {
	Where Position
	Grid  sudoku.Grid
	Text  string
	Entry format.Entry // what a file or a link says of it; else the zero value
	Err   error
}

// Position is where a puzzle stands: the zero value for an argument.
type Position struct {
	Source string // the file's name
	Line   int    // counted from 1
}

// String returns the beginning of a message about a puzzle: "hard.txt:3: ", "" for an argument.
func (p Position) String() string {
	if p == (Position{}) {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", p.Source, p.Line)
}

// Fail returns an error that says where the puzzle is, quotes it, and gives the reason.
func (p Puzzle) Fail(err error) error {
	return errors.New(p.Where.String() + Quoting(p.Text, err.Error()))
}

// Quoting puts a quoted text before the reason, unless the reason quotes it already.
func Quoting(text, reason string) string {
	quoted := sudoku.Excerpt(text)
	if text == "" || strings.Contains(reason, quoted) {
		return reason
	}
	return quoted + ": " + reason
}

// Puzzles yields the puzzles of all arguments, or of standard input if there are none.
func Puzzles(cmd *cobra.Command, args []string) iter.Seq[Puzzle] {
	return func(yield func(Puzzle) bool) {
		if len(args) == 0 {
			if output.IsTerminal(cmd.InOrStdin()) {
				yield(Puzzle{Err: fmt.Errorf("no puzzle given: name puzzles, files or - (see 'gridkeeper %s --help')", cmd.Name())})
				return
			}
			args = []string{"-"}
		}
		for _, arg := range args {
			if !readArgument(cmd.InOrStdin(), arg, yield) {
				return
			}
		}
	}
}

// readArgument yields the puzzles of an argument, and reports whether to go on, as do those below.
func readArgument(in io.Reader, arg string, yield func(Puzzle) bool) bool {
	if arg == "-" {
		return readEntries(arg, in, yield)
	}
	g, notPuzzle := sudoku.Parse(arg)
	if notPuzzle == nil {
		return yield(Puzzle{Grid: g, Text: arg})
	}
	info, err := os.Stat(arg)
	if err == nil && info.IsDir() {
		return readFolder(arg, yield)
	}
	if e, ok := format.ParseLink(arg); ok && err != nil {
		return yield(Puzzle{Grid: e.Grid, Text: arg, Entry: e, Err: e.Err})
	}
	return readFile(arg, notPuzzle, yield)
}

func readFolder(folder string, yield func(Puzzle) bool) bool {
	files, err := filesIn(folder)
	for _, file := range files {
		if !readFile(file, nil, yield) {
			return false
		}
	}
	return err == nil || yield(Puzzle{Err: fmt.Errorf("%s: %w", output.Inert(folder), err)})
}

// readFile yields the puzzles of a file. notPuzzle is why its name is not a puzzle itself, nil if it
// is not meant to be one.
func readFile(arg string, notPuzzle error, yield func(Puzzle) bool) bool {
	file, err := os.Open(arg)
	switch {
	case notPuzzle != nil && errors.Is(err, fs.ErrNotExist) && namesFile(arg):
		err = fmt.Errorf("%s: no such file", output.Inert(arg))
	case notPuzzle != nil && (errors.Is(err, fs.ErrNotExist) || err != nil && len(arg) > 200):
		err = fmt.Errorf("neither a puzzle nor a file: %w", notPuzzle)
	}
	if err != nil {
		return yield(Puzzle{Err: err})
	}
	defer file.Close()
	return readEntries(arg, file, yield)
}

// namesFile reports whether a text that is not a puzzle is meant to be the name of a file: it has a folder
// before it, or an ending behind it.
func namesFile(arg string) bool {
	ending := filepath.Ext(arg)
	return len(arg) <= 200 && (strings.ContainsRune(arg, filepath.Separator) || len(ending) > 1 && strings.Trim(ending, sudoku.CellCharacters) != "")
}

func readEntries(source string, r io.Reader, yield func(Puzzle) bool) bool {
	empty := true
	source = Named(source)
	for e := range format.Read(r) {
		empty = false
		if !yield(Puzzle{Where: Position{source, e.Line}, Grid: e.Grid, Text: e.Text, Entry: e, Err: e.Err}) {
			return false
		}
	}
	return !empty || yield(Puzzle{Err: fmt.Errorf("%s: %w", source, ErrNoPuzzle)})
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
