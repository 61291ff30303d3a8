package library

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The forms in which the clues of an entry are stored. Most files write the grid cell by cell, with the same
// character in all empty cells. Then that character is the column, or nothing for '.', and the rest is read from the
// grid. The first byte of the function written_text of the database tells the two forms apart.
const (
	writtenPlain = 0 // the grid follows, and the character of the empty cells
	writtenText  = 1 // the text follows
)

// ShortText returns the column for a text.
func ShortText(text string, g sudoku.Grid) string {
	cells := g.Shape().Cells()
	if len(text) != len(cells) {
		return text
	}
	digits, empty := g.ByCell(), byte(0)
	for i, c := range cells {
		switch b := text[i]; {
		case digits[c] != 0 && b == '0'+byte(digits[c]), digits[c] == 0 && empty != 0 && b == empty:
		// Digits would be taken for clues, and schema 15 reads no other characters.
		case digits[c] == 0 && empty == 0 && '!' <= b && b <= '~' && b != '\\' && (b < '1' || b > '9'):
			empty = b
		default:
			return text
		}
	}
	if empty == '.' || empty == 0 {
		return ""
	}
	return string(rune(empty))
}

// spelled returns the text of a grid, cell by cell, with a character for empty cells.
func spelled(g sudoku.Grid, empty byte) string {
	var text [sudoku.MaxCells]byte
	characters := [...]byte{empty, '1', '2', '3', '4', '5', '6', '7', '8', '9'}
	cells, digits := g.Shape().Cells(), g.ByCell()
	for i, c := range cells {
		text[i] = characters[digits[c]]
	}
	return string(text[:len(cells)])
}

// written reads the result of written_text.
func written(column []byte) (string, error) {
	if len(column) == 0 || column[0] > writtenText {
		return "", fmt.Errorf("%x is not the text of an entry", column)
	}
	if column[0] == writtenText {
		return string(column[1:]), nil
	}
	g, empty, err := postgres.CutGrid(column[1:])
	if err == nil && len(empty) > 1 {
		err = fmt.Errorf("%x is not the text of an entry", column)
	}
	if err != nil {
		return "", err
	}
	return lengthened(empty, g), nil
}

// lengthened returns the text that [ShortText] made a column of.
func lengthened(column []byte, g sudoku.Grid) string {
	switch len(column) {
	case 0:
		return spelled(g, '.')
	case 1:
		return spelled(g, column[0])
	}
	return string(column)
}

// WrittenText reads the column of the function written_text for display.
func WrittenText(into *string) pgtype.BytesScanner { return writtenColumn{into} }

type writtenColumn struct{ text *string }

func (w writtenColumn) ScanBytes(column []byte) error {
	text, err := written(column)
	*w.text = strings.ToValidUTF8(text, "\ufffd")
	return err
}
