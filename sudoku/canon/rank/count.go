package rank

import "math/bits"

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
	upper   band
	rows    []fourthRow       // all that are possible, ascending
	numbers map[uint64]uint16 // of these by their digits
	moves   []move            // the automorphisms
	boxes   [3][divisions]division
	thirds  []filling             // the third boxes of a band, by the digits of their first two rows
	starts  [sets*sets + 1]uint16 // where those of each two rows begin in thirds
	listed  map[[3]int][]lower    // the last bands by division, so far: a third of the middle bands share theirs with another
}

type fourthRow [9]uint8

func (r *fourthRow) key() (k uint64) {
	for _, d := range r {
		k = k<<4 | uint64(d)
	}
	return k
}

// division is a way to divide a box's columns between the other two bands: the middle band's part.
type division struct {
	digits     [3]uint16 // of the columns
	complement int       // the division that gives the last band the same
	filled     [216]box
	rows       [216]uint32 // the digits of their rows, nine bits each
	holds      [27]some    // which of the boxes have a digit in a row, by the bits of rows
	// By this box's arrangement, a bit for each arrangement of the last box: whether their stack is of the band's class or
	// a later one, and whether it is of a later one.
	reaches, exceeds [arrangements]uint64
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
	c := newCounter(class)
	counts := make([]uint64, len(c.rows))
	var middle, last [divisions * divisions][]lower
	for i := range c.boxes[0] {
		first := &c.boxes[0][i]
		if first.digits[0]>>(c.lowest-1)&1 == 0 {
			continue
		}
		c.list(i, &middle, c.asMiddle)
		c.list(first.complement, &last, c.asLast)
		for j := range middle {
			by := [3]int{i, j / divisions, j % divisions}
			complement := c.complement(by)
			for k := range middle[j] {
				m := &middle[j][k]
				c.combine(by, m, last[complement[1]*divisions+complement[2]], func(*lower) { counts[m.row]++ })
			}
		}
	}
	return counts
}

func (c *counter) complement(by [3]int) (complement [3]int) {
	for s, i := range by {
		complement[s] = c.boxes[s][i].complement
	}
	return complement
}

func newCounter(class int) *counter {
	c := &counter{judge: newJudge(class), numbers: map[uint64]uint16{}, listed: map[[3]int][]lower{}}
	c.upper = c.bands.forms[class]
	c.rows = fourthRows(&c.upper)
	for i := range c.rows {
		c.numbers[c.rows[i].key()] = uint16(i)
	}
	c.moves = c.judge.moves(&c.upper)
	for s := range c.boxes {
		c.divide(s)
	}
	c.sortThirds()
	return c
}

// sortThirds sorts the third boxes by the digits of their rows: it counts the boxes of each two rows, and then puts each
// box in its place.
func (c *counter) sortThirds() {
	for i := range c.boxes[2] {
		for _, rows := range c.boxes[2][i].rows {
			c.starts[firstTwo(rows)+1]++
		}
	}
	for i := range sets * sets {
		c.starts[i+1] += c.starts[i]
	}
	next := c.starts
	c.thirds = make([]filling, divisions*216)
	for i := range c.boxes[2] {
		for a, rows := range c.boxes[2][i].rows {
			at := &next[firstTwo(rows)]
			c.thirds[*at] = filling{uint8(i), uint8(a)}
			*at++
		}
	}
}

// fourthRows returns the rows that can be below a band: the lowest digit that can be in the first column, then any.
func fourthRows(upper *band) (rows []fourthRow) {
	var used [9]uint16
	for i := range 27 {
		used[i%9] |= 1 << upper.at(i/9, i%9)
	}
	var row fourthRow
	var fill func(column int, taken uint16)
	fill = func(column int, taken uint16) {
		if column == 9 {
			rows = append(rows, row)
			return
		}
		for d := uint8(1); d <= 9; d++ {
			if (used[column]|taken)>>d&1 == 0 {
				row[column] = d
				fill(column+1, taken|1<<d)
				if column == 0 {
					return
				}
			}
		}
	}
	fill(0, 0)
	return rows
}

// divide fills in the divisions of a stack, and its class below the band.
func (c *counter) divide(s int) {
	var used [3]uint16
	for i, d := range c.upper[s] {
		used[i%3] |= 1 << (d - 1)
	}
	all, n := &c.boxes[s], 0
	for _, a := range threesOf(511 &^ used[0]) {
		for _, b := range threesOf(511 &^ (used[1] | a)) {
			digits := [3]uint16{a, b, 511 &^ (a | b)}
			if digits[2]&used[2] == 0 {
				all[n].digits = digits
				all[n].fill()
				n++
			}
		}
	}
	for i := range all {
		for j := range all {
			if all[i].digits[0]|all[j].digits[0]|used[0] == 511 && all[i].digits[1]|all[j].digits[1]|used[1] == 511 &&
				all[i].digits[2]|all[j].digits[2]|used[2] == 511 {
				all[i].complement = j
			}
		}
	}
	c.classify(s)
}

// fill fills the boxes of the division, as arranged does.
func (d *division) fill() {
	var columns [3][6][3]uint8 // in all orders
	var rows [3][6]uint32
	for c, set := range d.digits {
		var digits [3]uint8
		for n := range digits {
			digits[n] = uint8(bits.TrailingZeros16(set)) + 1
			set &= set - 1
		}
		for p, order := range permutations {
			for row, n := range order {
				columns[c][p][row] = digits[n]
				rows[c][p] |= 1 << (9*row + int(digits[n]) - 1)
			}
		}
	}
	for i := range d.filled {
		x, y, z := i/36, i/6%6, i%6
		a, b, c := &columns[0][x], &columns[1][y], &columns[2][z]
		d.filled[i] = box{a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]}
		d.rows[i] = rows[0][x] | rows[1][y] | rows[2][z]
		for left := d.rows[i]; left != 0; left &= left - 1 {
			d.holds[bits.TrailingZeros32(left)][i/64] |= 1 << (i % 64)
		}
	}
}

// classify looks up the classes of a stack, as a band.
func (c *counter) classify(s int) {
	first := c.upper[s].transposed()
	labels := first.labels()
	var kinds [divisions][arrangements]int
	for i := range c.boxes[s] {
		for a := range kinds[i] {
			turned := c.boxes[s][i].filled[a].transposed()
			kinds[i][a] = c.bands.kind(&labels, &turned)
		}
	}
	for i := range c.boxes[s] {
		d := &c.boxes[s][i]
		for a := range arrangements {
			for b, kind := range kinds[d.complement] {
				class := int(c.bands.classes[kinds[i][a]][kind%arrangements])
				if class >= c.class {
					d.reaches[a] |= 1 << b
				}
				if class > c.class {
					d.exceeds[a] |= 1 << b
				}
			}
		}
	}
}

// combine finds the last bands that make canonical grids with a middle one, given the division of all boxes.
func (c *counter) combine(by [3]int, m *lower, last []lower, found func(*lower)) {
	var stacks [3]*division
	var reach, exceed [3]uint64
	for s, i := range by {
		stacks[s] = &c.boxes[s][i]
		reach[s], exceed[s] = stacks[s].reaches[m.kinds[s]], stacks[s].exceeds[m.kinds[s]]
	}
	for i := range last {
		l := &last[i]
		if reach[0]>>l.kinds[0]&(reach[1]>>l.kinds[1])&(reach[2]>>l.kinds[2])&1 == 0 || m.row > l.row {
			continue
		}
		if m.tied || l.tied || m.row == l.row ||
			exceed[0]>>l.kinds[0]&(exceed[1]>>l.kinds[1])&(exceed[2]>>l.kinds[2])&1 == 0 {
			if rows := c.whole(by, m, l); !c.canonical(&rows) {
				continue
			}
		}
		found(l)
	}
}

// whole returns the grid that has a middle and a last band.
func (c *counter) whole(by [3]int, middle, last *lower) (rows lines) {
	for s, i := range by {
		d := &c.boxes[s][i]
		below := &c.boxes[s][d.complement]
		for b, filled := range [...]*box{&c.upper[s], &d.filled[middle.boxes[s]], &below.filled[last.boxes[s]]} {
			for i, digit := range filled {
				rows[3*b+i/3][3*s+i%3] = digit
			}
		}
	}
	return rows
}
