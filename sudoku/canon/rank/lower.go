package rank

import (
	"math"
	"math/bits"
)

// lower is a middle or a last band.
type lower struct {
	boxes [3]uint8 // how they are filled, by 216
	kinds [3]uint8 // the same by arrangement, whatever the order of rows
	tied  bool     // an automorphism, or its class, needs a closer look
	row   uint16   // of a middle band the fourth row, of a last one the smallest that it would make
}

// list lists the bands whose first box is of a division, by the divisions of the others.
func (c *counter) list(first int, lists *[divisions * divisions][]lower, finish func(*lower, *band) bool) {
	for i := range lists {
		lists[i] = lists[i][:0]
	}
	for second := range c.boxes[1] {
		c.pairs(first, second, func(a, b int, thirds []filling) {
			for _, t := range thirds {
				by := [3]int{first, second, int(t.division)}
				if l, ok := c.lower(by, [3]uint8{uint8(a), uint8(b), t.filled}, finish); ok {
					at := &lists[second*divisions+by[2]]
					*at = append(*at, l)
				}
			}
		})
	}
}

// pairs yields how the first two boxes of a band can be filled, and the third boxes beside them. The first column ascends.
func (c *counter) pairs(first, second int, yield func(a, b int, thirds []filling)) {
	one, two := &c.boxes[0][first], &c.boxes[1][second]
	for a := range arrangements {
		clash := some{3: 1<<64 - 1<<(216-3*64)}
		for rows := one.rows[a]; rows != 0; rows &= rows - 1 {
			for i, boxes := range two.holds[bits.TrailingZeros32(rows)] {
				clash[i] |= boxes
			}
		}
		for i, boxes := range clash {
			for free := ^boxes; free != 0; free &= free - 1 {
				b := 64*i + bits.TrailingZeros64(free)
				yield(a, b, c.thirdsOf(allRows^two.rows[b]^one.rows[a]))
			}
		}
	}
}

// allRows are the digits of a band's rows.
const allRows = 1<<27 - 1

// lower returns a middle or last band, unless its class is before that of the upper one or finish rejects it.
func (c *counter) lower(by [3]int, boxes [3]uint8, finish func(*lower, *band) bool) (l lower, ok bool) {
	b := band{c.boxes[0][by[0]].filled[boxes[0]], c.boxes[1][by[1]].filled[boxes[1]], c.boxes[2][by[2]].filled[boxes[2]]}
	class := c.bands.of(&b)
	if class < c.class {
		return l, false
	}
	l = lower{boxes: boxes, kinds: [3]uint8{ordered[boxes[0]], ordered[boxes[1]], ordered[boxes[2]]}, tied: class == c.class}
	return l, finish(&l, &b)
}

// threesOf returns the sets of three digits among some, ascending.
func threesOf(digits uint16) (all []uint16) {
	for set := range digits + 1 {
		if set&^digits == 0 && bits.OnesCount16(set) == 3 {
			all = append(all, set)
		}
	}
	return all
}

// threes numbers the sets of three digits.
var threes = func() (numbers [512]uint8) {
	n := uint8(0)
	for set := range uint16(512) {
		if bits.OnesCount16(set) == 3 {
			numbers[set] = n
			n++
		}
	}
	return numbers
}()

// firstTwo numbers the digits of a box's first two rows.
func firstTwo(rows uint32) int { return int(threes[rows&511])*sets + int(threes[rows>>9&511]) }

// thirdsOf returns the boxes that have the digits of these rows.
func (c *counter) thirdsOf(rows uint32) []filling {
	at := firstTwo(rows)
	return c.thirds[c.starts[at]:c.starts[at+1]]
}

// ordered has for each way to fill a box the arrangement that it is once its rows are in order.
var ordered = func() (of [216]uint8) {
	for i := range of {
		rows := [3][3]uint8{}
		for r := range 3 {
			rows[permutations[i/36][r]] = [3]uint8{0, permutations[i/6%6][r], permutations[i%6][r]}
		}
		at := func(column int) uint8 {
			return permutationOf(uint32(rows[0][column]), uint32(rows[1][column]), uint32(rows[2][column]))
		}
		of[i] = 6*at(1) + at(2)
	}
	return of
}()

// asMiddle finishes a middle band: its first row is the fourth, unless an automorphism would have a smaller one there.
func (c *counter) asMiddle(l *lower, b *band) bool {
	row := fourthRow{b[0][0], b[0][1], b[0][2], b[1][0], b[1][1], b[1][2], b[2][0], b[2][1], b[2][2]}
	l.row = c.numbers[row.key()]
	smallest := c.smallest(b)
	l.tied = l.tied || smallest == l.row
	return smallest >= l.row
}

// asLast finishes a last band.
func (c *counter) asLast(l *lower, b *band) bool {
	l.row = c.smallest(b)
	return true
}

// smallest returns the smallest fourth row that automorphisms make of the rows of a band.
func (c *counter) smallest(b *band) uint16 {
	smallest := uint16(math.MaxUint16)
	if len(c.moves) == 0 {
		return smallest
	}
	var rows [3][9]uint8
	for i := range 27 {
		rows[i/9][i%9] = b.at(i/9, i%9)
	}
	for i := range c.moves {
		if row, found := c.judge.fourth(&c.moves[i], rows[:]...); found {
			smallest = min(smallest, c.numbers[row.key()])
		}
	}
	return smallest
}
