package postgres

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
		got, err := UnpackGrid(PackGrid(g))
		if err != nil || got != g {
			t.Fatalf("%s comes back as %s, %v", g, got, err)
		}
		if want := packedByBig(g); !bytes.Equal(PackGrid(g), want) {
			t.Fatalf("%s is packed as %x, want %x", g, PackGrid(g), want)
		}
		var marks, back sudoku.Pencilmarks
		for c := range marks {
			marks[c] = sudoku.Digits(rapid.IntRange(0, 511).Draw(t, "marks"))
		}
		if err := Marks(&back).ScanBytes(PackMarks(marks)); err != nil || back != marks {
			t.Fatalf("%v come back as %v, %v", marks, back, err)
		}
	})
}

// packedByBig packs with a number of any length.
func packedByBig(g sudoku.Grid) []byte {
	number, _ := new(big.Int).SetString(strings.ReplaceAll(g.String(), ".", "0"), 10)
	return number.FillBytes(make([]byte, map[sudoku.Shape]int{sudoku.Sudoku: 34, sudoku.Shidoku: 7}[g.Shape()]))
}

func TestPackingErrors(t *testing.T) {
	full := make([]byte, PackedSudoku)
	for i := range full {
		full[i] = 0xff // more than 81 digits
	}
	nine := PackGrid(sudoku.Empty(sudoku.Shidoku))
	nine[len(nine)-1] = 9 // not a digit of a Shidoku
	for _, column := range [][]byte{nil, {1}, make([]byte, 33), full, nine} {
		if g, err := UnpackGrid(column); err == nil {
			t.Errorf("UnpackGrid(%v) = %s, want an error", column, g)
		}
	}
	if err := Marks(new(sudoku.Pencilmarks)).ScanBytes([]byte{1}); err == nil {
		t.Error("one byte is read as pencilmarks")
	}
	if err := Grid(new(sudoku.Grid)).ScanBytes(nil); err == nil {
		t.Error("null is read as a grid")
	}
	if err := Transform(new(sudoku.Transform)).Scan(nil); err == nil {
		t.Error("null is read as a transform")
	}
}
