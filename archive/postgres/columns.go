package postgres

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// How values of package sudoku become columns.
//
// A grid is one number: its digits in row-major order, 0 for an empty cell, read in base 10. It is written big-endian
// into the fewest bytes that hold all grids of the shape: 34 for 81 cells (10^81 < 2^272), 7 for 16. That is less
// than half of the text.
//
// A sudoku of few digits is its cells that are filled, a bit for each, and their digits: 21 bytes for
// 24 clues. Rows of before schema 57 may have a number there.
//
// The length of a column tells the shape. So a 6×6 is stored as its 36 digits: as a number it would have 15 bytes, like a
// sudoku of 8 digits.
const (
	packedSudoku   = 34
	packedShidoku  = 7
	packedSixBySix = 36
)

// PackGrid returns the column of a grid.
func PackGrid(g sudoku.Grid) []byte { return AppendGrid(make([]byte, 0, packedSudoku), g) }

// A number of 272 bits is five words here, the least significant first. It takes in and gives out chunk digits at a
// time, as many as fit in a word.
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

// divide returns the number divided by a chunk's unit, and the remainder.
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
	switch {
	case g.Shape() == sudoku.SixBySix:
		digits := g.ByCell()
		for _, c := range g.Shape().Cells() {
			column = append(column, '0'+byte(digits[c]))
		}
		return column
	case g.Shape() == sudoku.Sudoku && g.Len() <= mostFilled:
		return appendFilled(column, g)
	}
	return appendNumber(column, g)
}

// appendNumber appends a sudoku or a Shidoku as one number.
func appendNumber(column []byte, g sudoku.Grid) []byte {
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
	size := packedSudoku
	if g.Shape() == sudoku.Shidoku {
		size = packedShidoku
	}
	for i := size - 1; i >= 0; i-- {
		column = append(column, byte(number[i/8]>>(i%8*8)))
	}
	return column
}

// UnpackGrid reads the column of a grid.
func UnpackGrid(column []byte) (sudoku.Grid, error) {
	switch len(column) {
	case packedSudoku:
		return unpackNumber(sudoku.Sudoku, column)
	case packedShidoku:
		return unpackNumber(sudoku.Shidoku, column)
	case packedSixBySix:
		return unpackText(sudoku.SixBySix, column)
	}
	g, rest, err := cutFilled(column)
	if err == nil && len(rest) > 0 {
		return sudoku.Grid{}, noGrid(column)
	}
	return g, err
}

func noGrid(column []byte) error {
	return fmt.Errorf("a column of %d bytes does not hold a grid: %x", len(column), column)
}

// CutGrid reads a grid that one byte may follow, and returns the rest.
func CutGrid(column []byte) (g sudoku.Grid, rest []byte, err error) {
	switch last := len(column) - 1; last {
	case packedSudoku, packedShidoku, packedSixBySix:
		g, err = UnpackGrid(column[:last])
		return g, column[last:], err
	case packedSudoku - 1, packedShidoku - 1, packedSixBySix - 1:
		g, err = UnpackGrid(column)
		return g, nil, err
	}
	return cutFilled(column)
}

// Filled cells are bits of filledBytes, each byte from its lowest bit on, as get_bit of PostgreSQL counts them. Their
// digits follow, less one, in numbers of base 9: nines digits a number, the first the lowest, and big-endian in
// as many bytes as that needs.
const (
	filledBytes = 11
	mostFilled  = 52 // in 32 bytes: with a byte that follows still less than a number
	nines       = 20 // 9^20 < 2^64
)

// bytesOfNines is the size of a number of so many digits in base 9.
func bytesOfNines(digits int) int { return (317*digits + 799) / 800 } // 9 < 2^3.17

func appendFilled(column []byte, g sudoku.Grid) []byte {
	filled := len(column)
	column = append(column, make([]byte, filledBytes)...)
	number, unit, left, inNumber := uint64(0), uint64(1), g.Len(), 0
	for i, c := range g.Shape().Cells() {
		d := g.At(c)
		if d == 0 {
			continue
		}
		column[filled+i/8] |= 1 << (i % 8)
		number, unit = number+unit*uint64(d-1), unit*9
		left, inNumber = left-1, inNumber+1
		if inNumber == nines || left == 0 {
			for at := bytesOfNines(inNumber) - 1; at >= 0; at-- {
				column = append(column, byte(number>>(8*at)))
			}
			number, unit, inNumber = 0, 1, 0
		}
	}
	return column
}

// cutFilled reads the filled cells of a sudoku and their digits.
func cutFilled(column []byte) (sudoku.Grid, []byte, error) {
	if len(column) < filledBytes {
		return sudoku.Grid{}, nil, noGrid(column)
	}
	filled, rest := [...]uint64{
		binary.LittleEndian.Uint64(column),
		uint64(column[8]) | uint64(column[9])<<8 | uint64(column[10])<<16,
	}, column[filledBytes:]
	cells := sudoku.Sudoku.Cells()
	left := bits.OnesCount64(filled[0]) + bits.OnesCount64(filled[1])
	if left > mostFilled || filled[1]>>(len(cells)-64) != 0 {
		return sudoku.Grid{}, nil, noGrid(column)
	}
	var digits [sudoku.MaxCells]sudoku.Digit
	number, inNumber := uint64(0), 0
	for n, set := range filled {
		for ; set != 0; set &= set - 1 {
			if inNumber == 0 {
				inNumber = min(left, nines)
				size := bytesOfNines(inNumber)
				if len(rest) < size {
					return sudoku.Grid{}, nil, noGrid(column)
				}
				for _, b := range rest[:size] {
					number = number<<8 | uint64(b)
				}
				rest, left = rest[size:], left-inNumber
			}
			digits[cells[64*n+bits.TrailingZeros64(set)]], number = sudoku.Digit(1+number%9), number/9
			if inNumber--; inNumber == 0 && number != 0 {
				return sudoku.Grid{}, nil, noGrid(column)
			}
		}
	}
	return sudoku.FromDigits(sudoku.Sudoku, digits), rest, nil
}

// HoldsGrid reports whether a column holds a grid, in either form. To pack a number takes half the time of unpacking it.
func HoldsGrid(column []byte, g sudoku.Grid) bool {
	var packed [packedSixBySix]byte
	if g.Shape() == sudoku.Sudoku && len(column) == packedSudoku {
		return bytes.Equal(appendNumber(packed[:0], g), column)
	}
	return bytes.Equal(AppendGrid(packed[:0], g), column)
}

// unpackNumber reads a grid that is one number.
func unpackNumber(shape sudoku.Shape, column []byte) (sudoku.Grid, error) {
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

// unpackText reads a grid that is its digits as text.
func unpackText(shape sudoku.Shape, column []byte) (sudoku.Grid, error) {
	var digits [sudoku.MaxCells]sudoku.Digit
	for i, c := range shape.Cells() {
		digits[c] = sudoku.Digit(column[i] - '0')
		if int(digits[c]) > shape.Side() {
			return sudoku.Grid{}, fmt.Errorf("the text %x is not a %s", column, shape)
		}
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

// Readers of columns, for Scan. The bytes that ScanBytes gets belong to the driver.

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

// Optional leaves its target unchanged if the column is null.
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

// ShownText reads such text for display: invalid UTF-8 becomes a replacement character.
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
