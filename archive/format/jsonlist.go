package format

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// list takes a list in one piece.
func (w *jsonWalk) list(line int, values []any) {
	list := &jsonList{walk: w, line: line}
	for _, v := range values {
		list.add(line, v)
	}
	list.end()
}

// jsonList takes the values of a list one by one: puzzles, or the rows or the cells of one.
type jsonList struct {
	walk  *jsonWalk
	line  int // of the list, then of the puzzle that is being put together
	cells string
	rows  []string
	bad   bool   // the cells are too many
	last  *Entry // a puzzle whose solution may follow
}

func (l *jsonList) add(line int, value any) {
	if l.walk.stopped || l.isSolution(value) {
		return
	}
	l.endLast()
	if cell, ok := cellOf(value); ok {
		l.addCell(cell)
		return
	}
	if row, ok := rowOf(value); ok {
		l.addRow(line, row)
		return
	}
	l.endRows()
	switch v := value.(type) {
	case map[string]any:
		l.walk.object(line, v)
	case []any:
		if text, ok := gridText(v); ok {
			l.take(line, text)
			return
		}
		l.walk.list(line, v)
	case string:
		l.take(line, v)
	default:
		l.walk.reject(line, value, failf(NoPuzzle, "%s is not a puzzle: a puzzle is a text of 81 cells, or 16 for a shidoku", jsonExcerpt(value)))
	}
}

// take takes a puzzle, and holds it back in case that its solution follows.
func (l *jsonList) take(line int, text string) {
	e := parseValue(text)
	e.Line = line
	l.last = &e
}

// isSolution reports whether a value is the solution of the puzzle before it.
func (l *jsonList) isSolution(value any) bool {
	text, ok := gridText(value)
	if !ok || l.last == nil || l.last.Err != nil || checkSolution(l.last.Grid, text) != nil || l.last.Grid.Solved() {
		return false
	}
	l.last.Comment = " # solution: " + text
	l.endLast()
	return true
}

func (l *jsonList) endLast() {
	if l.last != nil {
		l.walk.emit(l.last.Line, *l.last)
		l.last = nil
	}
}

func (l *jsonList) addCell(cell string) {
	if l.bad = l.bad || len(l.cells) == sudoku.MaxCells; !l.bad {
		l.cells += cell
	}
}

// addRow adds a row, and gives the puzzle that it completes.
func (l *jsonList) addRow(line int, row string) {
	if len(l.rows) > 0 && len(l.rows[0]) != len(row) {
		l.endRows()
	}
	if len(l.rows) == 0 {
		l.line = line
	}
	if l.rows = append(l.rows, row); len(l.rows) == len(row) {
		l.walk.emit(l.line, parseValue(strings.Join(l.rows, "")))
		l.rows = nil
	}
}

// endRows rejects rows that are not a whole grid.
func (l *jsonList) endRows() {
	if len(l.rows) > 0 {
		n, side := len(l.rows), len(l.rows[0])
		l.walk.reject(l.line, strings.Join(l.rows, " "), failf(WrongRows, "%d rows of %d cells: a grid has %d", n, side, side))
		l.rows = nil
	}
}

func (l *jsonList) end() {
	l.endLast()
	l.endRows()
	switch {
	case l.bad:
		l.walk.reject(l.line, l.cells, failf(TooLong, "a list of more than %d cells: 81 are needed, or 16 for a shidoku", sudoku.MaxCells))
	case l.cells != "":
		l.walk.emit(l.line, parseValue(l.cells))
	}
}
