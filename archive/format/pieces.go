package format

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// pieces are parts of a grid with blank lines between them: its bands, or all of its rows.
type pieces struct {
	blocks     []block
	rows, side int // of each
}

// add takes a piece like those before it, and reports whether it is one.
func (p *pieces) add(b block) bool {
	rows, side := b.piece()
	if rows == 0 || len(p.blocks) > 0 && (rows != p.rows || side != p.side) {
		return false
	}
	p.blocks, p.rows, p.side = append(p.blocks, b), rows, side
	return true
}

// piece returns how many rows of how many cells a block has, if it may be a band, or a row of a sudoku.
// The rows of a shidoku, four digits each, are too short to be known for one.
func (b *block) piece() (rows, side int) {
	for _, line := range b.lines {
		if isBorder(line) {
			continue
		}
		n := countRow(line)
		if rows++; n == 0 || rows > 1 && n != side {
			return 0, 0
		}
		side = n
	}
	isRow := rows == 1 && side == sudoku.Sudoku.Side()
	isBand := rows > 1 && rows*rows == side
	if !isRow && !isBand {
		return 0, 0
	}
	return rows, side
}

// countRow returns how many cells a row has, 0 if the line is not a row.
func countRow(line string) int {
	cells := rowCells(line)
	if cells == "" {
		cells = strings.Join(strings.FieldsFunc(line, isBarOrBlank), "")
	}
	if !isSide(cells) {
		return 0
	}
	return len(cells)
}

// complete reports whether the pieces have all rows of a grid.
func (p *pieces) complete() bool { return len(p.blocks) > 0 && len(p.blocks)*p.rows == p.side }

// whole returns the block that the pieces make. Numbers with blank lines between them, a digit twice
// in a house, are not rows.
func (p *pieces) whole() (whole block, ok bool) {
	whole.first = p.blocks[0].first
	for _, b := range p.blocks {
		for _, line := range b.lines {
			whole.add(whole.first, line)
		}
	}
	e := whole.entry()
	if e.Err == nil && p.rows == 1 {
		for range e.Grid.Conflicts() {
			return block{}, false
		}
	}
	return whole, e.Err == nil
}
