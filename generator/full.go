package generator

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// FullGrid returns a random full grid of a shape, without contradictions. All of them have the same probability: 288 Shidoku,
// 28,200,960 grids of 6×6, 6,670,903,752,021,072,936,960 of 9×9.
func FullGrid(s sudoku.Shape, r *rand.Rand) sudoku.Grid {
	if s != sudoku.Sudoku {
		all := normalised[s]()
		return relabelling(s, r).Apply(all[r.IntN(len(all))])
	}
	for {
		var f filling
		if f.fill(r) {
			return f.grid()
		}
	}
}

// normalised lists the full grids of a shape, smaller than 9×9, that have the digits of their first box in order: 12 Shidoku,
// 39,168 of 6×6. Every other full grid is a relabelling of one of them. They are sorted, so that the puzzles of a seed do not
// depend on the order in which the solver finds them.
var normalised = sudoku.ByShape(func(s sudoku.Shape) func() []sudoku.Grid {
	return sync.OnceValue(func() (all []sudoku.Grid) {
		g := sudoku.Empty(s)
		for i, c := range s.House(sudoku.House{Kind: sudoku.Box}) {
			g = g.With(c, sudoku.Digit(i+1))
		}
		for full := range solver.Solutions(g) {
			all = append(all, full)
		}
		slices.SortFunc(all, func(a, b sudoku.Grid) int {
			x, y := a.ByCell(), b.ByCell()
			return slices.Compare(x[:], y[:])
		})
		return all
	})
})

// filling is the placement of the digits of a 9×9 grid, box by box.
//
// A digit is in another row in each box of a band, and in another column in each box of a
// stack, so that two boxes leave it one line of the third. That makes the grids easy to count:
// however the boxes before it are filled, each box but the last can be filled in a fixed number
// of ways, or in none. All ways are taken with the same probability, and dead ends are
// given up altogether, so every grid is as probable as any other.
//
//	box 1            9!        any order
//	box 2, box 4     56·6³     which row (column) each digit goes to, the order within each
//	box 3, box 7     6³        the order within each row (column)
//	box 5            56·2³     which row; in each, two orders or none avoid the columns of box 2
//	box 6, box 8     2³        two orders or none in each row (column)
//	box 9            1         every digit has one cell left; no two may have the same
//
// These are 7.1·10²² ways, of which 9.4 % end in a grid: their number, which B. Felgenhauer and
// F. Jarvis counted ("Mathematics of Sudoku I", Mathematical Spectrum 39, 2006), is a test of
// this code.
type filling struct {
	rows, columns [9]lines // by box
}

// lines is the row, or the column, of each of the nine digits within a box: 0, 1 or 2.
type lines [9]uint8

// fill fills the boxes at random. It returns false when that leads nowhere.
func (f *filling) fill(r *rand.Rand) bool {
	free := lines{nowhere, nowhere, nowhere, nowhere, nowhere, nowhere, nowhere, nowhere, nowhere}
	rows, columns := &f.rows, &f.columns
	rows[0] = inThrees(r)
	columns[0], _ = order(rows[0], free, r)
	rows[1] = elsewhere(rows[0], r)
	columns[1], _ = order(rows[1], free, r)
	rows[2] = third(rows[0], rows[1])
	columns[2], _ = order(rows[2], free, r)
	columns[3] = elsewhere(columns[0], r)
	rows[3], _ = order(columns[3], free, r)
	columns[6] = third(columns[0], columns[3])
	rows[6], _ = order(columns[6], free, r)

	var ok5, ok6, ok8 bool
	rows[4] = elsewhere(rows[3], r)
	if columns[4], ok5 = order(rows[4], columns[1], r); !ok5 {
		return false
	}
	rows[5] = third(rows[3], rows[4])
	if columns[5], ok6 = order(rows[5], columns[2], r); !ok6 {
		return false
	}
	columns[7] = third(columns[1], columns[4])
	if rows[7], ok8 = order(columns[7], rows[6], r); !ok8 {
		return false
	}
	rows[8], columns[8] = third(rows[6], rows[7]), third(columns[2], columns[5])
	return distinct(rows[8], columns[8])
}

// grid returns the digits in their cells.
func (f *filling) grid() sudoku.Grid {
	var digits [sudoku.MaxCells]sudoku.Digit
	for box := range 9 {
		for d := range 9 {
			row := box/3*3 + int(f.rows[box][d])
			column := box%3*3 + int(f.columns[box][d])
			digits[sudoku.CellAt(row, column)] = sudoku.Digit(d + 1)
		}
	}
	return sudoku.FromDigits(sudoku.Sudoku, digits)
}

// inThrees puts three digits into each line.
func inThrees(r *rand.Rand) lines {
	l := lines{0, 0, 0, 1, 1, 1, 2, 2, 2}
	r.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	return l
}

// third returns the line that is in neither.
func third(a, b lines) (l lines) {
	for d := range l {
		l[d] = 3 - a[d] - b[d]
	}
	return l
}

// distinct reports whether no two digits have the same cell.
func distinct(rows, columns lines) bool {
	var cells uint
	for d := range rows {
		cells |= 1 << (3*rows[d] + columns[d])
	}
	return cells == 1<<9-1
}

// elsewhere puts the digits, three in each line, into another line each, three into
// each again. k of the three digits of a line go to the next line and the others to the one
// after it, with the same k for all lines. So there are C(3,k)³ ways for each k: 1+27+27+1 = 56.
func elsewhere(from lines, r *rand.Rand) (to lines) {
	k := 0
	switch n := r.IntN(56); {
	case n == 55:
		k = 3
	case n >= 28:
		k = 2
	case n >= 1:
		k = 1
	}
	var one [3]int // of each line: for k of 1 the digit that goes to the next line, for 2 the one that does not
	for line := range one {
		one[line] = r.IntN(3)
	}
	for d, line := range from {
		isOne := one[line] == 0
		one[line]--
		step := uint8(2)
		if k == 3 || k == 2 && !isOne || k == 1 && isOne {
			step = 1
		}
		to[d] = (line + step) % 3
	}
	return to
}

// order puts the three digits of each line into its three places, none of them into the place
// to avoid. It returns false if there is no such order for a line.
//
// If all digits have a place to avoid there are two orders or none. If the places to avoid
// differ, they are the two cyclic shifts. If two of them are the same, the third digit goes there and the
// two others take the rest either way. If all are the same, there is none.
func order(in, avoid lines, r *rand.Rand) (places lines, ok bool) {
	var digits [3]uint // sets
	for d, line := range in {
		digits[line] |= 1 << d
	}
	for _, set := range digits {
		a := bits.TrailingZeros(set)
		b := bits.TrailingZeros(set & (set - 1))
		c := bits.Len(set) - 1
		allowed := ordersAvoiding[avoid[a]][avoid[b]][avoid[c]]
		if len(allowed) == 0 {
			return lines{}, false
		}
		o := allowed[r.IntN(len(allowed))]
		places[a], places[b], places[c] = o[0], o[1], o[2]
	}
	return places, true
}

// nowhere is outside the grid: no place is avoided.
const nowhere = 3

// ordersAvoiding lists the orders of three digits in three places in which none is in its place
// to avoid, by the three places to avoid.
var ordersAvoiding = func() (table [4][4][4][][3]uint8) {
	for a := range uint8(4) {
		for b := range uint8(4) {
			for c := range uint8(4) {
				for _, o := range [][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
					if o[0] != a && o[1] != b && o[2] != c {
						table[a][b][c] = append(table[a][b][c], o)
					}
				}
			}
		}
	}
	return table
}()
