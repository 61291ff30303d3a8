package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Text draws the board with row and column labels. Without colour it is plain ASCII that
// sudoku.Parse reads back; with colour it uses box-drawing characters and ANSI colours. The cells of a hint have
// the sign ">" before them.
//
// Pencilmarks follow in a list, in lines short enough for a phone and readable for a screen reader.
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

// pen defines how lines and digits are drawn.
type pen struct {
	top, middle, bottom [3]string // the left end, a crossing, the right end of a border
	dash, bar           string
	rule                [2]string // in a large drawing the line between the cells of a box, and its crossing; empty: none
	thin                string    // the line beside the cells
	coloured            bool
	theme               look.Theme
}

var (
	// No line of a large drawing may look like a row of cells, or sudoku.Parse would read it as one:
	// the colons prevent that.
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
	conflicts, marked := b.Conflicts(), b.marked()
	var out strings.Builder
	out.WriteString("   ")
	for column := range shape.Side() {
		if column > 0 && column%shape.BoxWidth() == 0 {
			out.WriteString("  ")
		}
		out.WriteString(" " + b.column(column))
	}
	out.WriteString("\n")
	for row := range shape.Side() {
		if row%shape.BoxHeight() == 0 {
			out.WriteString("  " + p.border(row, shape, 2*shape.BoxWidth()+1))
		}
		out.WriteString(label(row))
		for column := range shape.Side() {
			if column%shape.BoxWidth() == 0 {
				out.WriteString(" " + p.bar)
			}
			c := sudoku.CellAt(row, column)
			sign := " "
			if marked.Has(c) {
				sign = ">"
			}
			out.WriteString(sign + p.paint(b.cellStyle(c, conflicts), b.Grid.At(c).String()))
		}
		out.WriteString(" " + p.bar + "\n")
	}
	out.WriteString("  " + p.border(shape.Side(), shape, 2*shape.BoxWidth()+1))
	return out.String()
}

// marked returns the cells to which a hint points: of its pattern and its conclusions, and mistakes. A board without a hint
// has no cells that are dimmed.
func (b Diagram) marked() (cells sudoku.Cells) {
	if b.Dimmed == (sudoku.Cells{}) {
		return cells
	}
	for _, k := range slices.Concat(b.Pattern, b.Extras, b.Placements, b.Eliminations) {
		cells = cells.With(k.Cell)
	}
	return cells.Union(b.Wrong)
}

// phone is the number of columns of a block of code on a phone.
const phone = 35

// list writes the marks of each row, such as "r4: c1 15, c5 237", with letters "r4: A 15, E 237": because of the colon
// sudoku.Parse does not take it for a row of cells.
func (b Diagram) list() string {
	var out strings.Builder
	for row := range b.Grid.Shape().Side() {
		line := ""
		for column := range b.Grid.Shape().Side() {
			c := sudoku.CellAt(row, column)
			if b.Marks[c] == 0 || b.Grid.At(c) != 0 {
				continue
			}
			cell := b.column(column) + " " + b.marksOf(c)
			if !b.Letters {
				cell = "c" + cell
			}
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

// marksOf writes the marks of a cell: "237", or "3?" if they are counted.
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
	return ends[0] + strings.Join(repeat(part, s.BoxHeight()), ends[1]) + ends[2] + "\n"
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

// column is the label of a column: a letter, if cells are named such as E4, else its number.
func (b Diagram) column(index int) string {
	if b.Letters {
		return string(rune('A' + index))
	}
	return label(index)
}

// large draws a box of characters a cell: a mark for each candidate, or the digit in the
// middle.
func (b Diagram) large(p pen) string {
	shape := b.Grid.Shape()
	wide, high := shape.BoxWidth(), shape.BoxHeight() // of a cell, too
	width := wide*wide + wide - 1                     // of a box: its cells and the lines between them
	conflicts := b.Conflicts()
	var out strings.Builder
	out.WriteString("   ")
	for column := range shape.Side() {
		out.WriteString(pad(b.column(column), wide) + " ")
	}
	out.WriteString("\n")
	for row := range shape.Side() {
		if row%high == 0 {
			out.WriteString("  " + p.border(row, shape, width))
		} else if p.rule[0] != "" {
			cells := strings.Join(repeat(strings.Repeat(p.rule[0], wide), wide), p.rule[1])
			out.WriteString("  " + p.bar + p.paint(styleFaint, strings.Join(repeat(cells, high), p.bar)) + p.bar + "\n")
		}
		for line := range high {
			name := " "
			if line == high/2 {
				name = label(row)
			}
			out.WriteString(name + " " + p.bar)
			for column := range shape.Side() {
				out.WriteString(b.largeCell(p, sudoku.CellAt(row, column), line, conflicts))
				out.WriteString(p.after(column, wide))
			}
			out.WriteString("\n")
		}
	}
	out.WriteString("  " + p.border(shape.Side(), shape, width))
	return out.String()
}

// largeCell draws one line of a cell.
func (b Diagram) largeCell(p pen, c sudoku.Cell, line int, conflicts sudoku.Cells) string {
	wide, high := b.Grid.Shape().BoxWidth(), b.Grid.Shape().BoxHeight()
	if d := b.Grid.At(c); d != 0 {
		text := strings.Repeat(" ", wide)
		if line == high/2 {
			text = pad(d.String(), wide)
		}
		return p.paint(b.cellStyle(c, conflicts), text)
	}
	if b.Count {
		text, style := strings.Repeat(" ", wide), styleFaint
		if line == high/2 {
			text = fmt.Sprintf("%*s", wide, b.marksOf(c))
		}
		if b.waits(c) {
			style = stylePattern
		}
		return p.paint(style, text)
	}
	var out strings.Builder
	for i := range wide {
		d := sudoku.Digit(wide*line + i + 1)
		if b.Marks[c].Has(d) {
			out.WriteString(p.paint(b.markStyle(sudoku.Candidate{Cell: c, Digit: d}), d.String()))
		} else {
			out.WriteString(p.paint(styleFaint, "."))
		}
	}
	return out.String()
}

// after returns the line between a column and the next.
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

func (b Diagram) markStyle(k sudoku.Candidate) style {
	switch {
	case slices.Contains(b.Eliminations, k):
		return styleEliminated
	case slices.Contains(b.Placements, k):
		return stylePlaced
	case slices.Contains(b.Pattern, k):
		return stylePattern
	case slices.Contains(b.Extras, k):
		return styleExtra
	}
	return styleFaint
}

// style holds the parameters of an ANSI "select graphic rendition" sequence (ECMA-48, 1991).
type style string

const (
	styleClue       style = "1"      // bold
	styleDigit      style = "94"     // bright blue
	styleFaint      style = "2"      // faint
	styleConflict   style = "1;4;91" // bold, underlined, red
	styleWrong      style = "1;7;35" // bold, inverse, magenta
	stylePattern    style = "1;4;32" // bold, underlined, green
	styleExtra      style = "1;4;35" // bold, underlined, magenta
	stylePlaced     style = "7;1;32" // inverse, bold, green
	styleEliminated style = "9;31"   // struck through, red
)

// restyled maps the styles that differ in a theme: a light ground needs darker colours, and high contrast has
// no faint ones.
var restyled = map[look.Theme]map[style]style{
	look.Light: {styleDigit: "34", styleConflict: "1;4;31"},
	look.Contrast: {
		styleDigit: "1;93", styleFaint: "0", styleConflict: "1;4;7;91",
		stylePattern: "1;4;92", styleExtra: "1;4;95", stylePlaced: "7;1;92", styleEliminated: "1;9;91",
	},
}

// paint wraps text in a style if the pen has colours.
func (p pen) paint(s style, text string) string {
	if !p.coloured {
		return text
	}
	if other, ok := restyled[p.theme][s]; ok {
		s = other
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func (b Diagram) cellStyle(c sudoku.Cell, conflicts sudoku.Cells) style {
	d := b.Grid.At(c)
	switch {
	case b.Wrong.Has(c):
		return styleWrong
	case conflicts.Has(c):
		return styleConflict
	case d != 0 && slices.Contains(b.Pattern, sudoku.Candidate{Cell: c, Digit: d}):
		return stylePattern
	case d == 0 && slices.ContainsFunc(b.Placements, func(k sudoku.Candidate) bool { return k.Cell == c }):
		return stylePlaced
	case d == 0:
		return styleFaint
	case b.Clues.At(c) != 0:
		return styleClue
	}
	return styleDigit
}
