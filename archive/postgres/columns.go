package postgres

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
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
	PackedSudoku  = 34
	PackedShidoku = 7
)

// PackGrid returns the column of a grid.
func PackGrid(g sudoku.Grid) []byte { return AppendGrid(nil, g) }

// A number of 272 bits is five words here, the least significant first. It takes in and gives out
// chunk digits at a time, which is what fits in a word.
const chunk = 18

const (
	chunkUnit = 1_000_000_000_000_000_000 // 10^chunk
	halfUnit  = 1_000_000_000             // 10^(chunk/2)
)

type uint320 [5]uint64

// timesPlus returns the number times a factor, and a summand.
func (w uint320) timesPlus(factor, summand uint64) uint320 {
	for i, word := range w {
		high, low := bits.Mul64(word, factor)
		low, carry := bits.Add64(low, summand, 0)
		w[i], summand = low, high+carry
	}
	return w
}

// divide returns the number divided by a chunk's unit, and what remains.
func (w uint320) divide() (uint320, uint64) {
	remainder := uint64(0)
	top := len(w) - 1
	for top >= 0 && w[top] == 0 {
		top--
	}
	for i := top; i >= 0; i-- {
		w[i], remainder = bits.Div64(remainder, w[i], chunkUnit)
	}
	return w, remainder
}

// AppendGrid appends the column of a grid.
func AppendGrid(column []byte, g sudoku.Grid) []byte {
	var number uint320
	word, unit := uint64(0), uint64(1)
	digits := g.ByCell()
	for _, c := range g.Shape().Cells() {
		word, unit = 10*word+uint64(digits[c]), 10*unit
		if unit == chunkUnit {
			number, word, unit = number.timesPlus(unit, word), 0, 1
		}
	}
	number = number.timesPlus(unit, word)
	size := PackedSudoku
	if g.Shape() == sudoku.Shidoku {
		size = PackedShidoku
	}
	for i := size - 1; i >= 0; i-- {
		column = append(column, byte(number[i/8]>>(i%8*8)))
	}
	return column
}

// UnpackGrid reads the column of a grid.
func UnpackGrid(column []byte) (sudoku.Grid, error) {
	shape := sudoku.Sudoku
	switch len(column) {
	case PackedSudoku:
	case PackedShidoku:
		shape = sudoku.Shidoku
	default:
		return sudoku.Grid{}, fmt.Errorf("a column of %d bytes does not hold a grid", len(column))
	}
	var number uint320
	for i, b := range column {
		at := len(column) - 1 - i
		number[at/8] |= uint64(b) << (at % 8 * 8)
	}
	cells := shape.Cells()
	var fromRight [(sudoku.MaxCells + chunk) / chunk * chunk]sudoku.Digit
	for start := 0; start < len(cells); start += chunk {
		word := uint64(0)
		number, word = number.divide()
		// Halves, as a processor divides both at the same time.
		low, high := uint32(word%halfUnit), uint32(word/halfUnit)
		for i := start; i < start+chunk/2; i++ {
			fromRight[i], low = sudoku.Digit(low%10), low/10
			fromRight[i+chunk/2], high = sudoku.Digit(high%10), high/10
		}
	}
	var digits [sudoku.MaxCells]sudoku.Digit
	largest, beyond := sudoku.Digit(0), fromRight[len(cells):]
	for i, c := range cells {
		digits[c] = fromRight[len(cells)-1-i]
		largest = max(largest, digits[c])
	}
	if slices.Max(beyond) > 0 || number != (uint320{}) || int(largest) > shape.Side() {
		return sudoku.Grid{}, fmt.Errorf("the number %x is not a %s", column, shape)
	}
	return sudoku.FromDigits(shape, digits), nil
}

// PackMarks returns the column of pencilmarks: two bytes a cell, bit d-1 for digit d.
// Packed to nine bits a cell they would be shorter, and unreadable in psql.
func PackMarks(marks sudoku.Pencilmarks) []byte {
	column := make([]byte, 0, 2*len(marks))
	for _, digits := range marks {
		column = binary.BigEndian.AppendUint16(column, uint16(digits))
	}
	return column
}

// What reads columns, for Scan. The bytes that ScanBytes gets belong to the driver.

type bytesScanner func(column []byte) error

// ScanBytes implements [pgtype.BytesScanner].
func (scan bytesScanner) ScanBytes(column []byte) error { return scan(column) }

type scanner func(column any) error

// Scan implements [sql.Scanner].
func (scan scanner) Scan(column any) error { return scan(column) }

type uuidScanner func(column pgtype.UUID) error

// ScanUUID implements [pgtype.UUIDScanner].
func (scan uuidScanner) ScanUUID(column pgtype.UUID) error { return scan(column) }

// Grid reads a column into a grid.
func Grid(into *sudoku.Grid) pgtype.BytesScanner {
	return bytesScanner(func(column []byte) (err error) {
		*into, err = UnpackGrid(column)
		return err
	})
}

// Marks reads a column into pencilmarks.
func Marks(into *sudoku.Pencilmarks) pgtype.BytesScanner {
	return bytesScanner(func(column []byte) error {
		if len(column) != 2*len(into) {
			return fmt.Errorf("a column of %d bytes does not hold pencilmarks", len(column))
		}
		for cell := range into {
			into[cell] = sudoku.Digits(binary.BigEndian.Uint16(column[2*cell:]))
		}
		return nil
	})
}

// Optional leaves its target unchanged where the column is null.
func Optional(column pgtype.BytesScanner) pgtype.BytesScanner {
	return bytesScanner(func(bytes []byte) error {
		if bytes == nil {
			return nil
		}
		return column.ScanBytes(bytes)
	})
}

// Text reads text that is kept as bytes, because names in files come in any encoding.
func Text(into *string) pgtype.BytesScanner {
	return bytesScanner(func(column []byte) error {
		*into = string(column)
		return nil
	})
}

// ShownText reads such text for display: what is not UTF-8 becomes a replacement character.
func ShownText(into *string) pgtype.BytesScanner {
	return bytesScanner(func(column []byte) error {
		*into = strings.ToValidUTF8(string(column), "\ufffd")
		return nil
	})
}

// Transform reads a column into a transform.
func Transform(into *sudoku.Transform) sql.Scanner {
	return scanner(func(column any) (err error) {
		text, _ := column.(string) // "" is not a transform, and the error says so
		*into, err = sudoku.ParseTransform(text)
		return err
	})
}

// Time reads null as the zero time.
func Time(into *time.Time) sql.Scanner {
	return scanner(func(column any) error {
		t, _ := column.(time.Time)
		*into = t.UTC()
		return nil
	})
}

// Key reads a column into the key of a puzzle.
func Key(into *canon.Key) pgtype.UUIDScanner {
	return uuidScanner(func(column pgtype.UUID) error {
		*into = column.Bytes
		return nil
	})
}

// PlainText returns text that the database takes: UTF-8 without zero bytes.
func PlainText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}
