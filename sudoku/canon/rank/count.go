package rank

import (
	"iter"
	"math/bits"
)

const (
	divisions = 56 // ways to divide the digits of a box's columns between the other two bands
	sets      = 84 // of three digits
)

// counter counts the canonical grids that begin with a band.
//
// Below the band, a box has its columns' digits divided between the middle and the last band in one of 56 ways. For
// each of the 56³ ways, the middle bands and the last ones can be listed, some 30 each, and each of the former goes
// with each of the latter. The grid is canonical if all its other bands and stacks are of later classes, and no
// automorphism of the first band makes the fourth row smaller. The class of a stack depends on the two boxes below alone, and
// which row an automorphism makes the fourth on one of the two bands alone, so nearly all pairs are only looked up.
// Where something is equal, the judge decides.
type counter struct {
	*judge
	upper  band
	moves  []move // the automorphisms
	boxes  [3][divisions]division
	thirds []filling             // the third boxes of a band, by the digits of their first two rows
	starts [sets*sets + 1]uint16 // where those of each two rows begin in thirds
}

// fourthRow is the digits of a fourth row, the first in the highest of nine lanes of four bits, so that rows compare like their texts.
type fourthRow uint64

func rowOf(digits ...uint8) (row fourthRow) {
	for _, d := range digits {
		row = row<<4 | fourthRow(d)
	}
	return row
}

func (r fourthRow) at(column int) uint8 { return uint8(r >> (4 * (8 - column)) & 15) }

// division is a way to divide a box's columns between the other two bands: the middle band's part.
type division struct {
	digits     [3]uint16 // of the columns
	complement int       // the division that gives the last band the same
	middle     bool      // whether it is wanted for the middle band
	*divided             // nil unless it or its complement is wanted
}

// divided is how the boxes of a division can be filled.
type divided struct {
	columns [3][6][3]uint8       // each column by its permutation
	rows    [216]uint32          // the digits of the rows of each box, nine bits each
	holds   [27]some             // which of the boxes have a digit in a row, by the bits of rows
	kinds   [arrangements]uint16 // beside the upper band's box, in their stack
	// By this box's arrangement, a bit for each arrangement of the last box: whether their stack is of the band's class or
	// a later one, and whether it is of a later one. They are looked up when they are needed first.
	reaches, exceeds [arrangements]uint64
	known            uint64 // the arrangements of which they are
}

// some is a set of the 216 ways to fill a box.
type some [4]uint64

// filling is how a box is filled.
type filling struct {
	division, filled uint8
}

// Count returns how many canonical grids begin with the band of a class, from 0, by the fourth row: one number for each row that
// begins with the smallest digit possible, ascending. It takes some seconds.
func Count(class int) []uint64 {
	c := newCounter(class, 0)
	grids := map[fourthRow]uint64{}
	var middle, last [divisions * divisions][]lower
	for i := range c.boxes[0] {
		first := &c.boxes[0][i]
		if first.digits[0]>>(c.lowest-1)&1 == 0 {
			continue
		}
		c.list(i, &middle, true)
		c.list(first.complement, &last, false)
		for j := range middle {
			for k := range middle[j] {
				m := c.middle([3]uint8{uint8(i), uint8(j / divisions), uint8(j % divisions)}, middle[j][k])
				by := c.complement(m.by)
				below := last[int(by[1])*divisions+int(by[2])]
				n := uint64(0)
				for _, l := range below {
					if c.fit(&m, l) {
						n++
					}
				}
				grids[m.row] += n
			}
		}
	}
	var counts []uint64
	for row := range fourthRows(&c.upper) {
		counts = append(counts, grids[row])
	}
	return counts
}

func (c *counter) complement(by [3]uint8) (complement [3]uint8) {
	for s, i := range by {
		complement[s] = uint8(c.boxes[s][i].complement)
	}
	return complement
}

// newCounter makes a counter for a class, and if row is not 0, only for grids with this fourth row.
func newCounter(class int, row fourthRow) *counter {
	c := &counter{judge: newJudge(class)}
	c.upper = c.bands.forms[class]
	c.moves = c.judge.moves(&c.upper)
	for s := range c.boxes {
		c.divide(s, row)
	}
	c.sortThirds(row)
	return c
}

// sortThirds sorts the third boxes by the digits of their rows: it counts the boxes of each two rows, and then puts each
// box in its place. For one fourth row only last bands are listed by them.
func (c *counter) sortThirds(row fourthRow) {
	var wanted []int
	for i := range c.boxes[2] {
		if d := &c.boxes[2][i]; d.divided != nil && (row == 0 || !d.middle) {
			wanted = append(wanted, i)
		}
	}
	for _, i := range wanted {
		for _, rows := range c.boxes[2][i].rows {
			c.starts[firstTwo(rows)+1]++
		}
	}
	for i := range sets * sets {
		c.starts[i+1] += c.starts[i]
	}
	next := c.starts
	c.thirds = make([]filling, len(wanted)*216)
	for _, i := range wanted {
		for a, rows := range c.boxes[2][i].rows {
			at := &next[firstTwo(rows)]
			c.thirds[*at] = filling{uint8(i), uint8(a)}
			*at++
		}
	}
}

// freeDigits returns the digits that a fourth row can have in each column of a band, as bits: the lowest alone in the first column.
func (b *band) freeDigits() (free [9]uint16) {
	for column := range free {
		free[column] = 1<<10 - 2
		for row := range 3 {
			free[column] &^= 1 << b.at(row, column)
		}
	}
	free[0] &= -free[0]
	return free
}

// fourthRows yields the rows that can be below a band, ascending.
func fourthRows(upper *band) iter.Seq[fourthRow] {
	free := upper.freeDigits()
	return func(yield func(fourthRow) bool) {
		var fill func(column int, row fourthRow, taken uint16) bool
		fill = func(column int, row fourthRow, taken uint16) bool {
			if column == 9 {
				return yield(row)
			}
			for left := free[column] &^ taken; left != 0; left &= left - 1 {
				digit := bits.TrailingZeros16(left)
				if !fill(column+1, row<<4|fourthRow(digit), taken|1<<digit) {
					return false
				}
			}
			return true
		}
		fill(0, 0, 0)
	}
}

// countFourthRows returns how many there are: for each set of digits, it counts the ways to fill as many columns with them.
func countFourthRows(upper *band) int {
	var ways [1 << 10]int
	ways[0] = 1
	free := upper.freeDigits()
	for taken := uint16(0); taken < 1<<10-2; taken += 2 {
		for left := free[bits.OnesCount16(taken)] &^ taken; left != 0; left &= left - 1 {
			ways[taken|left&-left] += ways[taken]
		}
	}
	return ways[1<<10-2]
}

// divide fills in the divisions of a stack: all, or those that have a fourth row in the middle band.
func (c *counter) divide(s int, row fourthRow) {
	var free, fourth [3]uint16
	for i := range free {
		free[i] = 511
		for j := range 3 {
			free[i] &^= 1 << (c.upper[s][3*j+i] - 1)
		}
		fourth[i] = 1 << row.at(3*s+i) >> 1
	}
	all, n := &c.boxes[s], 0
	for _, a := range threesOf(free[0]) {
		for _, b := range threesOf(free[1] &^ a) {
			if digits := [3]uint16{a, b, 511 &^ (a | b)}; digits[2]&^free[2] == 0 {
				all[n].digits = digits
				all[n].middle = fourth[0]&^a|fourth[1]&^b|fourth[2]&a|fourth[2]&b == 0
				n++
			}
		}
	}
	for i := range all {
		for j := range all {
			if all[i].digits[0]^all[j].digits[0] == free[0] && all[i].digits[1]^all[j].digits[1] == free[1] &&
				all[i].digits[2]^all[j].digits[2] == free[2] {
				all[i].complement = j
			}
		}
	}
	first := c.upper[s].transposed()
	labels := first.labels()
	for i := range all {
		if d := &all[i]; d.middle || all[d.complement].middle {
			d.fill()
			for a := range d.kinds {
				turned := d.box(uint8(a)).transposed()
				d.kinds[a] = uint16(c.bands.kind(&labels, &turned))
			}
		}
	}
}

// fill fills the boxes of the division, as arranged does.
func (d *division) fill() {
	d.divided = &divided{}
	var rows [3][6]uint32
	for c, set := range d.digits {
		var digits [3]uint8
		for n := range digits {
			digits[n] = uint8(bits.TrailingZeros16(set)) + 1
			set &= set - 1
		}
		for p, order := range permutations {
			for row, n := range order {
				d.columns[c][p][row] = digits[n]
				at := 9*row + int(digits[n]) - 1
				rows[c][p] |= 1 << at
				for i, boxes := range arrangedBy[c][p] {
					d.holds[at][i] |= boxes
				}
			}
		}
	}
	for i, p := range columnOrders {
		d.rows[i] = rows[0][p[0]] | rows[1][p[1]] | rows[2][p[2]]
	}
}

// box returns a box as it is filled.
func (d *divided) box(filled uint8) box {
	p := &columnOrders[filled]
	a, b, c := &d.columns[0][p[0]], &d.columns[1][p[1]], &d.columns[2][p[2]]
	return box{a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]}
}

// columnOrders has the permutations of the columns of each of the 216 boxes, and arrangedBy for each column and permutation
// which boxes have it so.
var columnOrders, arrangedBy = func() (orders [216][3]uint8, boxes [3][6]some) {
	for i := range orders {
		orders[i] = [3]uint8{uint8(i / 36), uint8(i / 6 % 6), uint8(i % 6)}
		for c, p := range orders[i] {
			boxes[c][p][i/64] |= 1 << (i % 64)
		}
	}
	return orders, boxes
}()

// stacks returns, for a box of the middle band in an arrangement, the arrangements of the last box with which their stack is of the
// band's class or a later one, and those with which it is of a later one.
func (c *counter) stacks(d *division, s int, arrangement uint8) (reaches, exceeds uint64) {
	if d.known>>arrangement&1 == 0 {
		d.known |= 1 << arrangement
		for i, kind := range c.boxes[s][d.complement].kinds {
			class := int(c.bands.classes[d.kinds[arrangement]][kind%arrangements])
			if class >= c.class {
				d.reaches[arrangement] |= 1 << i
			}
			if class > c.class {
				d.exceeds[arrangement] |= 1 << i
			}
		}
	}
	return d.reaches[arrangement], d.exceeds[arrangement]
}

// fit reports whether a middle band and a last one, whose boxes are of the complements of its divisions, make a canonical grid.
func (c *counter) fit(m *middle, l lower) bool {
	if m.reaches[0]>>l.kinds[0]&(m.reaches[1]>>l.kinds[1])&(m.reaches[2]>>l.kinds[2])&1 == 0 || m.row > l.row {
		return false
	}
	if m.tied || l.tied || m.row == l.row ||
		m.exceeds[0]>>l.kinds[0]&(m.exceeds[1]>>l.kinds[1])&(m.exceeds[2]>>l.kinds[2])&1 == 0 {
		rows := c.whole(m, l)
		return c.canonical(&rows)
	}
	return true
}

// whole returns the grid that has a middle and a last band.
func (c *counter) whole(m *middle, last lower) (rows lines) {
	for s, i := range m.by {
		d := &c.boxes[s][i]
		for b, filled := range [...]box{c.upper[s], d.box(m.boxes[s]), c.boxes[s][d.complement].box(last.boxes[s])} {
			for i, digit := range filled {
				rows[3*b+i/3][3*s+i%3] = digit
			}
		}
	}
	return rows
}
