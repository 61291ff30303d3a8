package picture

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Text draws the board with row and column labels. Without colour it is plain ASCII that
// sudoku.Parse reads back; with colour it uses box-drawing characters and ANSI colours.
//
// Pencilmarks stand below it in a list, in lines that a phone shows whole and a screen reader reads.
// With colour a larger drawing takes the place of both, with room in each cell for all of its
// candidates in fixed places.
func Text(b Diagram, colour bool) string {
	marked := b.Marks != sudoku.Pencilmarks{}
	coloured := boxDrawing
	coloured.theme = b.Theme
	switch {
	case colour && marked:
		return b.large(coloured)
	case colour:
		return b.small(coloured)
	case marked:
		return b.small(ascii) + "\n" + b.list()
	}
	return b.small(ascii)
}

// Drawing is [Text] with the larger drawing instead of a list, for wide lines without colour.
func Drawing(b Diagram, colour bool) string {
	if colour || b.Marks == (sudoku.Pencilmarks{}) {
		return Text(b, colour)
	}
	return b.small(ascii) + "\n" + b.large(ascii)
}

// pen is how lines and digits are drawn.
type pen struct {
	top, middle, bottom [3]string // the left end, a crossing, the right end of a border
	dash, bar           string
	rule                [2]string // in a large drawing a line between the cells of a box, its crossing; empty: none
	thin                string    // and one beside them
	coloured            bool
	theme               Theme
}

var (
	// No line of a large drawing may read as a row of cells, or sudoku.Parse would take it for one:
	// the colons see to that.
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
func (b Diagram) small(p pen) string {
	shape := b.Grid.Shape()
	box := shape.BoxSide()
	conflicts := b.Conflicts()
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
			out.WriteString(" " + p.paint(b.cellStyle(c, conflicts), b.Grid.At(c).String()))
		}
		out.WriteString(" " + p.bar + "\n")
	}
	out.WriteString("  " + p.border(shape.Side(), shape, 2*box+1))
	return out.String()
}

// phone is how many columns a phone shows in a block of code.
const phone = 35

// list writes the marks of each row, such as "r4: c1 15, c5 237": the colon keeps sudoku.Parse from
// taking it for a row of cells.
func (b Diagram) list() string {
	var out strings.Builder
	for row := range b.Grid.Shape().Side() {
		line := ""
		for column := range b.Grid.Shape().Side() {
			c := sudoku.CellAt(row, column)
			if b.Marks[c] == 0 || b.Grid.At(c) != 0 {
				continue
			}
			cell := fmt.Sprintf("c%d %s", column+1, b.marksOf(c))
			switch {
			case line == "":
				line = fmt.Sprintf("r%d: %s", row+1, cell)
			case len(line)+len(", ")+len(cell) > phone-1:
				out.WriteString(line + ",\n")
				line = "  : " + cell
			default:
				line += ", " + cell
			}
		}
		if line != "" {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

// marksOf writes the marks of a cell: "237", or "3?" where they are counted.
func (b Diagram) marksOf(c sudoku.Cell) string {
	if b.Count {
		return fmt.Sprintf("%d?", b.Marks[c].Len())
	}
	return b.Marks[c].String()
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
