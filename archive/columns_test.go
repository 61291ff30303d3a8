package archive

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestPacking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom(sudoku.Shapes).Draw(t, "shape")
		g := sudoku.Empty(shape)
		for _, c := range shape.Cells() {
			g = g.With(c, sudoku.Digit(rapid.IntRange(0, shape.Side()).Draw(t, c.String())))
		}
		got, err := unpack(pack(g))
		if err != nil || got != g {
			t.Fatalf("%s comes back as %s, %v", g, got, err)
		}
		if want := packedByBig(g); !bytes.Equal(pack(g), want) {
			t.Fatalf("%s is packed as %x, want %x", g, pack(g), want)
		}
		var marks, back sudoku.Pencilmarks
		for c := range marks {
			marks[c] = sudoku.Digits(rapid.IntRange(0, 511).Draw(t, "marks"))
		}
		if err := (marksColumn{&back}).ScanBytes(packMarks(marks)); err != nil || back != marks {
			t.Fatalf("%v come back as %v, %v", marks, back, err)
		}
	})
}

// packedByBig packs with a number of any length.
func packedByBig(g sudoku.Grid) []byte {
	number, _ := new(big.Int).SetString(strings.ReplaceAll(g.String(), ".", "0"), 10)
	return number.FillBytes(make([]byte, map[sudoku.Shape]int{sudoku.Sudoku: 34, sudoku.Shidoku: 7}[g.Shape()]))
}

// What is written cell by cell is kept as the character of the empty cells, all else as it is.
func TestShortened(t *testing.T) {
	const plain = "1.....3..2.....4"
	g, err := sudoku.Parse(plain)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		plain:                                  "",
		strings.ReplaceAll(plain, ".", "0"):    "0",
		strings.ReplaceAll(plain, ".", "*"):    "*",
		strings.ReplaceAll(plain, ".", "\x00"): strings.ReplaceAll(plain, ".", "\x00"),
		strings.ReplaceAll(plain, ".", "\xff"): strings.ReplaceAll(plain, ".", "\xff"),
		strings.Replace(plain, ".", "0", 1):    "10....3..2.....4",
		"1.....3..2.....3":                     "1.....3..2.....3",
		"1555553552555554":                     "1555553552555554",
		plain + " ":                            plain + " ",
	} {
		short := shortened(text, g)
		if short != want {
			t.Errorf("%q is shortened to %q, want %q", text, short, want)
		}
		column := append([]byte{writtenText}, short...)
		if len(short) < 2 {
			column = append(append([]byte{writtenPlain}, pack(g)...), short...)
		}
		if got, err := written(column); err != nil || got != text {
			t.Errorf("%q comes back as %q, %v", text, got, err)
		}
	}
	for _, column := range []string{"", "\x02x", "\x00", "\x00short"} {
		if text, err := written([]byte(column)); err == nil {
			t.Errorf("%q is the text %q, want an error", column, text)
		}
	}
}

func TestPackingErrors(t *testing.T) {
	full := make([]byte, packedSudoku)
	for i := range full {
		full[i] = 0xff // more than 81 digits
	}
	nine := pack(sudoku.Empty(sudoku.Shidoku))
	nine[len(nine)-1] = 9 // not a digit of a Shidoku
	for _, column := range [][]byte{nil, {1}, make([]byte, 33), full, nine} {
		if g, err := unpack(column); err == nil {
			t.Errorf("unpack(%v) = %s, want an error", column, g)
		}
	}
	if err := (marksColumn{new(sudoku.Pencilmarks)}).ScanBytes([]byte{1}); err == nil {
		t.Error("one byte is read as pencilmarks")
	}
	if err := (gridColumn{new(sudoku.Grid)}).ScanBytes(nil); err == nil {
		t.Error("null is read as a grid")
	}
	if err := (transformColumn{new(sudoku.Transform)}).Scan(nil); err == nil {
		t.Error("null is read as a transform")
	}
}
