package se

import "math/bits"

// inHouses returns the finder of the first step in a house.
func inHouses(find func(*grid, uint8) (step, bool)) finder {
	return func(g *grid, news *changes) (step, bool) {
		for houses := news.houses; houses != 0; houses &= houses - 1 {
			if s, ok := find(g, uint8(bits.TrailingZeros32(houses))); ok {
				return s, true
			}
		}
		return step{}, false
	}
}

// naked finds n cells of a house with n candidates.
func naked(n, rating int) finder {
	return inHouses(func(g *grid, h uint8) (step, bool) {
		var marks [9]uint16
		for i, c := range members[h] {
			marks[i] = g.marks[c]
		}
		can := small(&marks, n)
		for _, cells := range within(can, n, int(g.vacant[h])) {
			if digits, ok := union(&marks, cells, can); ok {
				if removed := g.at(h, all9&^cells, digits, nil); len(removed) > 0 {
					return remove(rating, removed)
				}
			}
		}
		return step{}, false
	})
}

// hidden finds n digits of a house with n places.
func hidden(n, rating int) finder {
	return inHouses(func(g *grid, h uint8) (step, bool) {
		can := small(&g.places[h], n)
		for _, digits := range within(can, n, int(g.vacant[h])) {
			if cells, ok := union(&g.places[h], digits, can); ok {
				if removed := g.at(h, cells, all9&^digits, nil); len(removed) > 0 {
					return remove(rating, removed)
				}
			}
		}
		return step{}, false
	})
}

// directHidden finds n digits of a house with n places that leave another digit one place in the house.
func directHidden(n, rating int) finder {
	return inHouses(func(g *grid, h uint8) (step, bool) {
		can := small(&g.places[h], n)
		for _, digits := range within(can, n, int(g.vacant[h])) {
			cells, ok := union(&g.places[h], digits, can)
			if !ok {
				continue
			}
			for d := range uint8(9) {
				all := g.places[h][d]
				if left := all &^ cells; digits>>d&1 == 0 && all&(all-1) != 0 && left != 0 && left&(left-1) == 0 {
					return place(rating, members[h][first(left)], d)
				}
			}
		}
		return step{}, false
	})
}

// fish finds n columns in which a digit has places in n rows, or the other way round.
func fish(n, rating int) finder {
	return func(g *grid, news *changes) (step, bool) {
		for _, kinds := range [][2]uint8{{columns, rows}, {rows, columns}} {
			var places [9][9]uint16
			var can [9]uint16
			for d := range places {
				for i := range places[d] {
					places[d][i] = g.places[int(kinds[0])+i][d]
				}
				if news.digits>>d&1 != 0 {
					can[d] = small(&places[d], n)
				}
			}
			for _, lines := range subsets[n] {
				for d := range uint8(9) {
					crossing, ok := union(&places[d], lines, can[d])
					if !ok {
						continue
					}
					var removed []candidate
					for ; crossing != 0; crossing &= crossing - 1 {
						h := kinds[1] + first(crossing)
						removed = g.at(h, g.places[h][d]&^lines, 1<<d, removed)
					}
					if len(removed) > 0 {
						return remove(rating, removed)
					}
				}
			}
		}
		return step{}, false
	}
}
