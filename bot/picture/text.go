package picture

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Text draws the board with row and column labels. Without colour it is plain ASCII that
// sudoku.Parse reads back; with colour it uses box-drawing characters and ANSI colours.
//
// Where there are pencilmarks, a second, larger drawing gives each cell the room for all
// of its candidates in fixed places. With colour it replaces the small one.
func Text(b Board, colour bool) string {
	marked := b.Marks != sudoku.Pencilmarks{}
	switch {
	case colour && marked:
		return b.large(boxDrawing)
	case colour:
		return b.small(boxDrawing)
	case marked:
		return b.small(ascii) + "\n" + b.large(ascii)
	}
	return b.small(ascii)
}

// pen is how lines and digits are drawn.
type pen struct {
	top, middle, bottom [3]string // the left end, a crossing, the right end of a border
	rule                [2]string // a line between the cells of a box, its crossing; empty: none
	dash, bar, thin     string
	coloured            bool
}

var (
	// No line of a large drawing may read as a row of cells, or sudoku.Parse would take it
	// for one: the colons see to that.
	ascii = pen{
		top:    [3]string{"+", "+", "+"},
		middle: [3]string{"+", "+", "+"},
		bottom: [3]string{"+", "+", "+"},
		dash:   "-", bar: "|", thin: ":",
	}
	boxDrawing = pen{
		top:    [3]string{"┌", "┬", "┐"},
		middle: [3]string{"├", "┼", "┤"},
		bottom: [3]string{"└", "┴", "┘"},
		rule:   [2]string{"┄", "┼"},
		dash:   "─", bar: "│", thin: "┊", coloured: true,
	}
)

// small draws one character a cell.
func (b Board) small(p pen) string {
	shape := b.Grid.Shape()
	box := shape.BoxSide()
	hatched := b.Hatched()
	var out strings.Builder
	out.WriteString("   ")
	for column := range shape.Side() {
		if column > 0 && column%box == 0 {
			out.WriteString("  ")
		}
		out.WriteString(" " + label(column))
	}
	out.WriteString("\n")
	for row := range shape.Side() {
		if row%box == 0 {
			out.WriteString("  " + p.border(row, shape, 2*box+1))
		}
		out.WriteString(label(row))
		for column := range shape.Side() {
			if column%box == 0 {
				out.WriteString(" " + p.bar)
			}
			c := sudoku.CellAt(row, column)
			out.WriteString(" " + p.paint(b.cellStyle(c, hatched), b.Grid.At(c).String()))
		}
		out.WriteString(" " + p.bar + "\n")
	}
	out.WriteString("  " + p.border(shape.Side(), shape, 2*box+1))
	return out.String()
}

// border draws the line above a row, width characters a box.
func (p pen) border(row int, s sudoku.Shape, width int) string {
	ends := p.middle
	switch row {
	case 0:
		ends = p.top
	case s.Side():
		ends = p.bottom
	}
	part := strings.Repeat(p.dash, width)
	return ends[0] + strings.Join(repeat(part, s.BoxSide()), ends[1]) + ends[2] + "\n"
}

func repeat(part string, n int) []string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = part
	}
	return parts
}

// label counts rows and columns from 1.
func label(index int) string { return sudoku.Digit(index + 1).String() }
