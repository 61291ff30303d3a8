package canon

import (
	"math"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A small shape has so few maps that all are tried.

// tryAll canonicalises a grid by all maps of its shape.
func tryAll(g sudoku.Grid) result {
	shape := g.Shape()
	maps, digits := smallMaps[shape](), g.ByCell()
	best := result{shape: shape}
	for row := range shape.Side() {
		best.rows[row] = math.MaxUint64
	}
	for _, transpose := range maps.transposed {
		for _, rows := range maps.rows {
			for _, columns := range maps.columns {
				best.try(&digits, packedTransform{transpose: transpose, order: rows}, columns)
			}
		}
	}
	return best
}

// try reads a grid through a map, a row after the other, for as long as it is not larger than the smallest yet.
func (r *result) try(digits *[sudoku.MaxCells]sudoku.Digit, through packedTransform, columns uint64) {
	side := r.shape.Side()
	smaller, labelled := false, uint64(0)
	for i := range side {
		text := uint64(0)
		for j := range side {
			row, column := lane(through.order, laneBits*(side-1-i)), lane(columns, laneBits*(side-1-j))
			if through.transpose {
				row, column = column, row
			}
			digit := laneBits * int(digits[sudoku.CellAt(int(row), int(column))])
			if digit != 0 && lane(through.labels, digit) == 0 {
				labelled++
				through.labels |= labelled << digit
			}
			text = text<<laneBits | lane(through.labels, digit)
		}
		if !smaller && text > r.rows[i] {
			return
		}
		smaller = smaller || text < r.rows[i]
		r.rows[i] = text
	}
	if r.ways++; smaller {
		through.places = placesOf(columns, side)
		r.packedTransform, r.ways = through, 1
	}
}

// placesOf turns an order of columns into the place of each, counted from the right.
func placesOf(order uint64, side int) (places uint64) {
	for place := range side {
		places |= uint64(place) << (laneBits * lane(order, laneBits*place))
	}
	return places
}

// maps are the orders of the rows and of the columns of a shape that keep chutes together, the first line in the highest
// lane.
type maps struct {
	transposed    []bool // false, and true if rows can become columns
	rows, columns []uint64
}

var smallMaps = sudoku.ByShape(func(s sudoku.Shape) func() maps {
	return sync.OnceValue(func() maps {
		m := maps{[]bool{false}, orders(s.Side(), s.BoxHeight(), 0, 0, 0), orders(s.Side(), s.BoxWidth(), 0, 0, 0)}
		if s.CanTranspose() {
			m.transposed = append(m.transposed, true)
		}
		return m
	})
})

// orders returns the orders of lines, in chutes of some lines each, that begin with n lines, those in taken.
func orders(side, each, n int, begun uint64, taken uint) (all []uint64) {
	if n == side {
		return []uint64{begun}
	}
	for line := range side {
		last := int(begun & laneMask)
		if taken&(1<<line) == 0 && (n%each == 0 || line/each == last/each) {
			all = append(all, orders(side, each, n+1, begun<<laneBits|uint64(line), taken|1<<line)...)
		}
	}
	return all
}
