package canon_test

import (
	"math/big"
	"math/bits"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The bands of a grid are of 416 classes, and from these come all 6,670,903,752,021,072,936,960 grids, as B. Felgenhauer
// and F. Jarvis counted them in 2005: of each class the number of its bands, which its automorphisms give too, times the
// number of ways to fill the rest below one of them.
func TestProveBands(t *testing.T) {
	sudokutest.Prove(t)
	classes := map[sudoku.Grid]int64{}
	examples := map[sudoku.Grid]sudoku.Grid{}
	bandsInOrder(func(band sudoku.Grid) {
		form := canon.Of(band)
		classes[form]++
		examples[form] = band
	})
	const inOrder = 2 * 6 * 6 * 362880 // bands for each whose lines, boxes and labels are in order
	fillings := newFillings()
	total := new(big.Int)
	for form, n := range classes {
		// 2·6⁸·9! transforms put the band into any of six chutes.
		if bands := 1679616 * 2 * 362880 / int64(canon.Automorphisms(form)) / 6; bands != n*inOrder {
			t.Errorf("%s: %d bands by automorphisms, want %d", form, bands, n*inOrder)
		}
		below := big.NewInt(fillings.below(examples[form]))
		total.Add(total, below.Mul(below, big.NewInt(n*inOrder)))
	}
	t.Logf("%d classes of bands, %s grids", len(classes), total)
	if len(classes) != 416 || total.String() != "6670903752021072936960" {
		t.Error("want 416 classes, 6670903752021072936960 grids")
	}
}

// bandsInOrder yields the 36,288 bands whose first box is 123456789, whose other boxes have their columns ascending in
// the first row, and these boxes in order.
func bandsInOrder(yield func(sudoku.Grid)) {
	start := sudoku.Grid{}
	for i := range 9 {
		start = start.With(sudoku.CellAt(i/3, i%3), sudoku.Digit(i+1))
	}
	var fill func(g sudoku.Grid, i int)
	fill = func(g sudoku.Grid, i int) {
		if i == 18 {
			yield(g)
			return
		}
		row, column := i/6, 3+i%6
		c := sudoku.CellAt(row, column)
		for d := range g.Candidates()[c].All() {
			left, box := c-1, c-3
			if row > 0 || column == 3 || column == 6 && d > g.At(box) || column%3 > 0 && d > g.At(left) {
				fill(g.With(c, d), i+1)
			}
		}
	}
	fill(start, 0)
}

// columns is the digits that the three columns of a box have in a band, a bit for each digit.
type columns [3]uint16

// fillings counts bands by the digits of their columns. The order of columns in a box does not matter, nor do labels:
// of the first box the columns are 123, 456, 789, of the others one of 280 divisions of the digits into three threes.
type fillings struct {
	index map[columns]int // of a division, its parts ascending
	ways  [][]int64       // by the divisions of the second and the third box
}

func newFillings() fillings {
	f := fillings{index: map[columns]int{}}
	var divisions []columns
	for a := range uint16(512) {
		for b := range a {
			if c := 511 &^ (a | b); bits.OnesCount16(a) == 3 && bits.OnesCount16(b) == 3 && a&b == 0 && c < b {
				f.index[columns{c, b, a}] = len(divisions)
				divisions = append(divisions, columns{c, b, a})
			}
		}
	}
	for _, second := range divisions {
		var row []int64
		for _, third := range divisions {
			row = append(row, rowsOf([]uint16{0o7, 0o70, 0o700, second[0], second[1], second[2], third[0], third[1], third[2]}, 0, 0))
		}
		f.ways = append(f.ways, row)
	}
	return f
}

// rowsOf counts the ways to take a first and a second row out of columns of three digits, each row with all digits.
// What is left is a third.
func rowsOf(left []uint16, first, second uint16) (n int64) {
	if len(left) == 0 {
		return 1
	}
	for ones := left[0] &^ first; ones != 0; ones &= ones - 1 {
		one := ones & -ones
		for twos := left[0] &^ one &^ second; twos != 0; twos &= twos - 1 {
			n += rowsOf(left[1:], first|one, second|twos&-twos)
		}
	}
	return n
}

// below counts the ways to fill the other bands below one. The middle band has other digits in each column, and the
// last what is left.
func (f *fillings) below(band sudoku.Grid) (n int64) {
	var middle, last [3][]columns
	for box := range middle {
		middle[box], last[box] = othersOf(columnsOf(band, box))
	}
	for i := range middle[0] {
		second, third := f.indexes(middle[0][i], middle[1]), f.indexes(middle[0][i], middle[2])
		secondLast, thirdLast := f.indexes(last[0][i], last[1]), f.indexes(last[0][i], last[2])
		for j := range second {
			for k := range third {
				n += f.ways[second[j]][third[k]] * f.ways[secondLast[j]][thirdLast[k]]
			}
		}
	}
	return n
}

func columnsOf(band sudoku.Grid, box int) (of columns) {
	for i := range of {
		for row := range 3 {
			of[i] |= 1 << (band.At(sudoku.CellAt(row, 3*box+i)) - 1)
		}
	}
	return of
}

// othersOf returns the 56 ways to fill the columns of a box in two further bands.
func othersOf(used columns) (middle, last []columns) {
	for a := range uint16(512) {
		for b := range uint16(512) {
			m := columns{a, b, 511 &^ (a | b)}
			l, fits := columns{}, a&b == 0
			for i := range m {
				l[i] = 511 &^ (m[i] | used[i])
				fits = fits && bits.OnesCount16(m[i]) == 3 && m[i]&used[i] == 0
			}
			if fits {
				middle, last = append(middle, m), append(last, l)
			}
		}
	}
	return middle, last
}

// indexes returns the divisions of boxes, relabelled so that the first box has the columns 123, 456, 789.
func (f *fillings) indexes(first columns, boxes []columns) (indexes []int) {
	var labels [9]uint16
	next := 0
	for _, column := range first {
		for ; column != 0; column &= column - 1 {
			labels[bits.TrailingZeros16(column)] = 1 << next
			next++
		}
	}
	for _, box := range boxes {
		var relabelled columns
		for i, column := range box {
			for ; column != 0; column &= column - 1 {
				relabelled[i] |= labels[bits.TrailingZeros16(column)]
			}
		}
		a, b, c := relabelled[0], relabelled[1], relabelled[2]
		low, high := min(a, b, c), max(a, b, c)
		indexes = append(indexes, f.index[columns{low, a ^ b ^ c ^ low ^ high, high}])
	}
	return indexes
}
