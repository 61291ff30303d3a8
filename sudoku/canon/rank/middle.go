package rank

import (
	"cmp"
	"slices"
)

// middle is a middle band and the division of its boxes.
type middle struct {
	lower
	by   [3]int
	rows [2][9]uint8 // those below the fourth
}

// middles returns the middle bands that begin with a row, ascending.
func (c *counter) middles(row fourthRow) (all []middle) {
	one, two, three := c.under(row, 0), c.under(row, 1), c.under(row, 2)
	for _, x := range one {
		if x.filled >= arrangements { // the first column does not ascend
			continue
		}
		taken := c.boxes[0][x.division].rows[x.filled]
		for _, y := range two {
			rows := c.boxes[1][y.division].rows[y.filled]
			if rows&taken != 0 {
				continue
			}
			for _, z := range three {
				if c.boxes[2][z.division].rows[z.filled]&(taken|rows) == 0 {
					all = c.appendMiddle(all, x, y, z)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b middle) int {
		return cmp.Or(slices.Compare(a.rows[0][:], b.rows[0][:]), slices.Compare(a.rows[1][:], b.rows[1][:]))
	})
	return all
}

// under returns how a stack's box can be filled that begins with its part of a fourth row.
func (c *counter) under(row fourthRow, s int) (all []filling) {
	for i := range c.boxes[s] {
		for a, filled := range c.boxes[s][i].filled {
			if [3]uint8(filled[:3]) == [3]uint8(row[3*s:]) {
				all = append(all, filling{uint8(i), uint8(a)})
			}
		}
	}
	return all
}

func (c *counter) appendMiddle(all []middle, boxes ...filling) []middle {
	m := middle{}
	var filled [3]uint8
	for s, f := range boxes {
		m.by[s], filled[s] = int(f.division), f.filled
	}
	var ok bool
	m.lower, ok = c.lower(m.by, filled, func(l *lower, b *band) bool {
		for i := range 18 {
			m.rows[i/9][i%9] = b.at(1+i/9, i%9)
		}
		return c.asMiddle(l, b)
	})
	if !ok {
		return all
	}
	return append(all, m)
}

// lasts returns the last bands that make canonical grids with a middle one.
func (c *counter) lasts(m *middle) (canonical []lower) {
	by := c.complement(m.by)
	all, listed := c.listed[by]
	if !listed {
		c.pairs(by[0], by[1], func(a, b int, thirds []filling) {
			for _, t := range thirds {
				if int(t.division) == by[2] {
					if l, ok := c.lower(by, [3]uint8{uint8(a), uint8(b), t.filled}, c.asLast); ok {
						all = append(all, l)
					}
				}
			}
		})
		c.listed[by] = all
	}
	c.combine(m.by, &m.lower, all, func(l *lower) { canonical = append(canonical, *l) })
	return canonical
}

// grids returns the canonical grids that have a middle band, ascending.
func (c *counter) grids(m *middle) (all []lines) {
	for _, l := range c.lasts(m) {
		all = append(all, c.whole(m.by, &m.lower, &l))
	}
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
