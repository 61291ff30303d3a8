package picture

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The layout of the picture, in pixels. The board is a square of the same room in both
// shapes; 648 is a multiple of 9 · 3, so that candidates sit at whole pixels.
const (
	boardSize  = 648
	leftMargin = 32
	endMargin  = 10
	topMargin  = 32 // of the column labels
	titleSpace = 40 // above them, where there is a title

	thickWidth = 4 // of the lines around boxes
)

// PNG draws the board as a picture of a palette: 690 pixels wide, 690 high, 40 more with a title.
// The pictures drawn last are kept, so the bytes are not to be changed. It is safe for concurrent use.
func PNG(b Diagram) ([]byte, error) { return drawn.picture(b) }

// render draws the board.
func render(b Diagram) (canvas, error) {
	top := topMargin
	if b.Title != "" {
		top += titleSpace
	}
	shape := b.Grid.Shape()
	d := drawing{
		diagram: b, shape: shape, inks: b.Theme.inks(),
		canvas: newCanvas(leftMargin+boardSize+endMargin, top+boardSize+endMargin, b.Theme.inks().ground),
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
	diagram Diagram
	shape   sudoku.Shape
	top     int
	cell    float64 // the side of a cell
	fonts   fonts
	inks    inks

	faulty sudoku.Cells // mistakes and conflicts
}

// draw paints from the back to the front.
func (d *drawing) draw() error {
	var err error
	if d.fonts, err = openFonts(d.cell); err != nil {
		return err
	}
	d.tints()
	d.faults()
	d.lines()
	d.labels()
	d.symbols()
	d.houses()
	d.player()
	return nil
}

// place returns the pixels of a cell.
func (d *drawing) place(c sudoku.Cell) area {
	return d.span(c.Row(), c.Column(), 1, 1)
}

// house returns the pixels of a house.
func (d *drawing) house(h sudoku.House) area {
	cells := d.shape.House(h)
	first, last := cells[0], cells[len(cells)-1]
	return d.span(first.Row(), first.Column(), last.Row()-first.Row()+1, last.Column()-first.Column()+1)
}

// span returns the pixels of some rows and columns.
func (d *drawing) span(row, column, rows, columns int) area {
	x, y := leftMargin+float64(column)*d.cell, float64(d.top)+float64(row)*d.cell
	return area{x, y, x + float64(columns)*d.cell, y + float64(rows)*d.cell}
}

// tints paints clues, houses in question, and the cells of a step.
func (d *drawing) tints() {
	var tint [sudoku.MaxCells]colour
	for _, c := range d.shape.Cells() {
		tint[c] = d.inks.cell
		if d.diagram.Clues.At(c) != 0 {
			tint[c] = d.inks.clueCell
		}
	}
	for _, h := range d.diagram.Houses {
		for _, c := range d.shape.House(h) {
			tint[c] = d.inks.houseCell
		}
	}
	for _, k := range d.diagram.Eliminations {
		tint[k.Cell] = d.inks.removalOn
	}
	for _, list := range [][]sudoku.Candidate{d.diagram.Pattern, d.diagram.Placements} {
		for _, k := range list {
			tint[k.Cell] = d.inks.patternOn
		}
	}
	for _, c := range d.shape.Cells() {
		d.fill(d.place(c), tint[c])
	}
}

func (d *drawing) lines() {
	side, box := d.shape.Side(), d.shape.BoxSide()
	whole := d.span(0, 0, side, side)
	thick := d.inks.thick
	if d.diagram.Grid.Solved() {
		thick = d.inks.pattern
	}
	for _, pass := range []struct {
		ink   colour
		width float64
		boxes bool
	}{{d.inks.thin, 1, false}, {thick, thickWidth, true}} {
		for i := range side + 1 {
			if (i%box == 0) != pass.boxes {
				continue
			}
			at, half := float64(i)*d.cell, pass.width/2
			d.fill(area{whole.left + at - half, whole.top - half, whole.left + at + half, whole.bottom + half}, pass.ink)
			d.fill(area{whole.left - half, whole.top + at - half, whole.right + half, whole.top + at + half}, pass.ink)
		}
	}
}

// labels names rows and columns.
func (d *drawing) labels() {
	if d.diagram.Title != "" {
		d.write(d.fonts.title, d.diagram.Title, leftMargin, float64(d.top-topMargin)-12, d.inks.label)
	}
	for i := range d.shape.Side() {
		at := (float64(i) + 0.5) * d.cell
		d.centre(d.fonts.label, d.diagram.columnLabel(i), leftMargin+at, float64(d.top)-topMargin/2-1, d.inks.label)
		d.centre(d.fonts.label, label(i), leftMargin/2-1, float64(d.top)+at, d.inks.label)
	}
}

// columnLabel names a column, counted from 0.
func (b Diagram) columnLabel(index int) string {
	if b.Letters {
		return string(rune('A' + index))
	}
	return label(index)
}
