package archive

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// How values of package sudoku become columns.
//
// A grid is one number: its digits in row-major order, 0 for an empty cell, read in base 10
// and written big-endian into the fewest bytes that hold all grids of the shape: 34 for 81
// cells (10^81 < 2^272), 7 for 16. The length gives the shape. That is less than half of the
// text, and sorts like it.
const (
	packedSudoku  = 34
	packedShidoku = 7
)

// pack returns the column of a grid.
func pack(g sudoku.Grid) []byte {
	number, ok := new(big.Int).SetString(strings.ReplaceAll(g.String(), ".", "0"), 10)
	if !ok {
		panic(fmt.Sprintf("archive: %s is not a number", g)) // a grid's text is digits and dots
	}
	size := packedSudoku
	if g.Shape() == sudoku.Shidoku {
		size = packedShidoku
	}
	return number.FillBytes(make([]byte, size))
}

// unpack reads the column of a grid.
func unpack(column []byte) (sudoku.Grid, error) {
	shape := sudoku.Sudoku
	switch len(column) {
	case packedSudoku:
	case packedShidoku:
		shape = sudoku.Shidoku
	default:
		return sudoku.Grid{}, fmt.Errorf("a column of %d bytes does not hold a grid", len(column))
	}
	text := new(big.Int).SetBytes(column).String()
	zeros := len(shape.Cells()) - len(text)
	if zeros < 0 {
		return sudoku.Grid{}, fmt.Errorf("the number %s is too long for a %s", text, shape)
	}
	return sudoku.Parse(strings.Repeat("0", zeros) + text)
}

// packMarks returns the column of pencilmarks: two bytes a cell, bit d-1 for digit d.
// Packed to nine bits a cell they would be shorter, and unreadable in psql.
func packMarks(marks sudoku.Pencilmarks) []byte {
	column := make([]byte, 0, 2*len(marks))
	for _, digits := range marks {
		column = binary.BigEndian.AppendUint16(column, uint16(digits))
	}
	return column
}

// What reads columns, for Scan. The bytes that ScanBytes gets belong to the driver.

type gridColumn struct{ grid *sudoku.Grid }

func (c gridColumn) ScanBytes(column []byte) (err error) {
	*c.grid, err = unpack(column)
	return err
}

// optional leaves what it reads as it is where the column is null.
type optional struct{ pgtype.BytesScanner }

func (o optional) ScanBytes(column []byte) error {
	if column == nil {
		return nil
	}
	return o.BytesScanner.ScanBytes(column)
}

type marksColumn struct{ marks *sudoku.Pencilmarks }

func (c marksColumn) ScanBytes(column []byte) error {
	if len(column) != 2*len(c.marks) {
		return fmt.Errorf("a column of %d bytes does not hold pencilmarks", len(column))
	}
	for cell := range c.marks {
		c.marks[cell] = sudoku.Digits(binary.BigEndian.Uint16(column[2*cell:]))
	}
	return nil
}

// rawColumn reads text that is kept as bytes, because names in files come in any encoding.
type rawColumn struct{ text *string }

func (c rawColumn) ScanBytes(column []byte) error {
	*c.text = string(column)
	return nil
}

// plainColumn reads such text for display: what is not UTF-8 becomes a replacement character.
type plainColumn struct{ text *string }

func (c plainColumn) ScanBytes(column []byte) error {
	*c.text = strings.ToValidUTF8(string(column), "\ufffd")
	return nil
}

type transformColumn struct{ transform *sudoku.Transform }

func (c transformColumn) Scan(column any) (err error) {
	text, _ := column.(string) // "" is not a transform, and the error says so
	*c.transform, err = sudoku.ParseTransform(text)
	return err
}

// timeColumn reads null as the zero time.
type timeColumn struct{ time *time.Time }

func (c timeColumn) Scan(column any) error {
	t, _ := column.(time.Time)
	*c.time = t.UTC()
	return nil
}

type keyColumn struct{ key *canon.Key }

func (c keyColumn) ScanUUID(column pgtype.UUID) error {
	*c.key = column.Bytes
	return nil
}

// plainText returns text that the database takes: UTF-8 without zero bytes.
func plainText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}
