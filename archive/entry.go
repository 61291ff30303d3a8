package archive

import "github.com/gridkeeper/gridkeeper/sudoku"

// Entry is one puzzle, or one rejected line, of a collection: what a reader of puzzle
// files yields, and what [Store.Export] gives back.
type Entry struct {
	Line    int    // in its source, counted from 1
	Text    string // the clues exactly as they were written
	Grid    sudoku.Grid
	Name    string
	Author  string
	Comment string
	Err     error // why the line is no puzzle; the other fields may be empty then
}
