package format

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Programs have grids in their source as rows in brackets or quotes, much the same in all languages:
//
//	board = [[5, 3, None, …],    {5, 3, 0, …},    "53..7....",    [5. 3. 0. …]    X = [5 3 0 …; 6 0 0 …
//
// A line may have one row, or all of them. Text before the first row is the name.

const (
	openBrackets  = "[{("
	closeBrackets = "]})"
	afterRow      = openBrackets + closeBrackets + ",;+. \t\\"
	sourceSigns   = openBrackets + closeBrackets + ";\"'`" // a line of rows has at least one
)

// sourceRows returns the rows in a line of source code. A puzzle with brackets in its comment is not source, nor is a
// row of a table.
func (t *text) sourceRows(line string) (title string, rows []string, ok bool) {
	if t.table != nil || t.progress || t.lines.tooLong() != nil {
		return "", nil, false
	}
	if !strings.ContainsAny(line, sourceSigns) && !strings.HasSuffix(line, "...") { // most lines, found in a fifth of the time
		return "", nil, false
	}
	if title, rows, ok = sourceRows(line); ok {
		_, isHoDoKu := parseHoDoKu(line)
		ok = !isHoDoKu && parseLine(line).Err != nil
	}
	return title, rows, ok
}

// takeRows takes the rows of a line of source, and the name before them.
func (t *text) takeRows(title string, rows []string) {
	if title != "" && columnMajor.MatchString(t.lines.text) {
		t.columns = true
	}
	if byRow.MatchString(t.lines.text) {
		t.columns = false
	}
	if name := sourceName(title); name != "" {
		t.endBlock()
		t.startTitle(parseLine(name))
	}
	withDots := func(r rune) rune { // a row of dashes alone would be a border
		if r < '1' || r > '9' {
			return '.'
		}
		return r
	}
	for _, row := range rows {
		t.takeRow(strings.Map(withDots, row))
	}
}

// columnMajor matches matrices of R, MATLAB and Fortran, which list their cells by columns, and lists with such a
// name. byRow matches the arguments that make them rows.
var (
	columnMajor = regexp.MustCompile(`(?i)\bmatrix\s*\(\s*c\s*\(|\breshape\s*\(\s*[\[(]|\bcbind\s*\(|\b(?:columns|cols)\s*[:=]`)
	byRow       = regexp.MustCompile(`(?i)\bbyrow\s*=\s*T|\)\s*'\s*;?\s*$`)
)

// maxBrackets is how many brackets a line of rows may close: enough for five grids, and some in its name. Without a
// limit, three megabytes of brackets took 18 seconds.
const maxBrackets = 64

// sourceRows returns the rows of cells in a line, and the text before them. ok is false without a row, or with other
// text beside them.
func sourceRows(line string) (title string, rows []string, ok bool) {
	line = bracketsOnly(line)
	if row := quotedRow(line); row != "" {
		return "", []string{row}, true
	}
	if title, rows, ok = matrixRows(line); ok {
		return title, rows, true
	}
	if title, rows, ok = openRow(line); ok {
		return title, rows, true
	}
	rest := line
	for range maxBrackets {
		end := strings.IndexAny(rest, closeBrackets)
		if end < 0 {
			return title, rows, len(rows) > 0 && (isAfterRow(rest) || afterMatrix.MatchString(rest))
		}
		if len(rows) > 0 && afterMatrix.MatchString(rest) {
			return title, rows, true
		}
		before, found := rowsIn(rest[:end])
		switch {
		case len(rows) > 0 && strings.Trim(before, afterRow) != "":
			return "", nil, false
		case len(rows) == 0 && len(found) == 0: // the 9 of "int board[9][9] = {"
			title += rest[:end+1]
		case len(rows) == 0:
			title += before
		}
		rows = append(rows, found...)
		rest = rest[end+1:]
	}
	return "", nil, false
}

// constructor matches the type of a list before its bracket, unless another bracket follows.
var constructor = regexp.MustCompile("(?i)(?:\\bnew\\s+)?(?:\\b(?:[a-z]\\w*\\.)*(?:matrix|reshape|rbind|array|c|list|tuple|vector|seq|vec!|qw|listof|arrayof|intarrayof|mutablelistof|of|aslist|" +
	"(?:u?int|integer|byte|char|short|long|string|rune|number)\\d*_?t?)(?:\\[\\d*\\])*|\\bnew\\s*\\[\\d*\\]|\\[\\d*\\]u?int\\d*|#(?:\\dA)?)\\s*([(\\[{])(\\s*[\\w\"'`.#-])")

// bracketsOnly returns a line of source with plain brackets, for [| 5; 3 |], array(5, 3) and c(5, 3), and without a
// comma before the first.
func bracketsOnly(line string) string {
	if !strings.ContainsAny(line, openBrackets+"\"'`") {
		return line
	}
	if rest, ok := strings.CutPrefix(strings.TrimSpace(line), ","); ok {
		if rest = strings.TrimSpace(rest); rest != "" && strings.ContainsRune(openBrackets+"\"'`", rune(rest[0])) {
			line = rest
		}
	}
	if strings.Contains(line, "|") {
		line = strings.NewReplacer("[|", "[", "|]", "]").Replace(line)
	}
	if !strings.ContainsAny(line, openBrackets) || !strings.ContainsAny(line, "0123456789.-_") {
		return line
	}
	for range 3 { // one may be in another
		shorter := constructor.ReplaceAllString(line, "$1$2")
		if shorter == line {
			break
		}
		line = shorter
	}
	return line
}

// afterMatrix matches the arguments behind the cells of a matrix: "), nrow=9, byrow=TRUE)".
var afterMatrix = regexp.MustCompile(`^(?:\s*,\s*(?:[\w.]+\s*=\s*)?[\w."']+|\s*[)\]};])*\s*$`)

// openRow returns the row at the edge of a list that goes on over lines: the first row, behind an open bracket, or
// the last one, before the closing brackets.
func openRow(line string) (title string, rows []string, ok bool) {
	start, end := strings.LastIndexAny(line, openBrackets), strings.IndexAny(line, closeBrackets)
	switch {
	case start > strings.LastIndexAny(line, closeBrackets):
		title, rows = rowsIn(line)
		return title, rows, len(rows) == 1 && isLongRow(len(rows[0]))
	case start < 0 && end >= 0 && afterMatrix.MatchString(line[end:]):
		row := cellsIn(line[:end])
		return "", []string{row}, isLongRow(len(row))
	}
	return "", nil, false
}

// cellsIn returns the cells of a text that has nothing else, "" for any other.
func cellsIn(text string) (cells string) {
	fields := sourceFields(text)
	if len(fields) > sudoku.MaxCells {
		return ""
	}
	for _, field := range fields {
		cell := sourceCell(field)
		if cell == "" {
			return ""
		}
		cells += cell
	}
	return cells
}

// matrixRows returns the rows in a line of a MATLAB matrix, with semicolons or line ends between rows:
//
//	X = [5 3 0 …; 6 0 0 …;   or   5 3 0 …; ...   or   5 3 0 …];  % by hand
func matrixRows(line string) (title string, rows []string, ok bool) {
	text, _, _ := strings.Cut(line, "%")
	title, inside, opens := strings.Cut(text, "[")
	if !opens {
		title, inside = "", text
	}
	inside, after, closes := strings.Cut(inside, "]")
	inside, continued := strings.CutSuffix(strings.TrimSpace(inside), "...")
	if !opens && !closes && !continued && !strings.Contains(inside, ";") || strings.Trim(after, "; \t") != "" || len(inside) > maxMatrix {
		return "", nil, false
	}
	for row := range strings.SplitSeq(inside, ";") {
		cells := ""
		for _, field := range sourceFields(strings.TrimSpace(row)) {
			cell := sourceCell(field)
			if cell == "" {
				return "", nil, false
			}
			cells += cell
		}
		if cells != "" {
			rows = append(rows, cells)
		}
		if cells != "" && !isSide(cells) {
			return "", nil, false
		}
	}
	return title, rows, len(rows) > 0
}

// maxMatrix is how many bytes a line of rows may have.
const maxMatrix = 2000

// isAfterRow reports whether a text has nothing but punctuation and a comment.
func isAfterRow(text string) bool {
	text = strings.TrimLeft(text, afterRow)
	for _, comment := range []string{"//", "#", "%", "/*", "--"} {
		if strings.HasPrefix(text, comment) {
			return true
		}
	}
	return text == ""
}

// rowsIn returns the row, or the rows in quotes, behind the last bracket of a text, and the text before that bracket.
// Without a row that is the whole text. Arguments of a call are not a row.
func rowsIn(text string) (before string, rows []string) {
	start := strings.LastIndexAny(text, openBrackets)
	if start < 0 || text[start] == '(' && start > 0 && isWord(text[start-1]) {
		return text, nil
	}
	fields := sourceFields(text[start+1:])
	if shape, isWhole := sudoku.ShapeOfCells(len(fields)); isWhole && isLongRow(shape.Side()) {
		if cells := cellsIn(text[start+1:]); cells != "" {
			for row := range slices.Chunk([]byte(cells), shape.Side()) {
				rows = append(rows, string(row))
			}
			return text[:start], rows
		}
	}
	if len(fields) > sudoku.MaxSide {
		return text, nil
	}
	cells := ""
	for _, field := range fields {
		cells += sourceCell(field)
		if row := quotedRow(field); row != "" {
			rows = append(rows, row)
		}
	}
	switch {
	case len(fields) > 0 && len(rows) == len(fields):
		return text[:start], rows
	case len(cells) == len(fields) && isSide(cells):
		return text[:start], []string{cells}
	}
	return text, nil
}

// sourceFields returns the fields between commas, or between blanks, as numpy and Lisp write rows.
func sourceFields(text string) []string {
	if strings.ContainsAny(text, ",\"'`") {
		return strings.Split(strings.TrimRight(text, ", \t"), ",")
	}
	if strings.Contains(text, ";") { // of F# and OCaml
		return strings.Split(strings.TrimRight(text, "; \t"), ";")
	}
	return strings.Fields(text)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// quotedRow returns the cells of a text that is a row in quotes, as in "53..7....", or '5 3 . . 7 . . . .\n' +
func quotedRow(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "=") // of Excel
	if text == "" || !strings.ContainsRune("\"'`", rune(text[0])) {
		return ""
	}
	row, rest, closed := strings.Cut(text[1:], text[:1])
	row = strings.Join(strings.Fields(strings.TrimSuffix(row, `\n`)), "")
	if !closed || !isAfterRow(rest) || !isSide(row) {
		return ""
	}
	return row
}

// sourceCell returns the character of a cell, "" if the text is not a cell.
func sourceCell(text string) string {
	text = strings.TrimSpace(text)
	if plain := strings.Trim(text, "\"'`"); plain != text {
		text = strings.TrimSpace(plain)
		if text == "" {
			return "."
		}
	}
	switch text {
	case "None", "null", "nil", "undefined", "?", "NaN", "nan", "NA", "N/A", "<NA>", "-1", "-1.0", "-1.":
		return "."
	}
	if whole, rest, _ := strings.Cut(text, "."); whole != "" && strings.Trim(rest, "0") == "" { // 5. and 5.0
		text = whole
	}
	if len(text) == 1 && onlyCells(text) {
		return text
	}
	if number, err := strconv.ParseFloat(text, 64); err == nil && strings.ContainsAny(text, "eE") && number == float64(int(number)) && number >= 0 && number <= 9 { // 5.000e+00
		return strconv.Itoa(int(number))
	}
	return ""
}

// isSource reports whether text that begins like JSON is rows of cells instead. Its first line with more than
// brackets must be rows. Also, the text is not JSON, or its first value is a single row in that line.
func isSource(head []byte) bool {
	end, one := 0, false
	for line := range strings.Lines(string(head)) {
		end += len(line)
		if line = strings.TrimSpace(line); line != "" && !isBrackets(line) {
			_, rows, ok := sourceRows(line)
			if !ok {
				return false
			}
			one = len(rows) == 1
			break
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(head))
	var value any
	err := decoder.Decode(&value)
	return isDamage(err) || err == nil && one && decoder.InputOffset() <= int64(end)
}

// isBrackets reports whether a line has brackets and nothing else, as above and below the rows.
func isBrackets(line string) bool {
	return strings.ContainsAny(line, openBrackets+closeBrackets) && strings.Trim(line, afterRow) == ""
}

// sourceName returns the name in a title: the text before the brackets, the = or the quotes of "board = [[".
func sourceName(title string) string {
	title = strings.TrimSpace(title)
	before := strings.TrimRight(title, "\"'` ")
	if strings.TrimRight(before, openBrackets+"=") == before {
		return title
	}
	return strings.TrimRight(strings.TrimSuffix(strings.TrimRight(before, openBrackets+"=: \t"), "<-"), " ")
}
