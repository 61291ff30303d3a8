package people

import (
	"encoding/hex"
	"encoding/json"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// readableColumn returns what the bytes of a column stand for, or else the bytes in hexadecimal as
// they came.
func readableColumn(name, text string) any {
	column, err := hex.DecodeString(text[len(`\x`):])
	if err != nil {
		return text
	}
	switch name {
	case "grid", "start_grid":
		if g, err := postgres.UnpackGrid(column); err == nil {
			return g.String()
		}
	case "marks", "start_marks":
		var marks sudoku.Pencilmarks
		if err := (postgres.Marks(&marks)).ScanBytes(column); err == nil {
			return readableMarks(marks)
		}
	case "answer":
		if json.Valid(column) {
			return json.RawMessage(column)
		}
	}
	return text
}

// readableMarks returns the cells that have marks, each with its digits.
func readableMarks(marks sudoku.Pencilmarks) map[string]string {
	cells := map[string]string{}
	for c, digits := range marks {
		if digits != 0 {
			cells[sudoku.Cell(c).String()] = digits.String()
		}
	}
	return cells
}
