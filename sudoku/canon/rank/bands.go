package rank

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	// Bands is the number of classes of bands, and Grids that of classes of solution grids.
	Bands = 416
	Grids = 5_472_730_538

	boxKinds = 56 * arrangements // how the second box of a band can be filled, the columns in order
	// arrangements is in how many ways the columns of a box can be combined, if their order does not matter and it is
	// known which digits are in each row.
	arrangements = 36
)

// box is the digits of a box, row by row, and band three of them.
type (
	box  [9]uint8
	band [3]box
)

// permutations are the orders of three things, the first as they are.
var permutations = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// labels makes the digits of a band's first box 1 to 9, row by row.
func (b *box) labels() (labels [10]uint8) {
	for i, d := range b {
		labels[d] = uint8(i + 1)
	}
	return labels
}

// transposed returns the box of a stack as that of a band.
func (b box) transposed() box {
	return box{b[0], b[3], b[6], b[1], b[4], b[7], b[2], b[5], b[8]}
}

// bandTable knows the class of every band. Bands are equivalent if their rows, their boxes, the columns of these and the
// digits can be exchanged so that they are equal. So a band whose first box is 123456789 has all there is in the kinds of
// its other two; which digits are in a row of the third box, the second leaves no choice.
type bandTable struct {
	forms   [Bands]band // the canonical forms, ascending
	classes [boxKinds][arrangements]uint16
	boxes   [boxKinds]box
	rows    [512][512]uint8 // a number for the digits of a box's first and second row
}

// bands is made once, in some 15 ms.
var bands = sync.OnceValue(func() *bandTable {
	t := &bandTable{}
	t.numberBoxes()
	t.findClasses()
	return t
})

// numberBoxes gives the boxes beside 123456789 their kinds.
func (t *bandTable) numberBoxes() {
	n := 0
	for top := range uint16(512) {
		for middle := range uint16(512) {
			bottom := 511 &^ (top | middle)
			if top&middle|top&0o7|middle&0o70|bottom&0o700 != 0 || bits.OnesCount16(top) != 3 || bits.OnesCount16(middle) != 3 {
				continue
			}
			t.rows[top][middle] = uint8(n)
			for i := range arrangements {
				t.boxes[n*arrangements+i] = arranged([3]uint16{top, middle, bottom}, i).transposed()
			}
			n++
		}
	}
}

// arranged returns a box with the digits of its columns in an order: i is 36 times the permutation of the first, plus 6
// times that of the second, plus that of the third.
func arranged(columns [3]uint16, i int) (b box) {
	for c, permutation := range [...]int{i / 36, i / 6 % 6, i % 6} {
		var digits [3]uint8
		for n := range digits {
			digits[n] = uint8(bits.TrailingZeros16(columns[c])) + 1
			columns[c] &= columns[c] - 1
		}
		for row, n := range permutations[permutation] {
			b[3*row+c] = digits[n]
		}
	}
	return b
}

// sortedColumns returns the columns of a box beside another, which gave the labels, as three packed digits each, ascending.
func sortedColumns(labels *[10]uint8, b *box) (x, y, z uint32) {
	column := func(i int) uint32 {
		return uint32(labels[b[i]])<<8 | uint32(labels[b[3+i]])<<4 | uint32(labels[b[6+i]])
	}
	x, y, z = column(0), column(1), column(2)
	x, y = min(x, y), max(x, y)
	y, z = min(y, z), max(y, z)
	x, y = min(x, y), max(x, y)
	return x, y, z
}

// arrangementOf returns the arrangement of a box with these columns.
func arrangementOf(x, y, z uint32) int {
	return int(6*permutationOf(x>>4&15, y>>4&15, z>>4&15) + permutationOf(x&15, y&15, z&15))
}

// kind returns the kind of a box beside another, which gave the labels.
func (t *bandTable) kind(labels *[10]uint8, b *box) int {
	x, y, z := sortedColumns(labels, b)
	bit := func(at int) uint32 { return (1<<(x>>at&15) | 1<<(y>>at&15) | 1<<(z>>at&15)) >> 1 }
	return int(t.rows[bit(8)][bit(4)])*arrangements + arrangementOf(x, y, z)
}

// permutationOf returns which of the permutations three numbers are in.
func permutationOf(a, b, c uint32) uint8 {
	return [8]uint8{5, 3, 4, 0, 0, 1, 2, 0}[b2i(a < b)|b2i(b < c)<<1|b2i(a < c)<<2]
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (t *bandTable) class(labels *[10]uint8, second, third *box) int {
	return int(t.classes[t.kind(labels, second)][t.kind(labels, third)%arrangements])
}

// of returns the class of a band.
func (t *bandTable) of(b *band) int {
	labels := b[0].labels()
	return t.class(&labels, &b[1], &b[2])
}

// findClasses finds the bands that are equivalent, and numbers the classes by their canonical forms.
func (t *bandTable) findClasses() {
	const none = 1<<16 - 1
	for i := range t.classes {
		for j := range t.classes[i] {
			t.classes[i][j] = none
		}
	}
	var forms []band
	for i := range t.classes {
		for j := range t.classes[i] {
			if t.classes[i][j] == none {
				b := t.example(i, j)
				t.mark(b, uint16(len(forms)))
				forms = append(forms, canonical(b))
			}
		}
	}
	slices.SortFunc(forms, func(a, b band) int { return cmp.Compare(text(&a), text(&b)) })
	for i := range forms {
		t.mark(forms[i], uint16(i))
	}
	copy(t.forms[:], forms)
}

// example returns a band with a second box of a kind and a third of an arrangement.
func (t *bandTable) example(kind, arrangement int) band {
	b := band{{1, 2, 3, 4, 5, 6, 7, 8, 9}, t.boxes[kind]}
	var rows [3]uint16
	for row := range rows {
		rows[row] = 511
		for _, other := range b[:2] {
			for _, d := range other[3*row : 3*row+3] {
				rows[row] &^= 1 << (d - 1)
			}
		}
	}
	third := arranged(rows, arrangement)
	b[2] = third.transposed()
	return b
}

// mark gives all bands equivalent to b a class.
func (t *bandTable) mark(b band, class uint16) {
	for first := range b {
		for _, rows := range permutations {
			for _, columns := range permutations {
				o := band{b[first].permuted(rows, columns), b[(first+1)%3].permuted(rows, permutations[0]),
					b[(first+2)%3].permuted(rows, permutations[0])}
				labels := o[0].labels()
				second, third := t.kind(&labels, &o[1]), t.kind(&labels, &o[2])
				t.classes[second][third%arrangements], t.classes[third][second%arrangements] = class, class
			}
		}
	}
}

func (b *box) permuted(rows, columns [3]uint8) (p box) {
	for i := range p {
		p[i] = b[3*rows[i/3]+columns[i%3]]
	}
	return p
}

// canonical returns the canonical form of a band: the top row is 123456789, and the second row is the least. Once the first
// three columns are chosen, the second row orders the others, as package canon explains for full grids.
func canonical(b band) (least band) {
	for first := range b {
		for _, rows := range permutations {
			var lead [9]int // for each column, that in which the top row has the digit of the second row
			for i := range lead {
				for j := range lead {
					if b.at(int(rows[1]), i) == b.at(int(rows[0]), j) {
						lead[i] = j
					}
				}
			}
			for _, columns := range permutations {
				c := [9]int{3*first + int(columns[0]), 3*first + int(columns[1]), 3*first + int(columns[2])}
				c[3], c[4] = lead[c[0]], lead[c[1]]
				if c[3]/3 != c[4]/3 {
					continue
				}
				c[5] = 9*(c[3]/3) + 3 - c[3] - c[4]
				last := c[6:6]
				if lead[c[2]] != c[5] {
					last = append(last, lead[c[2]])
				}
				for _, from := range c[3:6] {
					if lead[from]/3 != first {
						last = append(last, lead[from])
					}
				}
				var labels [10]uint8
				for i, column := range c {
					labels[b.at(int(rows[0]), column)] = uint8(i + 1)
				}
				var form band
				for i := range 27 {
					form[i%9/3][i/9*3+i%3] = labels[b.at(int(rows[i/9]), c[i%9])]
				}
				if least[0][0] == 0 || cmp.Or(cmp.Compare(form.row(1), least.row(1)), cmp.Compare(form.row(2), least.row(2))) < 0 {
					least = form
				}
			}
		}
	}
	return least
}

// bandOf returns a band of a grid.
func bandOf(g sudoku.Grid, n int) (b band) {
	for i := range 27 {
		b[i%9/3][i/9*3+i%3] = uint8(g.At(sudoku.CellAt(3*n+i/9, i%9)))
	}
	return b
}

// row returns one of the three rows.
func (b *band) row(n int) fourthRow {
	return rowOf(b[0][3*n], b[0][3*n+1], b[0][3*n+2], b[1][3*n], b[1][3*n+1], b[1][3*n+2], b[2][3*n], b[2][3*n+1], b[2][3*n+2])
}

func (b *band) at(row, column int) uint8 { return b[column/3][3*row+column%3] }

// text returns the digits of a band, row by row.
func text(b *band) string {
	var t [27]byte
	for i := range t {
		t[i] = '0' + b.at(i/9, i%9)
	}
	return string(t[:])
}
