package format

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A position has pencil marks beside its clues. They are read from rows of candidates, from lists as cells, and from
// 729 characters, nine a cell. [Entry.Marks] keeps them as a text, so that an Entry stays a comparable value; nearly
// all entries have no marks.

// Pencilmarks returns the marks of a position. A cell without marks in the file has none.
func (e Entry) Pencilmarks() (marks sudoku.Pencilmarks) {
	cells := e.Grid.Shape().Cells()
	for i, field := range strings.Fields(e.Marks) {
		for _, r := range field {
			if r >= '1' && r <= '9' && i < len(cells) {
				marks[cells[i]] = marks[cells[i]].With(sudoku.Digit(r - '0'))
			}
		}
	}
	return marks
}

// withMarks returns an entry with the marks of its cells, each given as a text of digits. Marks that follow from the
// clues are left out. A mark that repeats the digit of a peer is dropped, unless its cell would have none left: that
// mistake is for a hint to explain.
func withMarks(e Entry, given []string) Entry {
	if e.Err != nil || len(given) != len(e.Grid.Shape().Cells()) {
		return e
	}
	possible := e.Grid.Candidates()
	more := false
	texts := make([]string, len(given))
	for i, c := range e.Grid.Shape().Cells() {
		marks := sudoku.Digits(0)
		for _, r := range given[i] {
			if r >= '1' && r <= '9' {
				marks = marks.With(sudoku.Digit(r - '0'))
			}
		}
		if marks&possible[c] != 0 {
			marks &= possible[c]
		}
		texts[i] = "."
		if e.Grid.At(c) == 0 && marks != 0 {
			more = more || marks != possible[c]
			texts[i] = marks.String()
		}
	}
	if more {
		e.Marks = strings.Join(texts, " ")
	}
	return e
}

// candidateCell reads a field of a row: a cell, or the candidates of one. Candidates are "1269", "1.3..6..." with at
// most one digit at each place, or "u5" for a digit that a player placed. A single one of nine places is a clue.
func candidateCell(field string) (cell, marks string, ok bool) {
	switch {
	case len(field) == 1 && onlyCells(field):
		return field, "", true
	case len(field) == 2 && field[0] == 'u':
		return ".", field[1:], strings.Trim(field[1:], "123456789") == ""
	case len(field) > 1 && len(field) <= sudoku.MaxSide && strings.Trim(field, "123456789") == "":
		return ".", field, true
	case len(field) == sudoku.MaxSide:
		return placedCandidates(field)
	}
	return "", "", false
}

// placedCandidates reads nine characters, the nth of which is n or empty.
func placedCandidates(field string) (cell, marks string, ok bool) {
	for i := range len(field) {
		switch c := field[i]; {
		case c == '1'+byte(i):
			marks += string(c)
		case strings.IndexByte(".0-_*", c) < 0:
			return "", "", false
		}
	}
	if len(marks) == 1 {
		return marks, "", true
	}
	return ".", marks, marks != ""
}

// candidateCells returns the cells of a row as .sdx files and forums write it, with blanks between the cells, and the
// candidates in them. several reports whether the row has any.
func candidateCells(line string) (cells string, marks []string, several bool) {
	fields := strings.FieldsFunc(line, isBarOrBlank)
	if separator := strings.IndexAny(line, ",;\t"); separator >= 0 && strings.Contains(line, `"`) { // lists in a table
		fields = (&table{separator: line[separator]}).split(strings.TrimRight(line, ",;"))
	}
	if len(fields) != sudoku.Sudoku.Side() {
		return "", nil, false
	}
	for _, field := range fields {
		field = unlisted.Replace(unquote(field))
		cell, candidates, ok := candidateCell(field)
		if number := sourceCell(field); !ok && number != "" { // -1, 5.0, nan
			cell, ok, several = number, true, true
		}
		if !ok {
			return "", nil, false
		}
		cells, marks = cells+cell, append(marks, candidates)
		several = several || candidates != ""
	}
	return cells, marks, several
}

// unlisted drops all but the digits of a list: [1, 2, 6].
var unlisted = strings.NewReplacer("[", "", "]", "", "{", "", "}", "", ",", "", " ", "")

// candidateRows returns the cells and the candidates of lines, at least one of which has candidates. cells is "" for
// other lines.
func candidateRows(lines []string) (cells string, marks []string) {
	found := false
	for _, line := range lines {
		row, candidates, several := candidateCells(line)
		if row == "" && isBorder(line) {
			continue
		}
		if row == "" {
			return "", nil
		}
		found = found || several
		cells, marks = cells+row, append(marks, candidates...)
	}
	if !found {
		return "", nil
	}
	return cells, marks
}

// parseCandidates reads a position of 729 characters, nine for each cell. Blanks, line ends and bars may stand
// between them. ok is false for any other text.
func parseCandidates(text string) (e Entry, ok bool) {
	const perGrid = sudoku.MaxCells * sudoku.MaxSide
	if len(text) < perGrid || len(text) > maxGridText {
		return Entry{}, false
	}
	packed := strings.Map(func(r rune) rune {
		if isBarOrBlank(r) || r == '\n' {
			return -1
		}
		return r
	}, text)
	if len(packed) != perGrid || strings.Trim(packed, "0123456789.") != "" {
		return Entry{}, false
	}
	cells, given := "", make([]string, 0, sudoku.MaxCells)
	for i := range sudoku.MaxCells {
		cell, marks, ok := placedCandidates(packed[i*sudoku.MaxSide : (i+1)*sudoku.MaxSide])
		if !ok {
			return Entry{}, false
		}
		cells, given = cells+cell, append(given, marks)
	}
	g, err := sudoku.Parse(cells)
	return withMarks(Entry{Line: 1, Text: cells, Grid: g, Err: err}, given), err == nil
}
