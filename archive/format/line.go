package format

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A puzzle in one line: its cells, with a name before them and a comment behind them, as in most collections of many
// thousands. The cells are one field, or have blanks or separators between them.

// separators end the cells of a puzzle in a line.
const separators = " \t,;\"'"

// ParseLine reads one line of a line format. It returns false for a line without a claim to hold a puzzle: a blank
// line, a comment, or the header of a table.
func ParseLine(line string) (Entry, bool) {
	line = strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n")
	if isSkipped(line) {
		return Entry{}, false
	}
	if _, isHeader := parseHeader(line); isHeader {
		return Entry{}, false
	}
	return parseLine(line), true
}

// isSkipped reports whether a line is blank, a comment, or meant for a program: Ctrl-Z ends old files of DOS, and
// "sep=;" gives Excel the separator of the table below.
func isSkipped(line string) bool {
	line = strings.Trim(line, " \t\n\v\f\r\x1a")
	if strings.Trim(line, separators) == "" || line[0] == '#' || line[0] == '%' || strings.HasPrefix(line, "//") {
		return true
	}
	isComment := line[0] == ';' && separated(line) == "" // else cells, the first of which is empty
	return isComment || len(line) == len("sep=;") && strings.HasPrefix(line, "sep=")
}

// cellsOnly returns a line of cells in plain ASCII, without full-width signs, foreign digits, or the > of a
// quotation. A line without cells may be a name, and is returned unchanged, as is all text beside cells.
func cellsOnly(line string) string {
	if isHeader(line) || strings.HasPrefix(line, ":") && !strings.HasPrefix(line, ":-") { // a line of a HoDoKu library
		return line
	}
	quoted := line
	for strings.HasPrefix(quoted, ">") {
		quoted = strings.TrimPrefix(quoted[1:], " ")
	}
	if _, _, ok := findCells(quoted); ok {
		return quoted
	}
	narrow := strings.ReplaceAll(sudoku.Narrow(quoted), "\u00a0", " ") // as in web pages
	if bare, ok := unmarked(narrow); ok {
		return bare
	}
	plain := narrow
	beside := func(r rune) bool { return !sudoku.IsBar(r) && !strings.ContainsRune("?0123456789"+separators, r) }
	if strings.Contains(plain, "?") && !strings.ContainsFunc(plain, beside) { // empty cells
		plain = strings.ReplaceAll(plain, "?", ".")
	}
	for strings.HasPrefix(plain, ">") {
		plain = strings.TrimPrefix(plain[1:], " ")
	}
	if plain == line {
		return line
	}
	if _, _, ok := findCells(plain); ok || plain == "" || looksDrawn(plain) || isDamaged(plain) || parseLine(plain).Err == nil {
		return plain
	}
	return line
}

// parseLine reads the first field that has the cells of a puzzle, anywhere in the line.
func parseLine(line string) Entry {
	cells := separated(line)
	if _, ok := sudoku.ShapeOfCells(len(cells)); ok {
		g, err := sudoku.Parse(cells)
		if err == nil && g.Len() > 0 {
			return Entry{Line: 1, Text: line, Grid: g}
		}
	}
	data, _, _ := strings.Cut(line, "#")
	start, end, ok := findCells(data)
	if !ok {
		if position, isPosition := linePosition(line, data); isPosition {
			return position
		}
		return parseSpaced(line, data)
	}
	before, solution := line[:start], ""
	for s, e := range fieldsOf(before) {
		if field := before[s:e]; len(field) == end-start && isCells(field) && hasOwnDigits(field) {
			before, solution = line[:s], line[s:e]
			break
		}
	}
	name := strings.Trim(strings.TrimSuffix(before, `="`), separators) // of Excel, for digits
	g, err := sudoku.Parse(line[start:end])
	if err == nil && name != "" && g.Len() == len(g.Shape().Cells()) {
		if roleOf(name) == solutionRole { // of a puzzle above, perhaps
			return Entry{Line: 1, Text: line[start:end], Grid: g, Name: name, solution: true}
		}
		// A full grid behind other text is the solution of a damaged puzzle.
		return rejected(line, cellsError(line[:start]))
	}
	if err == nil && solution != "" {
		err = checkSolution(g, solution)
		solution = line[start-1:start] + solution // with its separator
	}
	if err == nil {
		err = checkSolutions(g, data[end:])
	}
	if err != nil {
		return rejected(line, err)
	}
	e := Entry{Line: 1, Text: line[start:end], Grid: g, Name: name, Comment: strings.TrimRight(solution+line[end:], " \t")}
	e.Rating = lineRating(e.Name, e.Comment)
	return e
}

// linePosition reads a line with the candidates of a position: in one field, with a name before it and a comment behind
// it, or in all of the line.
func linePosition(line, data string) (e Entry, ok bool) {
	for start, end := range fieldsOf(data) {
		if _, isWhole := candidateShape(end - start); !isWhole {
			continue
		}
		if e, ok = parseCandidates(data[start:end]); ok {
			e.Name, e.Comment = strings.Trim(line[:start], separators), strings.TrimRight(line[end:], " \t")
			e.Rating = lineRating(e.Name, e.Comment)
			return e, true
		}
	}
	if e, ok = parseCandidates(data); ok {
		return e, true
	}
	err := candidatesError(data)
	return rejected(line, err), err != nil
}

func rejected(text string, err error) Entry { return Entry{Line: 1, Text: text, Err: err} }

// parseSpaced reads a line with blanks between the cells.
func parseSpaced(line, data string) Entry {
	text := line
	if end := strings.IndexAny(line, "#;,\t"); end >= 0 {
		text = line[:end]
	}
	text = strings.TrimRight(text, " ")
	if err := numbersError(text); err != nil {
		return rejected(line, err)
	}
	g, err := sudoku.Parse(text)
	if err != nil && len(line) == sudoku.MaxCells && strings.Trim(line, " 123456789") == "" { // blanks are empty cells
		text = line
		g, err = sudoku.Parse(strings.ReplaceAll(line, " ", "."))
	}
	if err != nil && (text == data && !strings.ContainsAny(text, separators) || hasOtherBoxes(err)) { // one field, which was just parsed
		return rejected(line, err)
	}
	if err != nil {
		return rejected(line, cellsError(data))
	}
	return Entry{Line: 1, Text: text, Grid: g, Comment: strings.TrimRight(line[len(text):], " \t")}
}

// cellsError returns the error of the longest field, the one most like a puzzle.
func cellsError(data string) error {
	longest := ""
	for start, end := range fieldsOf(data) {
		if end-start > len(longest) {
			longest = data[start:end]
		}
	}
	if _, err := sudoku.Parse(longest); err != nil {
		return err
	}
	return numbersError(longest)
}

// numbersError returns an error for text with numbers, as in tables and the clauses of a DIMACS file. Numbers are not
// cells, however many characters they have.
func numbersError(text string) error {
	if !strings.ContainsAny(text, "-.") {
		return nil
	}
	number, negative, width, same := "", "", 0, true
	for field := range strings.FieldsSeq(text) {
		if !strings.ContainsAny(field, "0123456789") { // an empty box, or a bar
			continue
		}
		same = same && (width == 0 || len(field) == width)
		width = len(field)
		switch {
		case onlyCells(field) && !isCells(field) && isNumber(field):
			number = field
		case len(field) > 1 && field[0] == '-' && strings.Trim(field[1:], "0123456789") == "":
			negative = field
		}
	}
	if negative != "" && !same { // else the fields are boxes, one with an empty first cell
		number = negative
	}
	if number == "" {
		return nil
	}
	return failf(NotACell, "%s: %q is a number: use a digit, or one of 0 . * _ - x X for an empty cell", sudoku.Excerpt(text), number)
}

// findCells returns the position of the first field of 81 cells, else of the first of 36, or of 16. A field with empty
// cells is preferred to a full one, which is the solution. A field with a digit outside of its shape comes last.
func findCells(data string) (start, end int, ok bool) {
	fits := false
	for s, e := range fieldsOf(data) {
		if !isCells(data[s:e]) {
			continue
		}
		fit := hasOwnDigits(data[s:e])
		longer := e-s > end-start
		sameButOpen := e-s == end-start && isFull(data[start:end]) && !isFull(data[s:e])
		if !ok || fit && !fits || fit == fits && (longer || sameButOpen) {
			start, end, ok, fits = s, e, true, fit
		}
		if e-s == sudoku.MaxCells && !isFull(data[s:e]) {
			break
		}
	}
	return start, end, ok
}

// fieldsOf yields the start and the end of each field between separators.
func fieldsOf(data string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for start := 0; start < len(data); {
			end := len(data)
			if i := strings.IndexAny(data[start:], separators); i >= 0 {
				end = start + i
			}
			if end > start && !yield(start, end) {
				return
			}
			start = end + 1
		}
	}
}

// isCells reports whether a field has nothing but cells, as many as a puzzle.
func isCells(field string) bool {
	if len(field) == sudoku.MaxCells {
		return onlyCells(field)
	}
	_, ok := sudoku.ShapeOfCells(len(field))
	return ok && onlyCells(field) && !isNumber(field)
}

// leastCells is the number of cells of the smallest shape.
var leastCells = slices.Min(sudoku.ByShape(func(s sudoku.Shape) int { return len(s.Cells()) }))

func isFull(cells string) bool { return strings.Trim(cells, allDigits) == "" }

const allDigits = "123456789"

// hasOwnDigits reports whether the cells of a puzzle have the digits of its shape.
func hasOwnDigits(cells string) bool {
	shape, _ := sudoku.ShapeOfCells(len(cells))
	return hasDigitsOf(shape, cells)
}

// hasDigitsOf reports whether the cells of a text have no other digits than those of a shape.
func hasDigitsOf(s sudoku.Shape, cells string) bool {
	return s.Side() == len(allDigits) || !strings.ContainsAny(cells, allDigits[s.Side():])
}

// isNumber reports whether a field of cells is a number such as 101.200000000000, a date or an id instead: a grid does not
// have a dot for one empty cell and 0 for the others.
func isNumber(field string) bool {
	sign := byte(0)
	for i := range len(field) {
		c := field[i]
		switch {
		case c > '0' && c <= '9':
			continue
		case c == 'X':
			c = 'x'
		}
		if sign != 0 && c != sign {
			return true
		}
		sign = c
	}
	return sudoku.IsUUID(field)
}

func onlyCells(text string) bool { return strings.Trim(text, sudoku.CellCharacters) == "" }

// parseArray reads a line that is a JSON array of grids, one a string. ok is false for any other line, and for an
// array of a puzzle and its own texts, such as its solution.
func parseArray(line string) (entries []Entry, ok bool) {
	line = strings.TrimSpace(line)
	var texts []string
	if !strings.HasPrefix(line, "[") || json.Unmarshal([]byte(line), &texts) != nil {
		return nil, false
	}
	puzzles := 0
	for _, text := range texts {
		g, err := sudoku.Parse(text)
		entries = append(entries, Entry{Line: 1, Text: clean([]byte(text)), Grid: g, Err: err})
		if err == nil && g.Len() < len(g.Shape().Cells()) {
			puzzles++
		}
	}
	return entries, puzzles > 1 || len(texts) == 1
}
