package canon_test

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// bruteForce returns the smallest text over all transforms of a grid, blanks as 0, and
// in how many ways it is reached, leaving out relabellings that differ only in digits
// that the grid lacks. It tries every order of columns of the grid and of its transpose,
// and with each every order of rows, relabels in order of appearance, and drops an order
// of rows at the first row that is greater than the smallest known.
func bruteForce(g sudoku.Grid) (form sudoku.Grid, ways int) {
	shape := g.Shape()
	o := &oracle{side: shape.Side(), box: shape.BoxHeight(), rows: make([][]byte, shape.Side())}
	for _, turned := range withTransposed(g) {
		for _, columns := range lineOrders(o.side, shape.BoxWidth()) {
			for row := range o.rows {
				o.rows[row] = o.rows[row][:0]
				for _, column := range columns {
					o.rows[row] = append(o.rows[row], byte(turned.At(sudoku.CellAt(row, column))))
				}
			}
			o.extend(nil, nil, [10]byte{})
		}
	}
	var digits [sudoku.MaxCells]sudoku.Digit
	for i, d := range o.best {
		digits[sudoku.CellAt(i/o.side, i%o.side)] = sudoku.Digit(d)
	}
	return sudoku.FromDigits(shape, digits), o.ways
}

// withTransposed returns a grid, and the one with its columns as rows if there is one.
func withTransposed(g sudoku.Grid) []sudoku.Grid {
	t := sudoku.Identity(g.Shape())
	if t.Transpose = g.Shape().CanTranspose(); !t.Transpose {
		return []sudoku.Grid{g}
	}
	return []sudoku.Grid{g, t.Apply(g)}
}

type oracle struct {
	side, box int
	rows      [][]byte // of the grid with its columns permuted
	best      []byte   // the smallest text so far, as digits
	ways      int      // in which it was reached
}

// extend adds each row that may follow the chosen ones to the text that they make.
func (o *oracle) extend(chosen []int, text []byte, labels [10]byte) {
	if len(chosen) == o.side {
		if o.best == nil || slices.Compare(text, o.best) < 0 {
			o.best, o.ways = slices.Clone(text), 0
		}
		o.ways++
		return
	}
	for row := range o.side {
		begun := len(chosen)%o.box != 0
		if slices.Contains(chosen, row) || begun && row/o.box != chosen[len(chosen)-1]/o.box {
			continue
		}
		longer, labels := relabel(text, o.rows[row], labels)
		if o.best != nil && slices.Compare(longer, o.best[:len(longer)]) > 0 {
			continue
		}
		o.extend(append(slices.Clone(chosen), row), longer, labels)
	}
}

// relabel appends a row to the text, its digits labelled in order of appearance.
func relabel(text, row []byte, labels [10]byte) ([]byte, [10]byte) {
	text = slices.Clone(text)
	for _, d := range row {
		if d != 0 && labels[d] == 0 {
			labels[d] = 1 + slices.Max(labels[:])
		}
		text = append(text, labels[d])
	}
	return text, labels
}

// lineOrders returns all orders of the rows, or of the columns, that keep chutes of so many lines together.
func lineOrders(side, each int) (orders [][]int) {
	var add func(order []int)
	add = func(order []int) {
		if len(order) == side {
			orders = append(orders, slices.Clone(order))
			return
		}
		for line := range side {
			begun := len(order)%each != 0
			if slices.Contains(order, line) || begun && line/each != order[len(order)-1]/each {
				continue
			}
			add(append(order, line))
		}
	}
	add(nil)
	return orders
}
