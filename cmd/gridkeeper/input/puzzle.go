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

// readArgument yields the puzzles of an argument, and reports whether to go on, as do those below.
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
		return readFolder(arg, yield)
	case err == nil || !isMissing(arg, err):
		return readFile(arg, yield)
	}
	return readText(arg, notPuzzle, yield)
}

// isMissing reports whether there is no file of a name. Some systems cannot even look for a long text.
func isMissing(arg string, err error) bool {
	return errors.Is(err, fs.ErrNotExist) || len(arg) > maxName
}

// maxName is how many bytes the name of a file may have here.
const maxName = 200

// readText yields the puzzles of an argument that is not a file: a line of a library, a drawing, a link. notPuzzle is why
// it is not a puzzle alone.
func readText(arg string, notPuzzle error, yield func(Puzzle) bool) bool {
	var entries []format.Entry
	reason, found := notPuzzle, false
	for e := range format.Read(strings.NewReader(arg)) {
		entries = append(entries, e)
		found = found || e.Err == nil
		if errors.As(e.Err, new(*format.Error)) && reason == notPuzzle {
			reason = e.Err
		}
	}
	switch {
	case found:
		for _, e := range entries {
			if !yield(Puzzle{Grid: e.Grid, Text: e.Text, Entry: e, Err: e.Err}) {
				return false
			}
		}
		return true
	case reason != notPuzzle: // a link, or another text of which the kind is known
		return yield(Puzzle{Text: arg, Err: reason})
	case strings.Contains(arg, "://"):
		return yield(Puzzle{Text: arg, Err: errors.New("no puzzle can be read from this link: copy its 81 cells, or use a link of SudokuPad, f-puzzles, puzz.link or Penpa")})
	case namesFile(arg):
		return yield(Puzzle{Err: fmt.Errorf("%s: no such file", output.Inert(arg))})
	}
	return yield(Puzzle{Err: fmt.Errorf("neither a puzzle nor a file: %w", notPuzzle)})
}

func readFolder(folder string, yield func(Puzzle) bool) bool {
	files, err := filesIn(folder)
	for _, file := range files {
		if !readFile(file, yield) {
			return false
		}
	}
	return err == nil || yield(Puzzle{Err: fmt.Errorf("%s: %w", output.Inert(folder), err)})
}

func readFile(name string, yield func(Puzzle) bool) bool {
	file, err := os.Open(name)
	if err != nil {
		return yield(Puzzle{Err: err})
	}
	defer file.Close()
	return readEntries(name, file, yield)
}

// namesFile reports whether a text that is not a puzzle is meant to be the name of a file: it has a folder
// before it, or an ending behind it, and no cells in a row.
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
