package format

import (
	"regexp"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// rowLabel matches the label of a row outside of a frame: "A", "1:", "row 3 =".
var rowLabel = regexp.MustCompile(`^\s*(?i:(?:row|line|zeile|r)\s*)?([A-Ia-i0-9])(?:[:)=,;]\s*|\.\s+|\s+[:=]\s+|\s+)(.*)$`)

// withoutLabel returns a line without the label of its row, where that is the next of the grid. The labels of the columns
// above are neither a row nor a title.
func (t *text) withoutLabel(line string) string {
	if len(line) < len("A 123456789") || len(line) > sudoku.MaxCells || t.table != nil {
		return line
	}
	whole := strings.TrimRight(strings.ReplaceAll(line, " ", ""), "\t,;")
	if countRow(whole) == sudoku.Sudoku.Side() && !strings.Contains(whole, ",,") && !strings.Contains(whole, ";;") {
		return line // the first digit is a cell, even if it is the number of the row
	}
	found := rowLabel.FindStringSubmatch(line)
	if found == nil || hasBar(found[2][:min(1, len(found[2]))]) || countRow(found[2]) != sudoku.Sudoku.Side() {
		return line
	}
	if fields := len(strings.FieldsFunc(found[2], isBarOrBlank)); fields != 9 && fields != 3 && fields != 1 && separated(found[2]) == "" {
		return line // several candidates in a cell, and no label
	}
	label := strings.ToUpper(found[1])
	begins := t.block.rows() == 0 || t.block.rows() == sudoku.Sudoku.Side() || isColumnLabels(strings.Join(t.block.lines, ""))
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

// isColumnLabels reports whether a line has the letters or numbers of nine columns.
func isColumnLabels(line string) bool {
	labels := strings.ToUpper(strings.Join(strings.FieldsFunc(line, func(r rune) bool { return isBarOrBlank(r) || r == '+' || r == '-' || r == ',' || r == ';' }), ""))
	return labels == "123456789" || labels == "012345678" || labels == "ABCDEFGHI" || labels == "C1C2C3C4C5C6C7C8C9"
}

// giantSide is the side of a 16×16 grid, whose rows are as long as a shidoku in a line.
const giantSide = 16

// takeGiant takes a line of a 16×16 grid, and reports whether it is one: most of the lines that stand together have
// cells that a shidoku has not. The lines below are looked at as far as they have been read.
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
	t.emit(t.lines.number, rejected(strings.Join(rows, "\n"), failf(Variant, "%d lines of 16 cells: a grid of 16×16 is not read, only 9×9 and 4×4", len(rows))))
	return true
}

// isGiantRow reports whether a text may be a row of a 16×16 grid: digits, letters and signs for empty cells.
func isGiantRow(text string) bool {
	return len(text) == giantSide && !strings.ContainsFunc(text, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'P') && (r < 'a' || r > 'p') && !strings.ContainsRune(emptyCells, r)
	})
}

// areGiantRows reports whether rows are of a 16×16 grid: of most no digits make a shidoku, and letters are among them.
func areGiantRows(rows []string) bool {
	others := 0
	for _, row := range rows {
		if strings.ContainsFunc(row, func(r rune) bool { return r >= '5' && !strings.ContainsRune(emptyCells, r) }) {
			others++
		}
	}
	return len(rows) > 1 && 2*others > len(rows) && strings.ContainsAny(strings.ToUpper(strings.Join(rows, "")), "ABCDEFGHIJKLMNOP")
}
