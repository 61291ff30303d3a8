package sudoku

import (
	"slices"
	"strings"
)

// drawnRow is a line of a drawing that may be a row of cells.
type drawnRow struct {
	line   int // its index
	cells  []Digit
	barred bool // has vertical borders
	dashes bool // only characters that could be a border as well as empty cells
	signs  bool // has signs of empty cells that could not be a border
}

// parseDrawing reads one row of cells a line, between borders.
func parseDrawing(text string) (Grid, error) {
	lines := strings.Split(text, "\n")
	for _, s := range Shapes {
		var rows []drawnRow
		for i, line := range lines {
			if cells, ok := rowCells(line, s.Side()); ok {
				rows = append(rows, drawnRow{
					line:   i,
					cells:  cells,
					barred: strings.ContainsFunc(line, IsBar),
					dashes: strings.Trim(line, "-*_ \t\r") == "",
					signs:  strings.ContainsAny(line, "0.xX"),
				})
			}
		}
		// If there are too many rows, some are borders or lines of labels. If empty cells have another sign, dashes are borders.
		if len(rows) > s.Side() || slices.ContainsFunc(rows, func(r drawnRow) bool { return r.signs }) {
			rows = keep(rows, func(r drawnRow) bool { return !r.dashes })
		}
		if len(rows) > s.Side() {
			rows = keep(rows, func(r drawnRow) bool { return r.barred })
		}
		if len(rows) != s.Side() {
			continue
		}
		if !s.CanTranspose() && drawsOtherBoxes(s, lines, rows) {
			return Grid{}, &ParseError{Reason: BadBoxes, Text: text, Shape: s}
		}
		var digits []Digit
		for _, row := range rows {
			digits = append(digits, row.cells...)
		}
		return fromRowMajor(s, digits, text)
	}
	return Grid{}, drawingError(text, lines)
}

// drawsOtherBoxes reports whether a drawing has boxes that are as wide as those of its shape are high: by its bars, by the
// blanks in a row, or by the lines between its rows.
func drawsOtherBoxes(s Shape, lines []string, rows []drawnRow) bool {
	for _, row := range rows {
		whole := lines[row.line]
		framed := whole // without labels
		if first, last := strings.IndexFunc(whole, IsBar), strings.LastIndexFunc(whole, IsBar); first < last {
			framed = whole[first:last]
		}
		for _, line := range []string{whole, framed} {
			parts := strings.FieldsFunc(line, IsBar)
			if len(parts) == 1 {
				parts = strings.Fields(line)
			}
			if len(parts) == s.BoxWidth() && areParts(parts, s.BoxHeight()) {
				return true
			}
		}
	}
	var ruled [MaxSide + 1]bool // whether a line follows so many rows
	for i := 1; i < len(rows); i++ {
		ruled[i] = rows[i].line > rows[i-1].line+1
	}
	return ruled[s.BoxWidth()] && !ruled[s.BoxHeight()]
}

// areParts reports whether all parts of a row have so many cells.
func areParts(parts []string, cells int) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return countCells(part) != cells })
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
		if _, isRow := ShapeOfSide(len(cells)); !ok || !isRow {
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
	parts := strings.FieldsFunc(strings.Join(withoutDashes, " "), IsBar)
	for _, kept := range [][]string{fields, withoutDashes} {
		g, err := parseLine(strings.Join(strings.FieldsFunc(strings.Join(kept, ""), IsBar), ""))
		if err != nil {
			continue
		}
		filled := keep(parts, func(part string) bool { return countCells(part) > 0 })
		if !g.shape.CanTranspose() && areParts(filled, g.shape.BoxHeight()) {
			return Grid{}, &ParseError{Reason: BadBoxes, Text: text, Shape: g.shape}
		}
		return g, nil
	}
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
