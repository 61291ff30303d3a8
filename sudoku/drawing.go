package sudoku

import (
	"slices"
	"strings"
)

// drawnRow is a line of a drawing that may be a row of cells.
type drawnRow struct {
	cells  []Digit
	barred bool // has vertical borders
	dashes bool // only characters that could be a border as well as empty cells
}

// parseDrawing reads one row of cells a line, between borders.
func parseDrawing(text string) (Grid, error) {
	lines := strings.Split(text, "\n")
	for _, s := range Shapes {
		var rows []drawnRow
		for _, line := range lines {
			if cells, ok := rowCells(line, s.Side()); ok {
				rows = append(rows, drawnRow{
					cells:  cells,
					barred: strings.ContainsFunc(line, IsBar),
					dashes: strings.Trim(line, "-*_ \t\r") == "",
				})
			}
		}
		// Of too many rows some are borders or lines of labels.
		if len(rows) > s.Side() {
			rows = keep(rows, func(r drawnRow) bool { return !r.dashes })
		}
		if len(rows) > s.Side() {
			rows = keep(rows, func(r drawnRow) bool { return r.barred })
		}
		if len(rows) != s.Side() {
			continue
		}
		var digits []Digit
		for _, row := range rows {
			digits = append(digits, row.cells...)
		}
		return fromRowMajor(s, digits, text)
	}
	return Grid{}, drawingError(text, lines)
}

func keep[T any](all []T, wanted func(T) bool) []T {
	var kept []T
	for _, one := range all {
		if wanted(one) {
			kept = append(kept, one)
		}
	}
	return kept
}

// rowCells reads a line in the first way that gives side cells: as it stands, between
// its outermost bars (labels stand outside), or one field between bars per cell.
func rowCells(line string, side int) ([]Digit, bool) {
	inner := line
	first, last := strings.IndexFunc(line, IsBar), strings.LastIndexFunc(line, IsBar)
	if first >= 0 && last > first {
		inner = strings.TrimLeftFunc(line[first:last], IsBar)
	}
	if cells, ok := plainCells(line); ok && len(cells) == side {
		return cells, true
	}
	if len(inner) < len(line) {
		if cells, ok := plainCells(inner); ok && len(cells) == side {
			return cells, true
		}
	}
	return fieldCells(inner, side)
}

// plainCells reads the cells of a line. Bars and blanks between them are ignored, and so are signs that point at cells.
func plainCells(line string) (cells []Digit, ok bool) {
	for _, r := range line {
		if isSpace(r) || IsBar(r) || r == '>' {
			continue
		}
		d, ok := digitOf(r)
		if !ok || len(cells) > MaxSide {
			return nil, false
		}
		cells = append(cells, d)
	}
	return cells, true
}

// fieldCells reads one cell from each field between bars; a blank field is an empty cell.
func fieldCells(line string, side int) ([]Digit, bool) {
	bars := 0
	for _, r := range line {
		if IsBar(r) {
			bars++
		}
	}
	if bars < side-1 {
		return nil, false
	}
	fields := strings.FieldsFunc(line, IsBar)
	if len(fields) != side {
		return nil, false
	}
	var cells []Digit
	for _, field := range fields {
		d, ok := Digit(0), true
		switch field = strings.TrimSpace(field); len(field) {
		case 0:
		case 1:
			d, ok = digitOf(rune(field[0]))
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
		cells = append(cells, d)
	}
	return cells, true
}

// IsBar reports whether a character draws a vertical border in a drawing of a grid.
func IsBar(r rune) bool {
	switch r {
	case '|', '│', '┃', '║', '¦':
		return true
	}
	return false
}

// IsBoxDrawing reports whether a character is of Unicode's block for drawing boxes, which are
// borders in a drawing of a grid.
func IsBoxDrawing(r rune) bool { return r >= 0x2500 && r <= 0x257f }

// isBorder reports whether a line draws a border and holds no cell.
func isBorder(line string) bool {
	for _, r := range line {
		switch {
		case isSpace(r), IsBar(r), IsBoxDrawing(r):
		case r == '+', r == '-', r == '=', r == '*', r == '_', r == ':':
		default:
			return false
		}
	}
	return true
}

// drawingError names the first line that is neither a row nor a border, and else counts rows.
func drawingError(text string, lines []string) error {
	rows := 0
	for i, line := range lines {
		if isBorder(line) {
			continue
		}
		cells, ok := plainCells(line)
		isRow := slices.ContainsFunc(Shapes, func(s Shape) bool { return len(cells) == s.Side() })
		if !ok || !isRow {
			return &ParseError{Reason: BadLine, Text: strings.TrimRight(line, "\r"), Line: i + 1}
		}
		rows++
	}
	return &ParseError{Reason: BadRows, Text: text, Count: rows}
}

// parseFlattened reads a drawing whose line ends became blanks: all cells between borders, or,
// if there are labels among them, the parts between bars that have the length of a box's row.
// Its error is plain, the error of the text read as a line.
func parseFlattened(text string, plain error) (Grid, error) {
	if !strings.ContainsFunc(text, func(r rune) bool { return IsBar(r) || isRule(r) }) {
		return Grid{}, plain
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return isSpace(r) || isRule(r) })
	withoutDashes := keep(fields, func(field string) bool { return strings.Trim(field, "-*_=:") != "" })
	for _, kept := range [][]string{fields, withoutDashes} {
		if g, err := parseLine(strings.Join(strings.FieldsFunc(strings.Join(kept, " "), IsBar), "")); err == nil {
			return g, nil
		}
	}
	parts := strings.FieldsFunc(strings.Join(withoutDashes, " "), IsBar)
	for _, s := range Shapes {
		boxRows := keep(parts, func(part string) bool { return countCells(part) == s.BoxWidth() })
		if g, err := parseLine(strings.Join(boxRows, "")); err == nil && g.Shape() == s {
			return g, nil
		}
	}
	return Grid{}, plain
}

// isRule reports whether a character draws a border and nothing else.
func isRule(r rune) bool { return r == '+' || IsBoxDrawing(r) && !IsBar(r) }
