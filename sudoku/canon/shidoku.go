package canon

import "github.com/gridkeeper/gridkeeper/sudoku"

// shidokuOrders are the orders of four lines that keep chutes together, the first line in
// the highest lane.
var shidokuOrders = [8]uint64{0x0123, 0x1023, 0x0132, 0x1032, 0x2301, 0x3201, 0x2310, 0x3210}

// tryAll canonicalises a Shidoku by trying all its 128 maps.
func tryAll(g sudoku.Grid) result {
	best := result{shape: sudoku.Shidoku}
	smallest := uint64(unknown)
	digits := g.ByCell()
	for _, transpose := range []bool{false, true} {
		for _, rows := range shidokuOrders {
			for _, columns := range shidokuOrders {
				text, labels := readShidoku(&digits, transpose, rows, columns)
				if text < smallest {
					smallest, best.ways = text, 0
					best.packedTransform = packedTransform{transpose: transpose, order: rows, labels: labels, places: shidokuPlaces(columns)}
				}
				if text == smallest {
					best.ways++
				}
			}
		}
	}
	for row := range sudoku.Shidoku.Side() {
		best.rows[row] = smallest >> (48 - 16*row) & 0xffff
	}
	return best
}

// readShidoku returns the sixteen cells in their new order, packed, the last in lane 0,
// with the digits labelled in order of appearance, and the labels.
func readShidoku(digits *[sudoku.MaxCells]sudoku.Digit, transpose bool, rows, columns uint64) (text, labels uint64) {
	labelled := uint64(0)
	for i := range 16 {
		row, column := lane(rows, laneBits*(3-i/4)), lane(columns, laneBits*(3-i%4))
		if transpose {
			row, column = column, row
		}
		digit := laneBits * int(digits[sudoku.CellAt(int(row), int(column))])
		if digit != 0 && lane(labels, digit) == 0 {
			labelled++
			labels |= labelled << digit
		}
		text = text<<laneBits | lane(labels, digit)
	}
	return text, labels
}

// shidokuPlaces turns an order of columns into the place of each, counted from the right.
func shidokuPlaces(order uint64) (places uint64) {
	for place := range uint64(4) {
		places |= place << (laneBits * lane(order, int(laneBits*place)))
	}
	return places
}
