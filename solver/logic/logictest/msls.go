package logictest

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// lockedSectors: where some rows cross some columns, count each digit once for each of the rows that have it there as a
// candidate, or once for each such column if these are fewer. If the open cells there are as many, the rest of the lines that
// were counted loses the digit. The rows and columns are at least two of each, and together one more than a house has cells
// at most.
func (p *Plain) lockedSectors() (gone sudoku.Pencilmarks) {
	side := p.shape.Side()
	for rows := range 1 << side {
		for columns := range 1 << side {
			if r, c := bits.OnesCount(uint(rows)), bits.OnesCount(uint(columns)); r < 2 || c < 2 || r+c > side+1 {
				continue
			}
			open, sum := 0, 0
			var rowsWith, columnsWith [sudoku.MaxSide + 1]int
			for r := range side {
				for c, cell := range p.shape.House(sudoku.House{Kind: sudoku.Row, Index: uint8(r)}) {
					if digits := p.marks[cell]; rows>>r&1 == 1 && columns>>c&1 == 1 && digits != 0 {
						open++
						for d := range digits.All() {
							rowsWith[d], columnsWith[d] = rowsWith[d]|1<<r, columnsWith[d]|1<<c
						}
					}
				}
			}
			for d := range rowsWith {
				sum += min(bits.OnesCount(uint(rowsWith[d])), bits.OnesCount(uint(columnsWith[d])))
			}
			if sum != open {
				continue
			}
			for d := range p.shape.Digits().All() {
				byRows, byColumns := bits.OnesCount(uint(rowsWith[d])), bits.OnesCount(uint(columnsWith[d]))
				for _, c := range p.shape.Cells() {
					inRows, inColumns := rows>>c.Row()&1 == 1, columns>>c.Column()&1 == 1
					if byRows <= byColumns && rowsWith[d]>>c.Row()&1 == 1 && !inColumns ||
						byColumns <= byRows && columnsWith[d]>>c.Column()&1 == 1 && !inRows {
						gone[c] |= p.marks[c] & sudoku.DigitsOf(d)
					}
				}
			}
		}
	}
	return gone
}

// sectorsFollow: each candidate of the cells is one of a digit that its row or column counts. There are as many of these
// digits, line by line, as cells, and what is ruled out is in the rest of such a line.
func sectorsFollow(s logic.State, step logic.Step) error {
	cells, counted := step.Parts[0].Cells, 0
	var by [sudoku.MaxCells]sudoku.Digits
	for i, part := range step.Parts[1:] {
		h := step.Houses[i]
		in := sudoku.CellsOf(s.Grid.Shape().House(h)...)
		if slices.Contains(step.Houses[:i], h) || part.Cells != cells.Intersect(in) {
			return fmt.Errorf("%s of %s twice, or not all of its cells", part.Cells, h)
		}
		counted += part.Digits.Len()
		for c := range in.All() {
			by[c] |= part.Digits
		}
	}
	if counted != cells.Len() || cells.Intersect(s.Grid.Filled()).Len() > 0 || len(step.Houses) != len(step.Parts)-1 {
		return fmt.Errorf("%d digits for the cells %s in %d houses", counted, cells, len(step.Houses))
	}
	for c := range cells.All() {
		if s.Marks[c]&^by[c] != 0 || s.Marks[c]&^step.Digits != 0 {
			return fmt.Errorf("%s has %s", c, s.Marks[c]&^by[c])
		}
	}
	for _, e := range step.Eliminations {
		if cells.Has(e.Cell) || !by[e.Cell].Has(e.Digit) {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	return nil
}
