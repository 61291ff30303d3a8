// Package input reads the input of the commands: puzzles from arguments, files and standard input, which are worked on
// by all cores and answered in their order, and the flags that several commands have.
package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Help is the part of the help that all commands share that read puzzles.
const Help = `A puzzle is 81 characters, 36 for a 6x6, 16 for a shidoku: digits, and one of 0 . * _ - x X
for an empty cell. An argument is a puzzle, a link or an id of another program that holds one, a file
of puzzles in any common format, plain or compressed, a folder of files, or - for standard input.
A position has candidates too: 729 characters, nine for each cell (216 for a 6x6, six for each), a
drawing, or JSON with "grid" and "candidates", as in the "state" of a step; a sukaku has candidates alone.
Results come in the order of the input. A line that fails is reported on standard error,
the others are still processed, and the exit code is 1.`

// ErrNoPuzzle is the error of a file without a puzzle.
var ErrNoPuzzle = errors.New("no puzzle in it: write one per line")

// Puzzle is one puzzle of the input, or a text that could not be read as one.
type Puzzle struct {
	Where Position
	Grid  sudoku.Grid
	Text  string
	Entry format.Entry // the entry of a file or a link; else the zero value
	Err   error
}

// Position is the place of a puzzle: the zero value for an argument.
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

// Fail returns an error with the place of the puzzle, a quotation of it, and the reason.
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
				yield(Puzzle{Err: fmt.Errorf("no puzzle given: name puzzles, files or - (see '%s --help')", cmd.CommandPath())})
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

// readArgument yields the puzzles of an argument. It reports whether to go on, as the other readers do.
func readArgument(in io.Reader, arg string, yield func(Puzzle) bool) bool {
	if arg == "-" {
		return readEntries(arg, in, yield)
	}
	g, notPuzzle := sudoku.Parse(arg)
	if notPuzzle == nil {
		return yield(Puzzle{Grid: g, Text: arg})
	}
	switch info, err := os.Stat(arg); {
	case err == nil && info.IsDir():
		files, err := filesIn(arg)
		for _, file := range files {
			if !readFile(file, yield) {
				return false
			}
		}
		return err == nil || yield(Puzzle{Err: fmt.Errorf("%s: %w", output.Inert(arg), err)})
	case err == nil || !errors.Is(err, fs.ErrNotExist) && len(arg) <= maxName: // some systems cannot look for a long text
		return readFile(arg, yield)
	}
	return readText(arg, notPuzzle, yield)
}

// maxName is how many bytes the name of a file may have here.
const maxName = 200

// readText yields the puzzles of an argument that is not a file: a line of a library, a drawing, a link. notPuzzle is the
// error of reading it as a puzzle alone.
func readText(arg string, notPuzzle error, yield func(Puzzle) bool) bool {
	entries, reason := entriesOf(arg, notPuzzle)
	switch {
	case entries != nil:
		for _, e := range entries {
			if !yield(Puzzle{Grid: e.Grid, Text: e.Text, Entry: e, Err: e.Err}) {
				return false
			}
		}
		return true
	case reason != notPuzzle:
		return yield(Puzzle{Text: arg, Err: reason})
	case namesFile(arg):
		return yield(Puzzle{Err: fmt.Errorf("%s: no such file", output.Inert(arg))})
	}
	return yield(Puzzle{Err: fmt.Errorf("neither a puzzle nor a file: %w", notPuzzle)})
}

// entriesOf reads a text. Without a puzzle in it the entries are nil, and the reason is notPuzzle unless the text is a link or of
// another known kind.
func entriesOf(text string, notPuzzle error) (entries []format.Entry, reason error) {
	found, reason := false, notPuzzle
	for e := range format.Read(strings.NewReader(text)) {
		entries = append(entries, e)
		found = found || e.Err == nil
		if errors.As(e.Err, new(*format.Error)) && reason == notPuzzle {
			reason = e.Err
		}
	}
	switch {
	case found:
		return entries, nil
	case reason == notPuzzle && strings.Contains(text, "://"):
		reason = errors.New("no puzzle can be read from this link: copy its 81 cells, or use a link of SudokuPad, f-puzzles, puzz.link or Penpa")
	}
	return nil, reason
}

// Text reads the one puzzle or position in a text. Unlike an argument, the text never names a file. It may be a link that
// holds the puzzle; nothing is fetched.
func Text(text string) (format.Entry, error) {
	g, notPuzzle := sudoku.Parse(text)
	if notPuzzle == nil {
		return format.Entry{Text: text, Grid: g}, nil
	}
	entries, err := entriesOf("\n"+text, notPuzzle) // behind a line end, no text is taken for a packed file
	switch {
	case err == notPuzzle && namesFile(text):
		return format.Entry{}, fmt.Errorf("%s: files are not opened here: give the puzzle itself", sudoku.Excerpt(text))
	case err != nil:
		return format.Entry{}, err
	}
	entries = slices.DeleteFunc(entries, func(e format.Entry) bool { return e.Err != nil })
	if len(entries) > 1 {
		return format.Entry{}, fmt.Errorf("%d puzzles in one text: want one", len(entries))
	}
	return entries[0], nil
}

func readFile(name string, yield func(Puzzle) bool) bool {
	file, err := os.Open(name)
	if err != nil {
		return yield(Puzzle{Err: err})
	}
	defer file.Close()
	return readEntries(name, file, yield)
}

// namesFile reports whether a text is meant as the name of a file: it has a folder in front, or an ending, and no cells
// in a row.
func namesFile(arg string) bool {
	if len(arg) > maxName || strings.ContainsAny(arg, "\n:;,\t") && !filepath.IsAbs(arg) {
		return false
	}
	for field := range strings.FieldsSeq(arg) {
		if len(field) >= len(sudoku.Shidoku.Cells()) && strings.Trim(field, sudoku.CellCharacters) == "" {
			return false
		}
	}
	ending := filepath.Ext(arg)
	isEnding := len(ending) > 1 && !strings.Contains(ending, " ") && strings.Trim(ending, sudoku.CellCharacters) != ""
	return strings.ContainsRune(arg, filepath.Separator) || isEnding
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

// Only reads the puzzle of a command that takes one. more is the error for several puzzles.
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
