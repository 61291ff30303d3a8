package canon

import (
	"math"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A small shape has few orders of columns, 72 of 6×6, so all are tried. With each, the rows of the form are chosen one
// after the other, until their text is larger than the smallest yet. Nearly all orders end in the first row.

// smallSearch is the search for the smallest isomorph of a grid of a small shape.
type smallSearch struct {
	result
	lines     [sudoku.MaxSide]uint64 // the rows of the grid, or its columns: the cell of column j in lane j
	columns   uint64                 // their order, the first in the highest lane
	transpose bool
}

// tryAll canonicalises a grid by all orders of its columns.
func tryAll(g sudoku.Grid) result {
	s, digits := smallSearch{}, g.ByCell()
	s.shape = g.Shape()
	for i := range s.rows {
		s.rows[i] = math.MaxUint64
	}
	for {
		s.lines = [sudoku.MaxSide]uint64{}
		for _, c := range s.shape.Cells() {
			row, column := c.Row(), c.Column()
			if s.transpose {
				row, column = column, row
			}
			s.lines[row] |= uint64(digits[c]) << (laneBits * column)
		}
		for _, s.columns = range columnOrders[s.shape]() {
			s.extend(0, packedTransform{}, 0)
		}
		if s.transpose || !s.shape.CanTranspose() {
			clear(s.rows[s.shape.Side():])
			return s.result
		}
		s.transpose = true
	}
}

// extend chooses row n of the form, and those after it. through has the rows before it and their labels.
func (s *smallSearch) extend(n int, through packedTransform, taken uint) {
	side, band := s.shape.Side(), s.shape.BoxHeight()
	if n == side {
		if s.ways++; s.ways == 1 {
			through.transpose, through.places = s.transpose, placesOf(s.columns, side)
			s.packedTransform = through
		}
		return
	}
	for row := range side {
		begun := int(through.order&laneMask) / band // the band of the row before
		if taken&(1<<row) != 0 || n%band != 0 && row/band != begun {
			continue
		}
		text, labels := s.read(row, through.labels, s.rows[n])
		if text > s.rows[n] {
			continue
		}
		if text < s.rows[n] {
			s.rows[n], s.ways = text, 0
			for i := n + 1; i < side; i++ {
				s.rows[i] = math.MaxUint64
			}
		}
		s.extend(n+1, packedTransform{order: through.order<<laneBits | uint64(row), labels: labels}, taken|1<<row)
	}
}

// read returns the text of a row, and the labels with those of its new digits. It stops at the first cell where the text
// is greater than the smallest yet.
func (s *smallSearch) read(row int, labels, smallest uint64) (text, longer uint64) {
	for shift := laneBits * (s.shape.Side() - 1); shift >= 0; shift -= laneBits {
		label := uint64(0)
		if digit := laneBits * int(lane(s.lines[row], laneBits*int(lane(s.columns, shift)))); digit != 0 {
			if lane(labels, digit) == 0 {
				labels += 1 + (lane(labels, 0)+1)<<digit // lane 0 counts the labels
			}
			label = lane(labels, digit)
		}
		text = text<<laneBits | label
		if text > smallest>>shift {
			return math.MaxUint64, labels
		}
	}
	return text, labels
}

// placesOf turns an order of columns into the place of each, counted from the right.
func placesOf(order uint64, side int) (places uint64) {
	for place := range side {
		places |= uint64(place) << (laneBits * lane(order, laneBits*place))
	}
	return places
}

// columnOrders are the orders of the columns of a shape that keep stacks together, the first column in the highest lane.
var columnOrders = sudoku.ByShape(func(s sudoku.Shape) func() []uint64 {
	return sync.OnceValue(func() (all []uint64) {
		var extend func(n int, begun uint64, taken uint)
		extend = func(n int, begun uint64, taken uint) {
			if n == s.Side() {
				all = append(all, begun)
				return
			}
			for column := range s.Side() {
				stack := int(begun&laneMask) / s.BoxWidth() // of the column before
				if taken&(1<<column) == 0 && (n%s.BoxWidth() == 0 || column/s.BoxWidth() == stack) {
					extend(n+1, begun<<laneBits|uint64(column), taken|1<<column)
				}
			}
		}
		extend(0, 0, 0)
		return all
	})
})
