package format

import (
	"regexp"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A row of a grid in a line, in the notations of files, forums and drawings: cells with separators or blanks between
// them, with bars, with candidates, or with the label of the row in front.

// separated returns the cells of a line with one separator between two cells: a comma, semicolon or tab. An empty
// cell is nothing or a blank. Tabs at the ends of the line are empty cells if that makes a row or a grid, else white
// space. It returns "" for any other line.
func separated(line string) string {
	if !strings.ContainsAny(line, ",;\t") { // most lines
		return ""
	}
	for _, text := range []string{strings.Trim(line, " "), strings.TrimSpace(line)} {
		cells := cellsBetween(text)
		_, isRow := sudoku.ShapeOfSide(len(cells))
		if _, isWhole := sudoku.ShapeOfCells(len(cells)); isRow || isWhole {
			return cells
		}
	}
	return ""
}

// leastRow is the length from which a row is recognized by itself. Four digits are more often a year or another number.
const leastRow = 6

// isLongRow reports whether a row of so many cells is recognized by itself.
func isLongRow(cells int) bool {
	_, ok := sudoku.ShapeOfSide(cells)
	return ok && cells >= leastRow
}

// cellsBetween returns the cells between the separators of a line, however many, and "" for other lines.
func cellsBetween(line string) string {
	i := strings.IndexAny(line, ",;\t")
	if i < 0 || len(line) > 8*sudoku.MaxCells {
		return ""
	}
	fields := strings.Split(line, line[i:i+1])
	isLong := func(cells int) bool {
		whole, ok := sudoku.ShapeOfCells(cells)
		return isLongRow(cells) || ok && isLongRow(whole.Side())
	}
	if last := len(fields) - 1; isLong(last) && strings.TrimSpace(fields[last]) == "" { // a separator at the end
		fields = fields[:last]
	}
	cells := make([]byte, 0, sudoku.MaxCells)
	for _, field := range fields {
		switch field = unquote(field); {
		case field == "":
			cells = append(cells, '.')
		case len(field) == 1 && onlyCells(field):
			cells = append(cells, field[0])
		case isLong(len(fields)): // -1, 5.0, NaN
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

// isRow reports whether a line is a row of a grid: cells with separators between them, or cells at least one of which
// has several candidates.
func isRow(line string) bool { return rowCells(line) != "" }

// rowCells returns the cells of a row, "" if the line is not a row.
func rowCells(line string) string {
	cells := separated(line)
	if _, isRow := sudoku.ShapeOfSide(len(cells)); isRow {
		return cells
	}
	if cells, _, several := candidateCells(line); several {
		return cells
	}
	return ""
}

// isSide reports whether a text is the cells of one row, with the digits of its shape.
func isSide(cells string) bool {
	s, ok := sudoku.ShapeOfSide(len(cells))
	return ok && onlyCells(cells) && hasDigitsOf(s, cells)
}

// looksDrawn reports whether a line is a row of a grid or a border.
func looksDrawn(line string) bool {
	if isBorder(line) {
		return true
	}
	if _, _, ok := findCells(line); ok {
		return false
	}
	if hasBar(line) || isRow(line) {
		return true
	}
	return isSide(strings.Join(strings.Fields(line), ""))
}

// isBorder reports whether a line draws a border; a line of dots alone is a row.
func isBorder(line string) bool {
	drawn := false
	for _, r := range line {
		switch r {
		case '.', ' ', '\t':
			continue
		case '+', '-', '=', '*', '_', ':', '\'', '`':
		default:
			if !sudoku.IsBar(r) && !sudoku.IsBoxDrawing(r) {
				return false
			}
		}
		drawn = true
	}
	return drawn
}

func hasBar(line string) bool { return strings.ContainsFunc(line, sudoku.IsBar) }

// isBarOrBlank reports whether a character separates the cells of a row.
func isBarOrBlank(r rune) bool { return r == ' ' || r == '\t' || sudoku.IsBar(r) }

// cellsOfRows returns the cells of lines if at least one is a row as [isRow] defines it, and "" if the lines are not
// a grid.
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

// barredRows returns the lines with bars, without borders.
func barredRows(lines []string) string {
	var rows []string
	for _, line := range lines {
		if !isBorder(line) && hasBar(line) {
			rows = append(rows, line)
		}
	}
	return strings.Join(rows, "\n")
}

// framedRows returns the cells of a drawing whose empty cells are blanks. Every row is in a frame, and its parts
// between bars are as wide as their cells need.
func framedRows(lines []string) string {
	for _, shape := range sudoku.Shapes {
		if cells := framedRowsOf(shape, lines); len(cells) == len(shape.Cells()) {
			return cells
		}
	}
	return ""
}

func framedRowsOf(shape sudoku.Shape, lines []string) string {
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
		each := map[int]int{shape.BoxHeight(): shape.BoxWidth(), shape.Side(): 1}[len(parts)]
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

// notFramed reports whether a character is neither part of a cell nor of the frame around cells.
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
		return "" // other text is between the cells
	}
	return strings.ReplaceAll(string(read), " ", ".")
}

// flattenedFrame returns the cells of a framed drawing with blanks for empty cells, whose lines a chat has joined to
// one. The parts with cells have one width, which the gaps between rows have not.
func flattenedFrame(lines []string) string {
	if len(lines) != 1 {
		return ""
	}
	parts := strings.FieldsFunc(lines[0], sudoku.IsBar)
	for _, shape := range sudoku.Shapes {
		for _, each := range []int{shape.BoxWidth(), 1} {
			widths := map[int][]string{}
			for _, part := range parts[min(1, len(parts)):] { // the first is before the frame
				if row := cellsBetweenBars(part, each); row != "" && !strings.ContainsFunc(part, notFramed) {
					widths[len(part)] = append(widths[len(part)], row)
				}
			}
			for _, rows := range widths {
				if len(rows)*each == len(shape.Cells()) {
					return strings.Join(rows, "")
				}
			}
		}
	}
	return ""
}

// rowLabel matches the label of a row outside of a frame: "A", "1:", "row 3 =".
var rowLabel = regexp.MustCompile(`^\s*(?i:(?:row|line|zeile|r)\s*)?([A-Ia-i0-9])(?:[:)=,;]\s*|\.\s+|\s+[:=]\s+|\s+)(.*)$`)

// withoutLabel returns a line without the label of its row, if the label is that of the next row of the grid. It
// drops the labels of the columns above, which are neither a row nor a title.
func (t *text) withoutLabel(line string) string {
	if len(line) < len("A 123456") || len(line) > sudoku.MaxCells || t.table != nil {
		return line
	}
	whole := strings.TrimRight(strings.ReplaceAll(line, " ", ""), "\t,;")
	if isLongRow(countRow(whole)) && !strings.Contains(whole, ",,") && !strings.Contains(whole, ";;") {
		return line // the first digit is a cell, even if it is the number of the row
	}
	found := rowLabel.FindStringSubmatch(line)
	if found == nil || hasBar(found[2][:min(1, len(found[2]))]) || !isLongRow(countRow(found[2])) {
		return line
	}
	shape, _ := sudoku.ShapeOfSide(countRow(found[2]))
	fields := len(strings.FieldsFunc(found[2], isBarOrBlank))
	if fields != shape.Side() && fields != shape.BoxHeight() && fields != 1 && separated(found[2]) == "" {
		return line // several candidates in a cell, and no label
	}
	label := strings.ToUpper(found[1])
	begins := t.block.rows() == 0 || t.block.rows() == shape.Side() || isColumnLabels(strings.Join(t.block.lines, ""))
	if begins {
		t.zero = label == "0"
	}
	row := strings.IndexByte("ABCDEFGHI", label[0]) + strings.IndexByte("123456789", label[0]) + 1
	if t.zero {
		row = strings.IndexByte("012345678", label[0])
	}
	if row == 0 && t.block.rows() == 1 && isColumnLabels(strings.Join(t.block.lines, "")) {
		t.block = block{}
	}
	if row != t.block.rows() && !(row == 0 && begins) {
		return line
	}
	if row == 0 && t.title != nil && isColumnLabels(t.title.Text) {
		t.title = nil
	}
	return found[2]
}

// isColumnLabels reports whether a line has the letters or numbers of all columns of a 6×6 or a 9×9.
func isColumnLabels(line string) bool {
	labels := strings.ToUpper(strings.Join(strings.FieldsFunc(line, func(r rune) bool { return isBarOrBlank(r) || r == '+' || r == '-' || r == ',' || r == ';' }), ""))
	isStart := func(all string, each int) bool { return strings.HasPrefix(all, labels) && isLongRow(len(labels)/each) }
	return isStart(allDigits, 1) || isStart("012345678", 1) || isStart("ABCDEFGHI", 1) || isStart("C1C2C3C4C5C6C7C8C9", 2)
}

// onlySides names the shapes in an error.
const onlySides = "only 9×9, 6×6 and 4×4 are"

// giantSide is the side of a 16×16 grid. Its rows are as long as a shidoku in one line, but are not read.
const giantSide = 16

// takeGiant takes a line of a 16×16 grid, and reports whether it is one: most of the lines around it have characters
// that a shidoku cannot have. Of the lines below, only those already in the buffer are examined.
func (t *text) takeGiant(line string) bool {
	if t.giant > 0 {
		t.giant--
		return true
	}
	if t.table != nil || t.progress || !isGiantRow(line) {
		return false
	}
	below, _ := t.lines.r.Peek(min(t.lines.r.Buffered(), giantSide*(giantSide+1)))
	rows := []string{line}
	for row := range strings.Lines(string(below)) {
		if row = strings.TrimRight(row, "\n"); len(rows) == giantSide || !isGiantRow(row) {
			break
		}
		rows = append(rows, row)
	}
	if !areGiantRows(rows) {
		return false
	}
	t.endBlock()
	t.giant = len(rows) - 1
	t.emit(t.lines.number, rejected(strings.Join(rows, "\n"), failf(Variant, "%d lines of 16 cells: a grid of 16×16 is not read, "+onlySides, len(rows))))
	return true
}

// isGiantRow reports whether a text may be a row of a 16×16 grid: digits, letters and signs for empty cells.
func isGiantRow(text string) bool {
	return len(text) == giantSide && !strings.ContainsFunc(text, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'P') && (r < 'a' || r > 'p') && !strings.ContainsRune(emptyCells, r)
	})
}

// areGiantRows reports whether rows are of a 16×16 grid: letters are among them, and most have a digit or a letter
// that no shidoku has.
func areGiantRows(rows []string) bool {
	others := 0
	for _, row := range rows {
		if strings.ContainsFunc(row, func(r rune) bool { return r >= '5' && !strings.ContainsRune(emptyCells, r) }) {
			others++
		}
	}
	return len(rows) > 1 && 2*others > len(rows) && strings.ContainsAny(strings.ToUpper(strings.Join(rows, "")), "ABCDEFGHIJKLMNOP")
}
