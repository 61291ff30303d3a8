package rank

import (
	"bytes"
	"slices"
)

// middle is a middle band and the divisions of its boxes.
type middle struct {
	lower
	by    [3]uint8
	below [2]fourthRow // the two rows below the fourth
	grids int          // canonical grids that have it
	// For each stack, the arrangements of the last box with which it is of the upper band's class or a later one, and of a later
	// one.
	reaches, exceeds [3]uint64
}

func (c *counter) middle(by [3]uint8, l lower) middle {
	m := middle{lower: l, by: by}
	for s, i := range by {
		m.reaches[s], m.exceeds[s] = c.stacks(&c.boxes[s][i], s, l.kinds[s])
	}
	return m
}

// middles returns the middle bands that begin with a row.
func (c *counter) middles(row fourthRow) (all []middle) {
	all = make([]middle, 0, 2000) // mostly there are fewer
	one, two, three := c.under(row, 0), c.under(row, 1), c.under(row, 2)
	var boxes twoBoxes
	for _, x := range one {
		if x.filled >= arrangements { // the first column does not ascend
			continue
		}
		boxes.put(0, &c.boxes[0][x.division], x.filled, c.bands)
		for _, y := range two {
			if y.rows&x.rows != 0 {
				continue
			}
			boxes.put(1, &c.boxes[1][y.division], y.filled, c.bands)
			for _, z := range three {
				if z.rows&(x.rows|y.rows) != 0 {
					continue
				}
				if l, ok := c.lower(&boxes, z.filling, true); ok {
					m := c.middle([3]uint8{x.division, y.division, z.division}, l)
					m.below = [2]fourthRow{boxes.row(1), boxes.row(2)}
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// filledRows is how a box is filled, with the digits of its rows.
type filledRows struct {
	filling
	rows uint32
}

// under returns how a stack's box can be filled that begins with its part of a fourth row.
func (c *counter) under(row fourthRow, s int) (all []filledRows) {
	top := [3]uint8{row.at(3 * s), row.at(3*s + 1), row.at(3*s + 2)}
	digits := uint32(1<<top[0]|1<<top[1]|1<<top[2]) >> 1
	for i := range c.boxes[s] {
		if d := &c.boxes[s][i]; d.middle {
			for a, rows := range d.rows {
				if rows&511 != digits {
					continue
				}
				if filled := d.box(uint8(a)); [3]uint8(filled[:3]) == top {
					all = append(all, filledRows{filling{uint8(i), uint8(a)}, rows})
				}
			}
		}
	}
	return all
}

// count counts the canonical grids that have each middle band, and returns how many they are together.
func (c *counter) count(all []*middle) (sum int) {
	c.eachGrid(all, func(m *middle, _ lower) {
		m.grids++
		sum++
	})
	return sum
}

// eachGrid yields the canonical grids that have a middle band, by this and the last one. Middle bands whose first two boxes are
// divided alike have the same last bands but for the third box, so these are listed once for all.
func (c *counter) eachGrid(all []*middle, yield func(*middle, lower)) {
	left := slices.Clone(all)
	slices.SortFunc(left, func(a, b *middle) int { return bytes.Compare(a.by[:], b.by[:]) })
	for len(left) > 0 {
		first := left[0].by
		var byThird [divisions][]*middle // by the division of the last band's third box
		for len(left) > 0 && left[0].by[0] == first[0] && left[0].by[1] == first[1] {
			n := 1
			for n < len(left) && left[n].by == left[0].by {
				n++
			}
			byThird[c.complement(left[0].by)[2]], left = left[:n], left[n:]
		}
		last := c.complement(first)
		c.pairs(int(last[0]), int(last[1]), func(two *twoBoxes, thirds []filling) {
			for _, third := range thirds {
				middles := byThird[third.division]
				if len(middles) == 0 {
					continue
				}
				if l, ok := c.lower(two, third, false); ok {
					for _, m := range middles {
						if c.fit(m, l) {
							yield(m, l)
						}
					}
				}
			}
		})
	}
}

// grids returns the canonical grids that have a middle band, ascending.
func (c *counter) grids(one *middle) (all []lines) {
	c.eachGrid([]*middle{one}, func(m *middle, l lower) { all = append(all, c.whole(m, l)) })
	slices.SortFunc(all, compare)
	return all
}

func compare(a, b lines) int {
	for i := range a {
		if compared := slices.Compare(a[i][:], b[i][:]); compared != 0 {
			return compared
		}
	}
	return 0
}
