package pages

import (
	"fmt"
	"strconv"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// drawing is a board as SVG, in the colours of the page's theme. Every state has a shape too: a pattern is circled, its
// extras are in outlined squares, a placement is in a filled one, an elimination is struck. Cells that take no part in a step are dimmed, and links lead from
// candidate to candidate.
type drawing struct {
	Words  string // the board for screen readers
	From   int    // the left and the upper border of the picture, in units
	Size   int    // of the picture
	Areas  []area // houses of a step, and houses in which it eliminates
	Lines  []line
	Rings  []ring
	Extras []area // squares around the extras of a pattern
	Boxes  []area // around placements
	Digits []glyph
	Marks  []glyph
	Labels []glyph // of rows and columns
	Struck []line
	Veil   string // over dimmed cells, as a path
	Links  []link
}

type area struct {
	X, Y, Width, Height float64
	Class               string
}

type line struct {
	X1, Y1, X2, Y2 float64
	Class          string
}

type ring struct {
	X, Y, R float64
	Class   string
}

type link struct{ Class, Path string }

type glyph struct {
	X, Y        float64
	Text, Class string
}

// The layout of a drawing, in units.
const (
	cellSize = 60.0
	margin   = 26.0 // left and above, for the labels
	border   = 4.0  // right and below
)

// draw draws a board, with the step that is marked on it.
func (v visit) draw(b picture.Diagram) *drawing {
	shape := b.Grid.Shape()
	side := shape.Side()
	d := &drawing{Words: v.AltText(b, false), Size: int(margin + border + cellSize*float64(side))}
	d.drawGrid(shape)
	for _, h := range b.Cover {
		d.drawHouse(shape, h, "cover", 5)
	}
	for _, h := range b.Houses {
		d.drawHouse(shape, h, "house", 2)
	}
	for i := range side {
		at, name := margin+(float64(i)+.5)*cellSize, string(rune('1'+i))
		column := name
		if b.Letters {
			column = string(rune('A' + i))
		}
		d.Labels = append(d.Labels, glyph{at, margin / 2, column, ""}, glyph{margin / 2, at, name, ""})
	}
	for _, c := range shape.Cells() {
		d.drawCell(b, c)
	}
	d.drawStep(b)
	return d
}

// bare takes the labels of rows and columns away, and their margin.
func (d *drawing) bare() *drawing {
	d.From, d.Size, d.Labels = margin-border, d.Size-margin+border, nil
	return d
}

func (d *drawing) drawGrid(shape sudoku.Shape) {
	end := margin + cellSize*float64(shape.Side())
	for i := range shape.Side() + 1 {
		at := margin + float64(i)*cellSize
		weight := func(each int) string {
			if i%each == 0 {
				return "thick"
			}
			return "thin"
		}
		d.Lines = append(d.Lines, line{at, margin, at, end, weight(shape.BoxWidth())}, line{margin, at, end, at, weight(shape.BoxHeight())})
	}
}

// drawHouse frames a house, some units inside its border.
func (d *drawing) drawHouse(shape sudoku.Shape, h sudoku.House, class string, inset float64) {
	cells := shape.House(h)
	x, y := corner(cells[0])
	right, bottom := corner(cells[len(cells)-1])
	d.Areas = append(d.Areas, area{x + inset, y + inset, right + cellSize - x - 2*inset, bottom + cellSize - y - 2*inset, class})
}

// corner returns the upper left corner of a cell.
func corner(c sudoku.Cell) (x, y float64) {
	return margin + float64(c.Column())*cellSize, margin + float64(c.Row())*cellSize
}

func middle(c sudoku.Cell) (x, y float64) {
	x, y = corner(c)
	return x + cellSize/2, y + cellSize/2
}

// drawCell draws the digit of a cell, or its marks.
func (d *drawing) drawCell(b picture.Diagram, c sudoku.Cell) {
	x, y := middle(c)
	if b.Wrong.Has(c) {
		d.Struck = append(d.Struck, line{x - 24, y - 24, x + 24, y + 24, "wrong"}, line{x - 24, y + 24, x + 24, y - 24, "wrong"})
	}
	if digit := b.Grid.At(c); digit != 0 {
		class := "digit"
		if b.Clues.At(c) != 0 {
			class = "clue"
		}
		if b.Lit.Has(digit) {
			class += " lit"
		}
		d.Digits = append(d.Digits, glyph{x, y, digit.String(), class})
		return
	}
	if b.Count {
		d.Marks = append(d.Marks, glyph{x, y, strconv.Itoa(b.Marks[c].Len()), ""})
		return
	}
	for digit := range b.Marks[c].All() {
		at := spot(b.Grid.Shape(), sudoku.Candidate{Cell: c, Digit: digit})
		d.Marks = append(d.Marks, glyph{at.X, at.Y, digit.String(), ""})
	}
}

// spot returns the place of a candidate in its cell.
func spot(shape sudoku.Shape, c sudoku.Candidate) ring {
	at := picture.Spot(shape, c)
	return ring{margin + at.X*cellSize, margin + at.Y*cellSize, picture.RingRadius * cellSize, "pattern"}
}

// drawStep draws the pattern, the placements and the eliminations of a step. It adds candidates that are not marked.
func (d *drawing) drawStep(b picture.Diagram) {
	shape := b.Grid.Shape()
	shown := func(c sudoku.Candidate) ring {
		at := spot(shape, c)
		if b.Count {
			at.X, at.Y = middle(c.Cell)
			return at
		}
		if b.Grid.At(c.Cell) == 0 && !b.Marks[c.Cell].Has(c.Digit) {
			d.Marks = append(d.Marks, glyph{at.X, at.Y, c.Digit.String(), ""})
		}
		return at
	}
	placed := map[sudoku.Cell]bool{}
	for _, c := range b.Placements {
		x, y := middle(c.Cell)
		placed[c.Cell] = true
		d.Boxes = append(d.Boxes, area{x - 22, y - 22, 44, 44, ""})
		d.Digits = append(d.Digits, glyph{x, y, c.Digit.String(), "placed"})
	}
	for _, c := range b.Pattern {
		switch x, y := middle(c.Cell); {
		case b.Grid.At(c.Cell) != 0:
			d.Rings = append(d.Rings, ring{x, y, 22, "pattern"})
		case !placed[c.Cell]:
			d.Rings = append(d.Rings, shown(c))
		}
	}
	for _, c := range b.Extras {
		at := shown(c)
		d.Extras = append(d.Extras, area{X: at.X - at.R, Y: at.Y - at.R, Width: 2 * at.R, Height: 2 * at.R})
	}
	for _, c := range b.Eliminations {
		at := shown(c)
		d.Struck = append(d.Struck, line{at.X - 8, at.Y + 8, at.X + 8, at.Y - 8, "struck"})
	}
	for c := range b.Because.All() {
		x, y := middle(c)
		d.Rings = append(d.Rings, ring{x, y, 25, "because"})
	}
	for c := range b.Dimmed.All() {
		x, y := corner(c)
		d.Veil += fmt.Sprintf("M%g %gh%gv%gh-%gz", x, y, cellSize, cellSize, cellSize)
	}
	for _, l := range b.Lines() {
		d.Links = append(d.Links, link{l.Kind.String(), l.SVG(cellSize, picture.Point{X: margin, Y: margin})})
	}
}
