package format

import (
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A list in JSON may be puzzles, the rows or the cells of one puzzle, or a puzzle followed by its solution. Its
// values come one by one, so rows and cells are put together as they come.

// list takes a list in one piece.
func (w *jsonWalk) list(line int, values []any) {
	list := &jsonList{walk: w, line: line}
	for _, v := range values {
		list.add(line, v)
	}
	list.end()
}

// jsonList takes the values of a list one by one.
type jsonList struct {
	walk  *jsonWalk
	line  int // of the list, then of the unfinished puzzle
	cells string
	rows  []string
	bad   bool     // there are too many cells
	board []any    // cells as objects, or rows of them
	last  *Entry   // a puzzle whose solution may follow
	giant []string // texts that may be rows of a 16×16 grid
}

func (l *jsonList) add(line int, value any) {
	if l.walk.stopped {
		return
	}
	if row, isText := value.(string); isText && isGiantRow(row) && len(l.giant) < giantSide && len(l.rows) == 0 && l.cells == "" {
		l.endLast()
		if len(l.giant) == 0 {
			l.line = line
		}
		l.giant = append(l.giant, row)
		return
	}
	l.endGiant()
	if l.isSolution(value) {
		return
	}
	l.endLast()
	if l.isBoardPart(value) {
		if len(l.board) == 0 && len(l.rows) == 0 {
			l.line = line
		}
		for _, row := range l.rows {
			l.board = append(l.board, row)
		}
		l.rows = nil
		l.board = append(l.board[:min(len(l.board), sudoku.MaxCells)], value)
		if row, isRow := value.([]any); isRow && len(l.board) == len(row) {
			l.endBoard()
		}
		return
	}
	l.endBoard()
	if cell, ok := cellOf(value); ok {
		if l.bad = l.bad || len(l.cells) == sudoku.MaxCells; !l.bad {
			l.cells += cell
		}
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
		if n, ok, err := gridIn(v); err != nil {
			l.walk.reject(line, value, err)
			return
		} else if ok {
			e := withMarks(Entry{Line: line, Text: n.text, Grid: n.grid}, n.marks)
			l.last = &e
			return
		}
		l.walk.list(line, v)
	case string:
		l.take(line, v)
	default:
		l.walk.reject(line, value, failf(NoPuzzle, "%s is not a puzzle: a puzzle is a text of 81 cells, 36 for a 6x6, 16 for a shidoku", jsonExcerpt(value)))
	}
}

// take takes a puzzle, and holds it back in case its solution follows.
func (l *jsonList) take(line int, text string) {
	e := parseValue(text)
	if longestRun(text) == 0 && errors.As(e.Err, new(*sudoku.ParseError)) {
		e.Err = &Error{NoPuzzle, e.Err} // a word
	}
	e.Line = line
	l.last = &e
}

// isSolution reports whether a value is the solution of the puzzle before it.
func (l *jsonList) isSolution(value any) bool {
	n, ok, _ := gridIn(value)
	if !ok || l.last == nil || l.last.Err != nil || checkSolution(l.last.Grid, n.text) != nil || l.last.Grid.Solved() {
		return false
	}
	l.last.Comment = " # solution: " + n.text
	l.endLast()
	return true
}

func (l *jsonList) endLast() {
	if l.last != nil {
		l.walk.emit(l.last.Line, *l.last)
		l.last = nil
	}
}

// addRow adds a row, and emits the puzzle that it completes.
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

// isBoardPart reports whether a value is part of a board of objects or candidates: a cell as an object, or a row with
// such cells. After one, any row is.
func (l *jsonList) isBoardPart(value any) bool {
	if row, isRow := value.([]any); isRow {
		if isLongRow(len(row)) && cellObjects(row) == nil {
			if _, plain := rowOf(value); plain {
				return len(l.board) > 0
			}
			for _, cell := range row {
				if _, _, ok := markedCell(cell); !ok {
					return false
				}
			}
			return true
		}
		_, isSide := sudoku.ShapeOfSide(len(row))
		return isSide && cellObjects(row) != nil
	}
	cell, isObject := value.(map[string]any)
	return isObject && isCellObject(cell) && !holdsMore(cell)
}

// endBoard emits the grid of the collected cells, or one error for all of them.
func (l *jsonList) endBoard() {
	board := l.board
	if l.board = nil; len(board) == 0 {
		return
	}
	n, ok, err := gridIn(board)
	switch {
	case ok:
		l.walk.emit(l.line, withMarks(Entry{Text: n.text, Grid: n.grid}, n.marks))
	case err != nil:
		l.walk.reject(l.line, board, err)
	default:
		l.walk.reject(l.line, board, failf(WrongRows, "%d objects without a puzzle: a grid has %d cells", len(board), len(sudoku.Sudoku.Cells())))
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

// endGiant takes texts of 16 cells, which are the rows of a 16×16 grid, or puzzles of 4×4.
func (l *jsonList) endGiant() {
	rows := l.giant
	l.giant = nil
	if areGiantRows(rows) {
		l.walk.reject(l.line, strings.Join(rows, " "), failf(Variant, "%d texts of 16 cells: a grid of 16×16 is not read, "+onlySides, len(rows)))
		return
	}
	for _, row := range rows {
		if !l.isSolution(row) {
			l.endLast()
			l.take(l.line, row)
		}
	}
}

func (l *jsonList) end() {
	l.endGiant()
	l.endLast()
	l.endBoard()
	l.endRows()
	switch {
	case l.bad:
		l.walk.reject(l.line, l.cells, failf(TooLong, "a list of more than %d cells: 81 are needed, 36 for a 6x6, 16 for a shidoku", sudoku.MaxCells))
	case l.cells != "":
		l.walk.emit(l.line, parseValue(l.cells))
	}
}
