package rank

import (
	"math"
	"math/bits"
)

// lower is a middle or a last band.
type lower struct {
	boxes [3]uint8  // how they are filled, by 216
	kinds [3]uint8  // the same by arrangement, whatever the order of rows
	tied  bool      // an automorphism, or its class, needs a closer look
	row   fourthRow // of a middle band the fourth row, of a last one the smallest that it would make
}

// list lists the bands whose first box is of a division, by the divisions of the others.
func (c *counter) list(first int, lists *[divisions * divisions][]lower, middle bool) {
	for i := range lists {
		lists[i] = lists[i][:0]
	}
	for second := range c.boxes[1] {
		c.pairs(first, second, func(two *twoBoxes, thirds []filling) {
			for _, third := range thirds {
				if l, ok := c.lower(two, third, middle); ok {
					at := &lists[second*divisions+int(third.division)]
					*at = append(*at, l)
				}
			}
		})
	}
}

// twoBoxes is a middle or a last band without its third box.
type twoBoxes struct {
	band
	boxes   [2]uint8
	labels  [10]uint8             // that the first box gives
	classes *[arrangements]uint16 // of the band, by the arrangement of the third box
}

// put fills the first box, and then the second one.
func (two *twoBoxes) put(n int, d *division, filled uint8, bands *bandTable) {
	two.band[n], two.boxes[n] = d.box(filled), filled
	if n == 0 {
		two.labels = two.band[0].labels()
	} else {
		two.classes = &bands.classes[bands.kind(&two.labels, &two.band[1])]
	}
}

// pairs yields how the first two boxes of a band can be filled, and the third boxes beside them. The first column ascends.
func (c *counter) pairs(first, second int, yield func(two *twoBoxes, thirds []filling)) {
	var two twoBoxes
	one, other := &c.boxes[0][first], &c.boxes[1][second]
	for a := range uint8(arrangements) {
		two.put(0, one, a, c.bands)
		clash := some{3: 1<<64 - 1<<(216-3*64)}
		for rows := one.rows[a]; rows != 0; rows &= rows - 1 {
			for i, boxes := range other.holds[bits.TrailingZeros32(rows)] {
				clash[i] |= boxes
			}
		}
		for i, boxes := range clash {
			for free := ^boxes; free != 0; free &= free - 1 {
				b := uint8(64*i + bits.TrailingZeros64(free))
				if thirds := c.thirdsOf(allRows ^ other.rows[b] ^ one.rows[a]); len(thirds) > 0 {
					two.put(1, other, b, c.bands)
					yield(&two, thirds)
				}
			}
		}
	}
}

// allRows are the digits of a band's rows.
const allRows = 1<<27 - 1

// lower completes a middle or a last band, unless its class is before that of the upper one. The first row of a middle band is
// the fourth, unless an automorphism would have a smaller one there.
func (c *counter) lower(two *twoBoxes, third filling, middle bool) (l lower, ok bool) {
	two.band[2] = c.boxes[2][third.division].box(third.filled)
	class := int(two.classes[arrangementOf(sortedColumns(&two.labels, &two.band[2]))])
	if class < c.class {
		return l, false
	}
	l.boxes = [3]uint8{two.boxes[0], two.boxes[1], third.filled}
	l.kinds = [3]uint8{ordered[l.boxes[0]], ordered[l.boxes[1]], ordered[l.boxes[2]]}
	l.tied = class == c.class
	smallest := c.smallest(&two.band)
	if !middle {
		l.row = smallest
		return l, true
	}
	l.row = two.row(0)
	l.tied = l.tied || smallest == l.row
	return l, smallest >= l.row
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

// smallest returns the smallest fourth row that automorphisms make of the rows of a band, or more than any if there are none.
func (c *counter) smallest(b *band) fourthRow {
	smallest := fourthRow(math.MaxUint64)
	if len(c.moves) == 0 {
		return smallest
	}
	var rows [3][9]uint8
	for row := range rows {
		for i := range b {
			copy(rows[row][3*i:], b[i][3*row:3*row+3])
		}
	}
	for i := range c.moves {
		if row, found := c.judge.fourth(&c.moves[i], rows[:]...); found {
			smallest = min(smallest, row)
		}
	}
	return smallest
}
