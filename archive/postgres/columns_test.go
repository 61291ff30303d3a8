package postgres

import (
	"bytes"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestPacking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom(sudoku.Shapes).Draw(t, "shape")
		few := rapid.IntRange(0, 9).Draw(t, "few")
		g := sudoku.Empty(shape)
		for _, c := range shape.Cells() {
			if rapid.IntRange(0, 9).Draw(t, "of ten") >= few {
				g = g.With(c, sudoku.Digit(rapid.IntRange(0, shape.Side()).Draw(t, c.String())))
			}
		}
		got, err := UnpackGrid(PackGrid(g))
		if err != nil || got != g {
			t.Fatalf("%s comes back as %s, %v", g, got, err)
		}
		var number, short []byte
		switch {
		case shape == sudoku.SixBySix:
			number = []byte(strings.ReplaceAll(g.String(), ".", "0"))
			short = number
		case shape == sudoku.Sudoku && g.Len() <= mostFilled:
			number, short = packedByBig(g), filledByBig(g)
		default:
			number = packedByBig(g)
			short = number
		}
		if !bytes.Equal(PackGrid(g), short) {
			t.Fatalf("%s is packed as %x, want %x", g, PackGrid(g), short)
		}
		for _, column := range [][]byte{number, short} { // the number is of before
			other := g.With(0, g.At(0)%sudoku.Digit(shape.Side())+1)
			if !HoldsGrid(column, g) || HoldsGrid(column, other) || HoldsGrid(column, sudoku.Empty(sudoku.Shapes[(int(shape)+1)%len(sudoku.Shapes)])) {
				t.Fatalf("%x, a column of %s, holds another grid too, or not this one", column, g)
			}
			got, rest, err := CutGrid(append(slices.Clone(column), '.'))
			if back, alone := UnpackGrid(column); err != nil || got != g || string(rest) != "." || alone != nil || back != g {
				t.Fatalf("%s comes back from %x as %s, %q, %v, and without the byte that follows as %s, %v", g, column, got, rest, err, back, alone)
			}
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

// filledByBig packs the filled cells of a sudoku and their digits.
func filledByBig(g sudoku.Grid) []byte {
	column := make([]byte, filledBytes)
	var digits []int64
	for i, c := range g.Shape().Cells() {
		if d := g.At(c); d != 0 {
			column[i/8] |= 1 << (i % 8)
			digits = append(digits, int64(d-1))
		}
	}
	for part := range slices.Chunk(digits, nines) {
		number := new(big.Int)
		for _, d := range slices.Backward(part) {
			number.Add(number.Mul(number, big.NewInt(9)), big.NewInt(d))
		}
		column = append(column, number.FillBytes(make([]byte, bytesOfNines(len(part))))...)
	}
	return column
}

// A number of digits takes the fewest bytes that hold it, and a column of filled cells is shorter than one number.
func TestBytesOfNines(t *testing.T) {
	for digits := range nines + 1 {
		largest := new(big.Int).Exp(big.NewInt(9), big.NewInt(int64(digits)), nil)
		if got, want := bytesOfNines(digits), (largest.Sub(largest, big.NewInt(1)).BitLen()+7)/8; got != want {
			t.Errorf("%d digits take %d bytes, want %d", digits, got, want)
		}
	}
	most := sudoku.Empty(sudoku.Sudoku)
	for _, c := range sudoku.Sudoku.Cells()[:mostFilled] {
		most = most.With(c, 9)
	}
	if size := len(PackGrid(most)); size+1 >= packedSudoku || packedSudoku+1 >= packedSixBySix {
		t.Errorf("%d digits and a byte that follows take %d bytes, as many as a number or more", mostFilled, size+1)
	}
}

func TestPackingErrors(t *testing.T) {
	full := make([]byte, packedSudoku)
	for i := range full {
		full[i] = 0xff // more than 81 digits
	}
	seven, blank := PackGrid(sudoku.Empty(sudoku.SixBySix)), PackGrid(sudoku.Empty(sudoku.SixBySix))
	seven[20], blank[20] = '7', ' '
	nine := PackGrid(sudoku.Empty(sudoku.Shidoku))
	nine[len(nine)-1] = 9 // not a digit of a Shidoku
	one := PackGrid(sudoku.Empty(sudoku.Sudoku).With(0, 9))
	ten, outside, crowd := slices.Clone(one), slices.Clone(one), make([]byte, 32)
	ten[filledBytes] = 9 // the first cell has 10
	outside[0], outside[filledBytes-1] = 0, 2
	for i := range 7 {
		crowd[i] = 0xff // 56 cells, which one number holds
	}
	for _, column := range [][]byte{nil, {1}, make([]byte, 33), full, nine, one[:filledBytes], append(slices.Clone(one), '.'), ten, outside, crowd, seven, blank, seven[1:], make([]byte, packedSixBySix)} {
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
