package solver

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// exchange is an unavoidable set of two digits, each less one, of a solution: exchanging them gives another
// solution.
type exchange struct {
	x, y   int
	xs, ys bands // where each of them is
}

// exchangesIn appends exchanges in the empty cells of a puzzle, no two of which share a cell of its solution. An
// exchange has the cells of both digits in some rows: with a row, those rows where its one digit is in the column
// and in the box of the other.
func exchangesIn(solution *candidates, empty bands, found []exchange) []exchange {
	var in [sudoku.MaxSide]places
	for d := range in {
		in[d] = placesOf(solution[d], empty)
	}
	for x := range in {
		for y := range x {
			p, q := &in[x], &in[y]
			for left := fullRow &^ p.closure(q, p.taken|q.taken); left != 0; {
				rows := p.closure(q, left&-left)
				of := rowBands[rows]
				found = append(found, exchange{x, y, solution[x].and(of), solution[y].and(of)})
				p.taken |= rows
				q.taken |= rows
				left &^= rows
			}
		}
	}
	return found
}

// places holds the positions of a digit in a solution.
type places struct {
	column, box     [sudoku.MaxSide]uint8 // by row
	inColumn, inBox [sudoku.MaxSide]uint8 // the row, by column and box
	taken           uint                  // the rows in which it cannot be exchanged
}

func placesOf(cells, empty bands) (p places) {
	taken := cells.except(empty)
	for !cells.empty() {
		var c sudoku.Cell
		c, cells = cells.pop()
		row, column, box := uint8(c.Row()), uint8(c.Column()), uint8(sudoku.Sudoku.Box(c))
		p.column[row], p.box[row] = column, box
		p.inColumn[column], p.inBox[box] = row, row
		if !taken.and(cellBands[c]).empty() {
			p.taken |= 1 << row
		}
	}
	return p
}

// closure returns the rows in which two digits are exchanged if they are in those given.
func (p *places) closure(q *places, rows uint) uint {
	for next := rows; next != 0 && rows != fullRow; {
		row := bits.TrailingZeros(next)
		more := (1<<q.inColumn[p.column[row]] | 1<<q.inBox[p.box[row]]) &^ rows
		rows |= more
		next = next&(next-1) | more
	}
	return rows
}

// rowBands maps a set of rows to its cells.
var rowBands = func() (table [1 << sudoku.MaxSide]bands) {
	for rows := range table {
		for _, c := range sudoku.Sudoku.Cells() {
			if rows>>c.Row()&1 != 0 {
				table[rows] = table[rows].or(cellBands[c])
			}
		}
	}
	return table
}()
