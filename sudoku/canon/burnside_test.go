package canon_test

import (
	"math/big"
	"math/bits"
	"slices"
	"sync"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// There are 5,472,730,538 classes of solution grids, as E. Russell and F. Jarvis counted them in 2006: by Burnside's lemma
// the mean, over the transforms but for the labels, of the grids that one leaves as they are but for the labels. Conjugate
// transforms leave as many, so that one of each of the 275 classes will do. Package rank comes to the same number by listing
// the canonical forms. It takes six minutes of a core.
func TestProveBurnside(t *testing.T) {
	sudokutest.Prove(t)
	grids, _ := new(big.Int).SetString("6670903752021072936960", 10) // see TestProveBands
	sum, transforms, leaving := grids.Div(grids, big.NewInt(362880)), int64(1), 1
	classes := transformClasses(sudoku.Sudoku)
	var mu sync.Mutex
	t.Run("classes", func(t *testing.T) {
		for _, c := range classes[1:] {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				n := fixedGrids(sudoku.Sudoku, c.moves)
				mu.Lock()
				defer mu.Unlock()
				transforms += c.size
				if n > 0 {
					leaving++
					t.Logf("%d transforms such as %v leave %d grids", c.size, c.moves, n)
				}
				sum.Add(sum, big.NewInt(c.size*n))
			})
		}
	})
	got, rest := sum.DivMod(sum, big.NewInt(transforms), new(big.Int))
	if len(classes) != 275 || transforms != 3359232 || leaving != 27 || got.Int64() != 5472730538 || rest.Sign() != 0 {
		t.Errorf("%d transforms in %d classes, %d of which leave grids: %d classes of grids, rest %d", transforms, len(classes), leaving, got, rest)
	}
}

// The 288 Shidoku grids are of 2 classes, the 28,200,960 of 6×6 are of 49.
func TestBurnside(t *testing.T) {
	for shape, want := range map[sudoku.Shape]struct{ transforms, grids, classes int64 }{
		sudoku.Shidoku:  {2 * 8 * 8, 288 / 24, 2},
		sudoku.SixBySix: {48 * 72, 28_200_960 / 720, 49},
	} {
		sum, transforms := int64(0), int64(0)
		for i, c := range transformClasses(shape) {
			n := fixedGrids(shape, c.moves)
			if i == 0 && n != want.grids {
				t.Errorf("%s: %d grids but for the labels, want %d", shape, n, want.grids)
			}
			sum += c.size * n
			transforms += c.size
		}
		if transforms != want.transforms || sum != want.classes*transforms {
			t.Errorf("%s: %d transforms, which leave %d grids, want %d and %d", shape, transforms, sum, want.transforms, want.classes*want.transforms)
		}
	}
}

// transformClass is the conjugates of a transform.
type transformClass struct {
	moves []int // where the transform moves each cell
	size  int64
}

// transformClasses returns the conjugacy classes of the transforms of cells, that of the identity first.
// Two pairs of an order of rows and one of columns are conjugate if their parts are. If rows can become columns, they are two
// copies of a group, which transposing exchanges: then parts may be conjugate in either order; and a pair with a transposition
// is the conjugate of any whose orders, one after the other, are conjugate.
func transformClasses(shape sudoku.Shape) (classes []transformClass) {
	side, orders := shape.Side(), lineOrders(shape.Side(), shape.BoxHeight())
	lines := lineClasses(orders)
	add := func(size int, move func(row, column int) (int, int)) {
		moves := make([]int, side*side)
		for c := range moves {
			row, column := move(c/side, c%side)
			moves[c] = row*side + column
		}
		classes = append(classes, transformClass{moves, int64(size)})
	}
	if !shape.CanTranspose() {
		for _, a := range lines {
			for _, b := range lineClasses(lineOrders(side, shape.BoxWidth())) {
				add(a.size*b.size, func(row, column int) (int, int) { return a.order[row], b.order[column] })
			}
		}
		return classes
	}
	for i, a := range lines {
		for j, b := range lines[i:] {
			size := a.size * b.size
			if j > 0 {
				size *= 2
			}
			add(size, func(row, column int) (int, int) { return a.order[row], b.order[column] })
		}
		add(a.size*len(orders), func(row, column int) (int, int) { return a.order[column], row })
	}
	return classes
}

// lineClass is the conjugates of an order.
type lineClass struct {
	order []int
	size  int
}

func lineClasses(orders [][]int) (classes []lineClass) {
	seen := map[string]bool{}
	text := func(order []int) string {
		b := make([]byte, len(order))
		for i, o := range order {
			b[i] = byte(o)
		}
		return string(b)
	}
	for _, order := range orders {
		before := len(seen)
		if seen[text(order)] {
			continue
		}
		for _, by := range orders {
			conjugate := make([]int, len(order))
			for i := range order {
				conjugate[by[i]] = by[order[i]]
			}
			seen[text(conjugate)] = true
		}
		classes = append(classes, lineClass{order, len(seen) - before})
	}
	return classes
}

// fixedGrids counts the grids that a transform leaves as they are but for the labels; grids with other labels are one.
func fixedGrids(shape sudoku.Shape, moves []int) (total int64) {
	for _, cycles := range partitions(shape.Side(), shape.Side()) {
		total += newFixed(shape, moves, cycles).count()
	}
	return total
}

// partitions returns the lengths of cycles that the labels can have.
func partitions(n, most int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for first := min(n, most); first > 0; first-- {
		for _, rest := range partitions(n-first, first) {
			all = append(all, append([]int{first}, rest...))
		}
	}
	return all
}

// fixed searches the grids in which a transform does to the digits what a relabelling does. A digit in a cell leaves no
// choice in those that the transform moves the cell to, its orbit: so orbits are filled, each by the digit of its first cell.
type fixed struct {
	orbits    int
	cycle     [sudoku.MaxSide]int  // of a digit, counted from 0
	first     [sudoku.MaxSide]bool // it is the first of its cycle
	lengths   []int                // of the cycles
	start     [sudoku.MaxCells]uint16
	conflicts [sudoku.MaxCells][sudoku.MaxSide][sudoku.MaxCells]uint16 // of an orbit and its digit: what another cannot have
}

func newFixed(shape sudoku.Shape, moves, lengths []int) *fixed {
	side := shape.Side()
	f := &fixed{lengths: lengths}
	var relabelled [sudoku.MaxSide]int
	d := 0
	for i, length := range lengths {
		f.first[d] = true
		for j := range length {
			f.cycle[d+j], relabelled[d+j] = i, d+(j+1)%length
		}
		d += length
	}
	// The houses with a digit that an orbit fills, one bit each.
	type filled [3 * sudoku.MaxSide]uint16
	var fillings [][sudoku.MaxSide]filled
	seen := make([]bool, len(moves))
	for c := range moves {
		if seen[c] {
			continue
		}
		var by [sudoku.MaxSide]filled
		for digit := range side {
			ok, at, d := true, c, digit
			for {
				seen[at] = true
				row, column := at/side, at%side
				for _, house := range []int{row, side + column, 2*side + shape.Box(sudoku.CellAt(row, column))} {
					ok = ok && by[digit][house]&(1<<d) == 0
					by[digit][house] |= 1 << d
				}
				if at, d = moves[at], relabelled[d]; at == c {
					break
				}
			}
			if ok && d == digit {
				f.start[f.orbits] |= 1 << digit
			}
		}
		fillings, f.orbits = append(fillings, by), f.orbits+1
	}
	var can filled // all digits of a house have to be possible
	for i, by := range fillings {
		for digit := range side {
			for house, digits := range by[digit] {
				if f.start[i]&(1<<digit) != 0 {
					can[house] |= digits
				}
			}
		}
	}
	if slices.ContainsFunc(can[:3*side], func(digits uint16) bool { return digits != 1<<side-1 }) {
		f.start[0] = 0
	}
	for i := range fillings {
		for a := range side {
			for j := range fillings {
				for b := range side {
					for house, digits := range fillings[i][a] {
						if digits&fillings[j][b][house] != 0 {
							f.conflicts[i][a][j] |= 1 << b
						}
					}
				}
			}
		}
	}
	return f
}

func (f *fixed) count() int64 {
	var open [sudoku.MaxCells]uint8
	for i := range f.orbits {
		open[i] = uint8(i)
	}
	return f.search(&f.start, open, f.orbits, 0)
}

// search counts the ways to fill the open orbits, and changes what is left to them. Cycles of labels of the same length that
// are not used yet can be exchanged, and turned, without any other change: one of them stands for all.
func (f *fixed) search(left *[sudoku.MaxCells]uint16, open [sudoku.MaxCells]uint8, n int, used uint16) (total int64) {
	for n > 0 {
		best, fewest := 0, 99
		for i, orbit := range open[:n] {
			if few := bits.OnesCount16(left[orbit]); few < fewest {
				if best, fewest = i, few; few <= 1 {
					break
				}
			}
		}
		orbit := open[best]
		open[best] = open[n-1]
		n--
		digits := left[orbit]
		for ; digits&(digits-1) != 0; digits &= digits - 1 { // all but the last
			then := *left
			if digit := bits.TrailingZeros16(digits); f.put(&then, open[:n], orbit, digit, used) {
				total += f.search(&then, open, n, used|1<<f.cycle[digit])
			}
		}
		digit := bits.TrailingZeros16(digits)
		if digits == 0 || !f.put(left, open[:n], orbit, digit, used) {
			return total
		}
		used |= 1 << f.cycle[digit]
	}
	return total + 1
}

// put takes from what is left to the open orbits what a digit of another leaves them, and reports whether each can be filled.
func (f *fixed) put(left *[sudoku.MaxCells]uint16, open []uint8, orbit uint8, digit int, used uint16) bool {
	if !f.stands(digit, used) {
		return false
	}
	conflicts := &f.conflicts[orbit][digit]
	for _, other := range open {
		if left[other] &^= conflicts[other]; left[other] == 0 {
			return false
		}
	}
	return true
}

// stands reports whether a digit is used, or stands for those that are not.
func (f *fixed) stands(digit int, used uint16) bool {
	cycle := f.cycle[digit]
	if used&(1<<cycle) != 0 {
		return true
	}
	if !f.first[digit] {
		return false
	}
	for i := range cycle {
		if used&(1<<i) == 0 && f.lengths[i] == f.lengths[cycle] {
			return false
		}
	}
	return true
}
