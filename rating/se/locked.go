package se

// crossing is a house whose candidates for a digit may all be in another.
type crossing struct {
	from, to uint8
	common   uint16 // their cells, as places in from
	back     uint16 // the same, as places in to
	rating   int    // 26 pointing, 28 claiming
	direct   int
}

var crossings = func() (all []crossing) {
	for _, kinds := range [][4]int{{boxes, columns, 26, 17}, {boxes, rows, 26, 17}, {columns, boxes, 28, 19}, {rows, boxes, 28, 19}} {
		for from := kinds[0]; from < kinds[0]+9; from++ {
			for to := kinds[1]; to < kinds[1]+9; to++ {
				x := crossing{from: uint8(from), to: uint8(to), rating: kinds[2], direct: kinds[3]}
				for i, a := range members[from] {
					for j, b := range members[to] {
						if a == b {
							x.common |= 1 << i
							x.back |= 1 << j
						}
					}
				}
				if x.common != 0 {
					all = append(all, x)
				}
			}
		}
	}
	return all
}()

// is reports whether all places of a digit in one house are in the other, which has more.
func (x *crossing) is(g *grid, d uint8) bool {
	at := g.places[x.from][d]
	return at != 0 && at&^x.common == 0 && g.places[x.to][d]&^x.back != 0
}

func locked(g *grid, news *changes) (step, bool) {
	for i := range crossings {
		x := &crossings[i]
		for digits := news.digits; digits != 0; digits &= digits - 1 {
			if d := first(digits); x.is(g, d) {
				return remove(x.rating, g.at(x.to, g.places[x.to][d]&^x.back, 1<<d, nil))
			}
		}
	}
	return step{}, false
}

// at appends the candidates of some digits at some places of a house.
func (g *grid) at(h uint8, places, digits uint16, all []candidate) []candidate {
	for ; places != 0; places &= places - 1 {
		c := members[h][first(places)]
		for left := g.marks[c] & digits; left != 0; left &= left - 1 {
			all = append(all, candidate{c, first(left)})
		}
	}
	return all
}

// directLocked finds locked candidates that leave one place in another house of the kind that they are locked in.
func directLocked(g *grid, news *changes) (step, bool) {
	for i := range crossings {
		x := &crossings[i]
		for digits := news.digits; digits != 0; digits &= digits - 1 {
			d := first(digits)
			if !x.is(g, d) {
				continue
			}
			for j := range crossings {
				y := &crossings[j]
				if y.to != x.to || y.from == x.from || y.from/9 != x.from/9 {
					continue
				}
				left := g.places[y.from][d] &^ y.common
				if left != 0 && left&(left-1) == 0 && g.places[y.from][d] != left {
					return place(x.direct, members[y.from][first(left)], d)
				}
			}
		}
	}
	return step{}, false
}
