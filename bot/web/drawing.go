package web

import (
	"strconv"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// drawing is a board as SVG, whose colours are those of the page's theme. Every state has a shape too: a
// pattern is circled, what is placed is in a square, what is removed is struck.
type drawing struct {
	Words  string // the board for those who listen
	Size   int    // of the picture, in units
	Areas  []area // houses, and houses that a step removes from
	Lines  []line
	Rings  []ring
	Boxes  []area // around what is placed
	Digits []glyph
	Marks  []glyph
	Labels []glyph // of rows and columns
	Struck []line
}

type area struct {
	X, Y, Width, Height float64
	Class               string
}

type line struct {
	X1, Y1, X2, Y2 float64
	Class          string
}

type ring struct{ X, Y, R float64 }

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

// drawn draws a board, with the step that is marked on it.
func (v *visit) drawn(b picture.Diagram) *drawing {
	shape := b.Grid.Shape()
	side := shape.Side()
	d := &drawing{Words: v.AltText(b, false), Size: int(margin + border + cellSize*float64(side))}
	d.lines(shape)
	d.houses(shape, b)
	for i := range side {
		at, name := margin+(float64(i)+.5)*cellSize, string(rune('1'+i))
		column := name
		if b.Letters {
			column = string(rune('A' + i))
		}
		d.Labels = append(d.Labels, glyph{at, margin / 2, column, ""}, glyph{margin / 2, at, name, ""})
	}
	for _, c := range shape.Cells() {
		d.cell(b, c)
	}
	d.step(b)
	return d
}

func (d *drawing) lines(shape sudoku.Shape) {
	end := margin + cellSize*float64(shape.Side())
	for i := range shape.Side() + 1 {
		at, class := margin+float64(i)*cellSize, "thin"
		if i%shape.BoxSide() == 0 {
			class = "thick"
		}
		d.Lines = append(d.Lines, line{at, margin, at, end, class}, line{margin, at, end, at, class})
	}
}

// houses frames those of a step, and with dashes those that it removes from.
func (d *drawing) houses(shape sudoku.Shape, b picture.Diagram) {
	add := func(h sudoku.House, class string, inset float64) {
		cells := shape.House(h)
		first, last := cells[0], cells[len(cells)-1]
		x, y := corner(first)
		right, bottom := corner(last)
		d.Areas = append(d.Areas, area{x + inset, y + inset, right + cellSize - x - 2*inset, bottom + cellSize - y - 2*inset, class})
	}
	for _, h := range b.Cover {
		add(h, "cover", 5)
	}
	for _, h := range b.Houses {
		add(h, "house", 2)
	}
}

// corner is the upper left one of a cell.
func corner(c sudoku.Cell) (x, y float64) {
	return margin + float64(c.Column())*cellSize, margin + float64(c.Row())*cellSize
}

func middle(c sudoku.Cell) (x, y float64) {
	x, y = corner(c)
	return x + cellSize/2, y + cellSize/2
}

// cell draws the digit of a cell, or its marks.
func (d *drawing) cell(b picture.Diagram, c sudoku.Cell) {
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

// spot is where a candidate is in its cell.
func spot(shape sudoku.Shape, c sudoku.Candidate) ring {
	n := shape.BoxSide()
	step := cellSize / float64(n)
	x, y := corner(c.Cell)
	i := int(c.Digit) - 1
	return ring{x + (float64(i%n)+.5)*step, y + (float64(i/n)+.5)*step, min(step/2, 11)}
}

// step marks what a step rests on, places and removes. Candidates that are not among the marks are added.
func (d *drawing) step(b picture.Diagram) {
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
			d.Rings = append(d.Rings, ring{x, y, 22})
		case !placed[c.Cell]:
			d.Rings = append(d.Rings, shown(c))
		}
	}
	for _, c := range b.Eliminations {
		at := shown(c)
		d.Struck = append(d.Struck, line{at.X - 10, at.Y + 10, at.X + 10, at.Y - 10, "struck"})
	}
}
