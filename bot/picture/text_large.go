package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// large draws a box of characters a cell: a mark for each candidate, or the digit in the
// middle.
func (b Diagram) large(p pen) string {
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
func (b Diagram) largeCell(p pen, c sudoku.Cell, line int, conflicts sudoku.Cells) string {
	box := b.Grid.Shape().BoxSide()
	if d := b.Grid.At(c); d != 0 {
		text := strings.Repeat(" ", box)
		if line == box/2 {
			text = pad(d.String(), box)
		}
		return p.paint(b.cellStyle(c, conflicts), text)
	}
	if b.Count {
		text, style := strings.Repeat(" ", box), styleFaint
		if line == box/2 {
			text = fmt.Sprintf("%*s", box, b.marksOf(c))
		}
		if b.waits(c) {
			style = stylePattern
		}
		return p.paint(style, text)
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

func (b Diagram) markStyle(k sudoku.Candidate) style {
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

// style is the parameters of an ANSI "select graphic rendition" sequence (ECMA-48, 1991).
type style string

const (
	styleClue       style = "1"      // bold
	styleDigit      style = "94"     // bright blue
	styleFaint      style = "2"      // faint
	styleConflict   style = "1;4;91" // bold, underlined, red
	styleWrong      style = "1;7;35" // bold, inverse, magenta
	stylePattern    style = "1;4;32" // bold, underlined, green
	stylePlaced     style = "7;1;32" // inverse, bold, green
	styleEliminated style = "9;31"   // struck through, red
)

// restyled has what a theme does otherwise: a light ground takes darker colours, and high contrast
// nothing that is faint.
var restyled = map[Theme]map[style]style{
	Light: {styleDigit: "34", styleConflict: "1;4;31"},
	Contrast: {
		styleDigit: "1;93", styleFaint: "0", styleConflict: "1;4;7;91",
		stylePattern: "1;4;92", stylePlaced: "7;1;92", styleEliminated: "1;9;91",
	},
}

// paint wraps text in a style where the pen has colours.
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
