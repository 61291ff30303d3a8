package picture

import (
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// large draws a box of characters a cell: a mark for each candidate, or the digit in the
// middle.
func (b Board) large(p pen) string {
	shape := b.Grid.Shape()
	box := shape.BoxSide()
	width := box*box + box - 1 // of a box: its cells, and what is between them
	conflicts := b.Conflicts()
	var out strings.Builder
	out.WriteString("   ")
	for column := range shape.Side() {
		out.WriteString(pad(label(column), box) + " ")
	}
	out.WriteString("\n")
	for row := range shape.Side() {
		if row%box == 0 {
			out.WriteString("  " + p.border(row, shape, width))
		} else if p.rule[0] != "" {
			out.WriteString("  " + p.ruleLine(shape))
		}
		for line := range box {
			name := " "
			if line == box/2 {
				name = label(row)
			}
			out.WriteString(name + " " + p.bar)
			for column := range shape.Side() {
				out.WriteString(b.largeCell(p, sudoku.CellAt(row, column), line, conflicts))
				out.WriteString(p.after(column, box))
			}
			out.WriteString("\n")
		}
	}
	out.WriteString("  " + p.border(shape.Side(), shape, width))
	return out.String()
}

// largeCell draws one line of a cell.
func (b Board) largeCell(p pen, c sudoku.Cell, line int, conflicts sudoku.Cells) string {
	box := b.Grid.Shape().BoxSide()
	if d := b.Grid.At(c); d != 0 {
		text := strings.Repeat(" ", box)
		if line == box/2 {
			text = pad(d.String(), box)
		}
		return p.paint(b.cellStyle(c, conflicts), text)
	}
	var out strings.Builder
	for i := range box {
		d := sudoku.Digit(box*line + i + 1)
		if b.Marks[c].Has(d) {
			out.WriteString(p.paint(b.markStyle(sudoku.Candidate{Cell: c, Digit: d}), d.String()))
		} else {
			out.WriteString(p.paint(styleFaint, "."))
		}
	}
	return out.String()
}

// ruleLine draws the line between two rows of cells inside a band.
func (p pen) ruleLine(s sudoku.Shape) string {
	cells := strings.Join(repeat(strings.Repeat(p.rule[0], s.BoxSide()), s.BoxSide()), p.rule[1])
	return p.bar + p.paint(styleFaint, strings.Join(repeat(cells, s.BoxSide()), p.bar)) + p.bar + "\n"
}

// after returns what stands between a column and the next.
func (p pen) after(column, box int) string {
	if column%box == box-1 {
		return p.bar
	}
	return p.paint(styleFaint, p.thin)
}

// pad centres a digit in a cell.
func pad(digit string, width int) string {
	left := width / 2
	return strings.Repeat(" ", left) + digit + strings.Repeat(" ", width-left-1)
}

func (b Board) markStyle(k sudoku.Candidate) style {
	switch {
	case slices.Contains(b.Eliminations, k):
		return styleEliminated
	case slices.Contains(b.Placements, k):
		return stylePlaced
	case slices.Contains(b.Pattern, k):
		return stylePattern
	}
	return styleFaint
}
