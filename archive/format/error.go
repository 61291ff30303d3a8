package format

import "fmt"

// Kind is what the reasons of many rejected entries have in common. The values are keys: the archive keeps
// them, and whoever puts them into words finds the words by them.
type Kind string

const (
	WrongSolution Kind = "wrong-solution" // the solution beside a puzzle is not one of it
	SeveralGrids  Kind = "several-grids"  // where one is expected
	NoPuzzle      Kind = "no-puzzle"      // a value without a grid
	WrongRows     Kind = "rows"           // too few or too many rows, columns or fields
	TooLong       Kind = "too-long"       // a line, value or element
	Variant       Kind = "variant"        // other rules than those of sudoku
	NotACell      Kind = "cell"           // a cell whose value is not a digit
	NoneInLink    Kind = "link"           // a link that names a puzzle, or nothing
	Damaged       Kind = "damaged"        // packed data, JSON or XML
	Foreign       Kind = "foreign"        // not a file of puzzles
	Packed        Kind = "packed"         // too large when unpacked, or encrypted
)

// Error is why an entry was rejected, where it is more than an error of [sudoku.Parse].
type Error struct {
	Kind Kind
	Err  error // in English
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

func failf(kind Kind, text string, args ...any) error { return &Error{kind, fmt.Errorf(text, args...)} }
