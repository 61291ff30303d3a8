package picture

import (
	"bytes"
	"fmt"
	"image/png"
	"math"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The layout of the picture, in pixels. The board is a square of the same room in both
// shapes; 594 is a multiple of 9 · 3, so that candidates sit at whole pixels.
const (
	boardSize  = 594
	leftMargin = 34
	endMargin  = 14
	topMargin  = 34 // of the column labels
	titleSpace = 40 // above them, where there is a title
)

// PNG draws the board as a picture of a palette: 642 pixels wide, 642 high, 40 more with
// a title. It costs some 8 ms, so callers that show one board to many keep the bytes.
func PNG(b Board) ([]byte, error) {
	c, err := render(b)
	if err != nil {
		return nil, err
	}
	return c.png()
}

// png encodes a picture.
func (c canvas) png() ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := encoder.Encode(&out, c.paletted()); err != nil {
		return nil, fmt.Errorf("encoding a picture: %w", err)
	}
	return out.Bytes(), nil
}

// render draws the board.
func render(b Board) (canvas, error) {
	top := topMargin
	if b.Title != "" {
		top += titleSpace
	}
	shape := b.Grid.Shape()
	d := drawing{
		board:  b,
		canvas: newCanvas(leftMargin+boardSize+endMargin, top+boardSize+endMargin),
		top:    top,
		cell:   float64(boardSize / shape.Side()),
	}
	if err := d.draw(); err != nil {
		return canvas{}, fmt.Errorf("drawing the board: %w", err)
	}
	return d.canvas, nil
}

// drawing is one picture on its way.
type drawing struct {
	canvas
	board Board
	top   int
	cell  float64 // the side of a cell
	fonts fonts
}

// draw paints from the back to the front.
func (d *drawing) draw() error {
	var err error
	if d.fonts, err = openFonts(d.cell); err != nil {
		return err
	}
	d.background()
	d.hatching()
	d.lines()
	d.frames()
	d.labels()
	d.symbols()
	return nil
}

// place returns the pixels of a cell.
func (d *drawing) place(c sudoku.Cell) area {
	return d.span(c.Row(), c.Column(), 1, 1)
}

// span returns the pixels of some rows and columns.
func (d *drawing) span(row, column, rows, columns int) area {
	x, y := leftMargin+float64(column)*d.cell, float64(d.top)+float64(row)*d.cell
	return area{x, y, x + float64(columns)*d.cell, y + float64(rows)*d.cell}
}

// background tints clues, houses in question, and the cells of a step.
func (d *drawing) background() {
	tint := map[sudoku.Cell]colour{}
	shape := d.board.Grid.Shape()
	for c := range d.board.Clues.Filled().All() {
		tint[c] = clueTint
	}
	for _, h := range d.board.Houses {
		for _, c := range shape.House(h) {
			tint[c] = houseTint
		}
	}
	for _, k := range d.board.Eliminations {
		tint[k.Cell] = removalTint
	}
	for _, k := range d.board.Pattern {
		tint[k.Cell] = patternTint
	}
	for _, k := range d.board.Placements {
		tint[k.Cell] = patternTint
	}
	for c, t := range tint {
		d.fill(d.place(c), t)
	}
}

// hatching covers mistakes and hatched with slanted lines.
func (d *drawing) hatching() {
	const apart, thick = 9, 2.2
	for c := range d.board.Hatched().All() {
		at := d.place(c)
		d.fill(at, removalTint)
		d.shade(at, hatchInk, func(x, y float64) float64 {
			return thick/2 - math.Abs(math.Remainder(x+y, apart))/math.Sqrt2
		})
	}
}

func (d *drawing) lines() {
	shape := d.board.Grid.Shape()
	whole := d.span(0, 0, shape.Side(), shape.Side())
	for _, pass := range []struct {
		ink   colour
		width float64
		boxes bool
	}{{thinLine, 1, false}, {thickLine, 3, true}} {
		for i := range shape.Side() + 1 {
			if (i%shape.BoxSide() == 0) != pass.boxes {
				continue
			}
			at, half := float64(i)*d.cell, pass.width/2
			d.fill(area{whole.left + at - half, whole.top - half, whole.left + at + half, whole.bottom + half}, pass.ink)
			d.fill(area{whole.left - half, whole.top + at - half, whole.right + half, whole.top + at + half}, pass.ink)
		}
	}
}

// frames draws a thick line around the houses in question.
func (d *drawing) frames() {
	shape := d.board.Grid.Shape()
	for _, h := range d.board.Houses {
		cells := shape.House(h)
		first, last := cells[0], cells[len(cells)-1]
		at := d.span(first.Row(), first.Column(), last.Row()-first.Row()+1, last.Column()-first.Column()+1)
		d.shade(at.grown(3), houseInk, func(x, y float64) float64 {
			return 2.5 - math.Abs(at.inside(x, y))
		})
	}
}

func (d *drawing) labels() {
	if d.board.Title != "" {
		d.write(d.fonts.title, d.board.Title, leftMargin, float64(d.top-topMargin)-12, titleInk)
	}
	for i := range d.board.Grid.Shape().Side() {
		at := (float64(i) + 0.5) * d.cell
		d.centre(d.fonts.label, label(i), leftMargin+at, float64(d.top)-topMargin/2, labelInk)
		d.centre(d.fonts.label, label(i), leftMargin/2, float64(d.top)+at, labelInk)
	}
}
