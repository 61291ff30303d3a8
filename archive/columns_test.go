package archive

import (
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
		var marks, back sudoku.Pencilmarks
		for c := range marks {
			marks[c] = sudoku.Digits(rapid.IntRange(0, 511).Draw(t, "marks"))
		}
		if err := (marksColumn{&back}).ScanBytes(packMarks(marks)); err != nil || back != marks {
			t.Fatalf("%v come back as %v, %v", marks, back, err)
		}
	})
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
