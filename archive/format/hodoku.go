package format

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A line of a HoDoKu library has a position where a technique applies:
//
//	:technique:candidates:cells:deleted candidates:eliminations:comment:
//
// In cells, + stands before a digit that was placed and is not a clue.
const (
	hodokuTechnique = 1
	hodokuCells     = 3
	hodokuComment   = 6
)

// hodokuStart begins the lines that [WriteAs] writes: a technique and candidates have to be named.
const hodokuStart = ":0000:x:"

// parseHoDoKu reads a line of a HoDoKu library. ok is false for any other line.
func parseHoDoKu(line string) (e Entry, ok bool) {
	line = strings.TrimSpace(line)
	fields := strings.Split(line, ":")
	if len(fields) <= hodokuCells || fields[0] != "" || len(fields[hodokuCells]) < len(sudoku.Shidoku.Cells()) {
		return Entry{}, false
	}
	var cells strings.Builder
	placed := false
	for _, r := range fields[hodokuCells] {
		switch {
		case r == '+':
			placed = true
			continue
		case placed && r >= '1' && r <= '9':
			r = '.'
		}
		placed = false
		cells.WriteRune(r)
	}
	e = parseValue(cells.String())
	if e.Err != nil {
		return rejected(line, failf(NotACell, "the cells of this HoDoKu line: %w", e.Err)), true
	}
	comment := ""
	if len(fields) > hodokuComment {
		comment = oneSpace(fields[hodokuComment])
	}
	if strings.HasPrefix(line, hodokuStart) { // ours, which names no technique
		e.Comment = commentOf(comment)
		return e, true
	}
	e.Comment = " # HoDoKu " + fields[hodokuTechnique]
	if comment != "" {
		e.Comment += ", " + comment
	}
	return e, true
}
