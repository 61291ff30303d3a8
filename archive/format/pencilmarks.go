package format

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Rows of a drawing with pencil marks: each field is a cell, or the candidates of one. position.go has the rules for what
// they mean.

// candidateCell reads a field of a row: a cell, or the candidates of one. Candidates are "1269", "1.3..6..." with at
// most one digit at each place, or "u5" for a digit that a player placed. A single one of nine places, or of as many as the
// side, is a clue.
func candidateCell(field string, side int) (cell, marks string, ok bool) {
	switch {
	case len(field) == 1 && onlyCells(field):
		return field, "", true
	case len(field) == 2 && field[0] == 'u':
		return ".", field[1:], strings.Trim(field[1:], "123456789") == ""
	case len(field) > 1 && len(field) <= sudoku.MaxSide && strings.Trim(field, "123456789") == "":
		return ".", field, true
	case len(field) == side:
		return placedCandidates(field)
	}
	return "", "", false
}

// placedCandidates reads characters, the nth of which is n or empty.
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
	shape, isSide := sudoku.ShapeOfSide(len(fields))
	if !isSide || !isLongRow(shape.Side()) {
		return "", nil, false
	}
	for _, field := range fields {
		field = unlisted.Replace(unquote(field))
		cell, candidates, ok := candidateCell(field, shape.Side())
		// Six numbers are more often something else than nine are: their digits must be those of a 6×6, and in order.
		if own := digitsIn(candidates); shape.Side() < sudoku.MaxSide && (own&^shape.Digits() != 0 || own.String() != candidates && candidates != "") {
			return "", nil, false
		}
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
