package format

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// separated returns the cells of a line that has one separator, a comma, semicolon or tab, between
// two cells, and nothing or a blank in an empty one. It returns "" for any other line. Tabs at its
// ends are those of empty cells, where that makes as many cells as a grid or its row has, and else
// only white space.
func separated(line string) string {
	for _, text := range []string{strings.Trim(line, " "), strings.TrimSpace(line)} {
		switch cells := cellsBetween(text); len(cells) {
		case sudoku.Sudoku.Side(), sudoku.Shidoku.Side(), sudoku.MaxCells, len(sudoku.Shidoku.Cells()):
			return cells
		}
	}
	return ""
}

// cellsBetween returns the cells between the separators of a line, however many.
func cellsBetween(line string) string {
	i := strings.IndexAny(line, ",;\t")
	if i < 0 || len(line) > 8*sudoku.MaxCells {
		return ""
	}
	fields := strings.Split(line, line[i:i+1])
	if last := len(fields) - 1; last == sudoku.Sudoku.Side() || last == sudoku.MaxCells {
		if strings.TrimSpace(fields[last]) == "" { // a separator at the end
			fields = fields[:last]
		}
	}
	cells := make([]byte, 0, sudoku.MaxCells)
	for _, field := range fields {
		switch field = unquote(field); {
		case field == "":
			cells = append(cells, '.')
		case len(field) == 1 && onlyCells(field):
			cells = append(cells, field[0])
		case len(fields) == sudoku.Sudoku.Side() || len(fields) == sudoku.MaxCells: // -1, 5.0, NaN
			cell := sourceCell(field)
			if cell == "" {
				return ""
			}
			cells = append(cells, cell[0])
		default:
			return ""
		}
	}
	return string(cells)
}

// isRow reports whether a line is a row of a grid: cells with separators between them, or cells
// of which one at least has several candidates.
func isRow(line string) bool { return rowCells(line) != "" }

// rowCells returns the cells of a row, "" if the line is not a row.
func rowCells(line string) string {
	if cells := separated(line); len(cells) == sudoku.Sudoku.Side() || len(cells) == sudoku.Shidoku.Side() {
		return cells
	}
	if cells, _, several := candidateCells(line); several {
		return cells
	}
	return ""
}

// candidateCells returns the cells of a row as .sdx files and forums write it, with blanks between the cells, and the
// candidates in them. several reports whether there are any.
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

// unlisted takes off what is in a list beside its digits: [1, 2, 6].
var unlisted = strings.NewReplacer("[", "", "]", "", "{", "", "}", "", ",", "", " ", "")

// candidateRows returns the cells and the candidates of lines of which one at least has candidates. cells is "" if the
// lines are not rows.
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

// cellsOfRows returns the cells of lines of which one at least is a row as above, "" if the lines
// are not such a grid.
func cellsOfRows(lines []string) string {
	var b strings.Builder
	rows := 0
	for _, line := range lines {
		cells := rowCells(line)
		if cells == "" && isBorder(line) {
			continue
		}
		rows++
		if cells == "" {
			cells, _, _ = candidateCells(line)
		}
		if cells == "" && isSide(line) { // of source, beside rows with commas
			cells = line
		}
		b.WriteString(cells)
	}
	if b.Len() != rows*rows {
		return ""
	}
	return b.String()
}

// barredRows returns the lines with bars, without the frame around them and between them.
func barredRows(lines []string) string {
	var rows []string
	for _, line := range lines {
		if !isBorder(line) && hasBar(line) {
			rows = append(rows, line)
		}
	}
	return strings.Join(rows, "\n")
}

// framedRows returns the cells of a drawing whose empty cells are blanks: every row is in a frame, and its
// parts between bars are as wide as their cells need.
func framedRows(lines []string) string {
	var cells strings.Builder
	for _, line := range lines {
		line = strings.TrimSpace(line)
		inside := strings.TrimFunc(line, sudoku.IsBar)
		if strings.ContainsFunc(inside, notFramed) {
			if !isBorder(line) {
				return ""
			}
			continue
		}
		if len(inside) == len(line) || inside == "" {
			return ""
		}
		parts := strings.FieldsFunc(inside, sudoku.IsBar)
		each := map[int]int{3: 3, 9: 1, 2: 2, 4: 1}[len(parts)]
		for _, part := range parts {
			row := cellsBetweenBars(part, each)
			if row == "" {
				return ""
			}
			cells.WriteString(row)
		}
	}
	return cells.String()
}

// notFramed reports whether a character is neither of a cell nor of the frame around cells.
func notFramed(r rune) bool {
	return r != ' ' && r != '.' && (r < '0' || r > '9') && !sudoku.IsBar(r)
}

// cellsBetweenBars returns the cells of a part of a row, a dot for each blank one.
func cellsBetweenBars(part string, cells int) string {
	before, step := 0, 1
	switch len(part) {
	case cells:
	case 2*cells - 1:
		step = 2
	case 2*cells + 1:
		before, step = 1, 2
	case 3 * cells:
		before, step = 1, 3
	default:
		return ""
	}
	row := []byte(part)[before:]
	var read []byte
	for i := range cells {
		read = append(read, row[i*step])
	}
	if len(strings.Fields(part)) > 0 && len(strings.Join(strings.Fields(part), "")) != len(strings.Join(strings.Fields(string(read)), "")) {
		return "" // something stands between the cells
	}
	return strings.ReplaceAll(string(read), " ", ".")
}
