package picture

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// unit is the side of a cell of a 9×9 board in pixels, and sets the size of pictures: all other lengths are shares of it. It is a
// multiple of 9, so that margins and the cells of all shapes begin at whole pixels.
const unit = 108

// The layout of the picture, in pixels. The board is a square of the same size for all shapes.
const (
	boardSize  = 9 * unit
	leftMargin = unit * 4 / 9
	endMargin  = unit * 2 / 9
	topMargin  = unit * 4 / 9 // of the column labels
	titleSpace = unit * 5 / 9 // above them, if there is a title
)

// Side is the width of a picture in pixels, and its height without a title.
const Side = leftMargin + boardSize + endMargin

// PNG draws the board as a paletted picture: [Side] pixels wide and high, 60 more with a title.
// The latest pictures are kept, so the caller must not change the bytes. It is safe for concurrent use.
func PNG(b Diagram) ([]byte, error) { return drawn.picture(b) }

// render draws the board.
func render(b Diagram) (canvas, error) {
	top := topMargin
	if b.Title != "" {
		top += titleSpace
	}
	d := newDrawing(b, b.Grid.Shape(), top)
	if err := d.draw(); err != nil {
		return canvas{}, fmt.Errorf("drawing the board: %w", err)
	}
	return d.canvas, nil
}

// drawing is one picture in progress.
type drawing struct {
	canvas
	diagram Diagram
	shape   sudoku.Shape
	top     int
	cell    float64 // the side of a cell
	fonts   fonts
	inks    look.Palette

	faulty  sudoku.Cells // mistakes and conflicts
	subject sudoku.Cells // the cells of a hint, if there is one: the others are dimmed
}

func newDrawing(b Diagram, shape sudoku.Shape, top int) *drawing {
	inks := b.Theme.Palette()
	return &drawing{
		diagram: b, shape: shape, inks: inks, top: top,
		canvas:  newCanvas(leftMargin+boardSize+endMargin, top+boardSize+endMargin, inks.Ground),
		cell:    boardSize / float64(shape.Side()),
		subject: b.subject(),
	}
}

// subject returns the cells that a hint is about, none without one.
func (b Diagram) subject() sudoku.Cells {
	if b.Dimmed == (sudoku.Cells{}) {
		return sudoku.Cells{}
	}
	return sudoku.CellsOf(b.Grid.Shape().Cells()...).Minus(b.Dimmed)
}

// draw paints from the back to the front.
func (d *drawing) draw() error {
	var err error
	if d.fonts, err = openFonts(d.cell); err != nil {
		return err
	}
	d.fills()
	d.faults()
	d.lines()
	d.labels()
	d.links()
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

// fills paints the cells: the houses of the chosen cell, the cell itself, digits equal to its own, and the cells of a hint.
func (d *drawing) fills() {
	var fill [sudoku.MaxCells]look.Colour
	paint := func(ink look.Colour, cells ...sudoku.Cell) {
		for _, c := range cells {
			fill[c] = ink
		}
	}
	paint(d.inks.Paper, d.shape.Cells()...)
	if d.subject.Len() == 0 && d.diagram.Selected.Len() == 1 {
		for _, h := range d.shape.Houses() {
			if cells := d.shape.House(h); slices.Contains(cells, d.diagram.Selected.Slice()[0]) {
				paint(d.inks.Seen, cells...)
			}
		}
	}
	for _, h := range d.diagram.Houses {
		paint(d.inks.HouseBack, d.shape.House(h)...)
	}
	for c := range d.diagram.Grid.Filled().All() {
		if d.diagram.Lit.Has(d.diagram.Grid.At(c)) {
			paint(d.inks.Lit, c)
		}
	}
	paint(d.inks.Chosen, d.diagram.Selected.Slice()...)
	for _, k := range d.diagram.Eliminations {
		paint(d.inks.BadBack, k.Cell)
	}
	for _, k := range slices.Concat(d.diagram.Pattern, d.diagram.Placements) {
		paint(d.inks.PatternBack, k.Cell)
	}
	for _, k := range d.diagram.Extras {
		paint(d.inks.LinkBack, k.Cell)
	}
	for _, c := range d.shape.Cells() {
		d.fill(d.place(c), fill[c])
	}
}

// lines draws the lines between cells and around boxes, and the edge of the board with round corners.
func (d *drawing) lines() {
	side := d.shape.Side()
	whole := d.span(0, 0, side, side)
	for _, pass := range []struct {
		ink   look.Colour
		width float64
		boxes bool
	}{{d.inks.Thin, look.ThinShare * unit, false}, {d.inks.Thick, look.BoxShare * unit, true}} {
		for i := range side - 1 {
			at, half := float64(i+1)*d.cell, pass.width/2
			if ((i+1)%d.shape.BoxWidth() == 0) == pass.boxes {
				d.fill(area{whole.left + at - half, whole.top, whole.left + at + half, whole.bottom}, pass.ink)
			}
			if ((i+1)%d.shape.BoxHeight() == 0) == pass.boxes {
				d.fill(area{whole.left, whole.top + at - half, whole.right, whole.top + at + half}, pass.ink)
			}
		}
	}
	edge := d.inks.Thick
	if d.diagram.Grid.Solved() {
		edge = d.inks.Good
	}
	const width, radius = look.BoxShare * unit, look.CornerShare * unit
	outer := whole.grown(width / 2)
	outer.corners(radius, func(corner area, x, y float64) {
		d.shade(corner, d.inks.Ground, func(px, py float64) float64 { return distance(px-x, py-y) - radius + width/2 })
	})
	d.frame(outer, width, radius, edge)
}

// labels names rows and columns.
func (d *drawing) labels() {
	if d.diagram.Title != "" {
		d.write(d.fonts.title, d.diagram.Title, leftMargin, float64(d.top-topMargin)-unit/6, d.inks.Ink)
	}
	for i := range d.shape.Side() {
		at := (float64(i) + 0.5) * d.cell
		d.centre(d.fonts.label, d.diagram.column(i), leftMargin+at, float64(d.top)-topMargin/2-1, d.inks.Soft)
		d.centre(d.fonts.label, label(i), leftMargin/2-1, float64(d.top)+at, d.inks.Soft)
	}
}

// symbols writes the digits and the candidates, and the shapes around them.
func (d *drawing) symbols() {
	all := d.diagram.shown()
	for _, c := range d.shape.Cells() {
		shown := all[c]
		x, y := d.place(c).centre()
		switch digit := d.diagram.Grid.At(c); {
		case digit != 0:
			d.digit(c, digit)
		case shown.Len() == 1 && slices.Contains(d.diagram.Placements, sudoku.Candidate{Cell: c, Digit: shown.First()}):
			// The digit of a step is as large as it will be on the board.
			d.plate(around(x, y, 0.37*d.cell), 0.12*d.cell, d.inks.Pattern)
			d.centre(d.fonts.clue, shown.First().String(), x, y, d.inks.OnPattern)
		case d.diagram.Count:
			face, ink := d.fonts.candidate, d.ink(c, d.inks.Mark)
			if d.diagram.waits(c) {
				d.ring(x, y, 0.2*d.cell, d.signWidth(), d.inks.Pattern)
				face, ink = d.fonts.strong, d.inks.Ink
			}
			d.centre(face, strconv.Itoa(d.diagram.Marks[c].Len()), x, y, ink)
		default:
			for digit := range shown.All() {
				d.candidate(sudoku.Candidate{Cell: c, Digit: digit})
			}
		}
	}
}

// ink returns the colour of a digit or mark in a cell: outside of the cells of a hint it is nearer to the paper.
func (d *drawing) ink(c sudoku.Cell, ink look.Colour) look.Colour {
	if d.subject.Len() > 0 && !d.subject.Has(c) {
		return d.inks.Dimmed(ink)
	}
	return ink
}

// signWidth is the width of the lines around and through candidates.
func (d *drawing) signWidth() float64 { return 0.026 * d.cell }

func (d *drawing) digit(c sudoku.Cell, digit sudoku.Digit) {
	x, y := d.place(c).centre()
	face, ink := d.fonts.digit, d.ink(c, d.inks.Own)
	if d.diagram.Clues.At(c) != 0 {
		face, ink = d.fonts.clue, d.ink(c, d.inks.Ink)
	}
	switch {
	case d.faulty.Has(c) && d.diagram.Clues.At(c) == 0:
		ink = d.inks.Bad
	case d.diagram.Lit.Has(digit):
		if ink = d.inks.Own; d.diagram.Clues.At(c) != 0 {
			ink = d.inks.Ink
		}
		under := y + 0.36*d.cell
		d.line(x-0.15*d.cell, under, x+0.15*d.cell, under, 0.04*d.cell, ink)
	}
	if slices.Contains(d.diagram.Pattern, sudoku.Candidate{Cell: c, Digit: digit}) {
		d.ring(x, y, 0.4*d.cell, 1.5*d.signWidth(), d.inks.Pattern)
	}
	d.centre(face, digit.String(), x, y, ink)
}

// candidate writes a candidate in its place within its cell. Signs around it stay within reach of its middle, and all
// candidates keep away from the edges of the cell.
func (d *drawing) candidate(k sudoku.Candidate) {
	spot := Spot(d.shape, k)
	x, y := leftMargin+spot.X*d.cell, float64(d.top)+spot.Y*d.cell
	reach := min(RingRadius*3/float64(d.shape.BoxWidth()), 0.2) * d.cell
	switch {
	case slices.Contains(d.diagram.Placements, k):
		d.plate(around(x, y, reach), reach/3, d.inks.Pattern)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.OnPattern)
	case slices.Contains(d.diagram.Eliminations, k):
		in := 0.85 * reach // lines of adjacent candidates do not touch
		d.line(x-in, y-in, x+in, y+in, 1.4*d.signWidth(), d.inks.Bad)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.Ink)
	case slices.Contains(d.diagram.Pattern, k):
		d.disc(x, y, reach, d.inks.Pattern)
		d.disc(x, y, reach-d.signWidth(), d.inks.PatternBack)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.Ink)
	case slices.Contains(d.diagram.Extras, k):
		d.plate(around(x, y, reach), reach/3, d.inks.Link)
		d.plate(around(x, y, reach-d.signWidth()), reach/3, d.inks.LinkBack)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.Ink)
	case d.diagram.Lit.Has(k.Digit):
		d.plate(around(x, y, reach), reach/3, d.inks.Lit)
		d.line(x-0.6*reach, y+0.9*reach, x+0.6*reach, y+0.9*reach, d.signWidth(), d.inks.Ink)
		d.centre(d.fonts.strong, k.Digit.String(), x, y-0.08*reach, d.inks.Ink)
	default:
		d.centre(d.fonts.candidate, k.Digit.String(), x, y, d.ink(k.Cell, d.inks.Mark))
	}
}

// faults underlines conflicts with a wave, and crosses the corners of mistakes.
func (d *drawing) faults() {
	conflicts := d.diagram.Conflicts()
	d.faulty = d.diagram.Wrong.Union(conflicts)
	for c := range d.faulty.All() {
		d.fill(d.place(c), d.inks.BadBack)
	}
	for c := range conflicts.All() {
		x, y := d.place(c).centre()
		var wave []point
		for i := range 41 {
			t := float64(i) / 40
			wave = append(wave, point{x + (t-0.5)*0.5*d.cell, y + (0.37+0.03*math.Sin(6*math.Pi*t))*d.cell})
		}
		d.curve(wave, 0.03*d.cell, d.inks.Bad, false)
	}
	shown := d.diagram.shown()
	for c := range d.diagram.Wrong.All() {
		in, long := d.place(c).grown(-0.07*d.cell), 0.11*d.cell
		if d.diagram.Grid.At(c) == 0 && shown[c] != 0 {
			in, long = d.place(c).grown(-0.04*d.cell), 0.055*d.cell // outside of the marks
		}
		for _, x := range []struct{ from, to float64 }{{in.left, in.left + long}, {in.right, in.right - long}} {
			d.line(x.from, in.top, x.to, in.top+long, 0.04*d.cell, d.inks.Bad)
			d.line(x.from, in.bottom, x.to, in.bottom-long, 0.04*d.cell, d.inks.Bad)
		}
	}
}

// houses frames the houses of a step, and with dashes the ones that cross them.
func (d *drawing) houses() {
	const width = look.RingShare * unit
	for _, h := range d.diagram.Cover {
		d.dashes(d.house(h), width)
	}
	for _, h := range d.diagram.Houses {
		d.frame(d.house(h).grown(width/2), width, look.CornerShare*unit, d.inks.House)
	}
}

// dashes frames an area with a broken line.
func (d *drawing) dashes(at area, width float64) {
	const dash, gap = 0.18 * unit, 0.12 * unit
	half := width / 2
	for x := at.left; x < at.right; x += dash + gap {
		end := min(x+dash, at.right)
		d.fill(area{x, at.top - half, end, at.top + half}, d.inks.House)
		d.fill(area{x, at.bottom - half, end, at.bottom + half}, d.inks.House)
	}
	for y := at.top; y < at.bottom; y += dash + gap {
		end := min(y+dash, at.bottom)
		d.fill(area{at.left - half, y, at.left + half, end}, d.inks.House)
		d.fill(area{at.right - half, y, at.right + half, end}, d.inks.House)
	}
}

// player marks the player's choices and last move: the box in brackets, the cell in a frame, the move with a
// triangle at the top right.
func (d *drawing) player() {
	for c := range d.diagram.Last.All() {
		at, leg, in := d.place(c), 0.2*d.cell, 0.04*d.cell
		at = area{at.right - leg - in, at.top + in, at.right - in, at.top + in + leg}
		d.shade(at, d.inks.Warm, func(x, y float64) float64 { return (x - at.left - (y - at.top)) / math.Sqrt2 })
	}
	const ring = look.RingShare * unit
	if box := d.diagram.Box; box >= 1 && box <= d.shape.Side() {
		d.brackets(d.house(sudoku.House{Kind: sudoku.Box, Index: uint8(box - 1)}), 1.2*ring)
	}
	for c := range d.diagram.Selected.All() {
		d.frame(d.place(c).grown(ring/2), ring, look.CornerShare*unit, d.inks.Ring)
	}
}

// brackets draws the corners of a frame.
func (d *drawing) brackets(at area, width float64) {
	out, long := at.grown(width/2), 0.8*d.cell
	for _, x := range []area{{out.left, 0, out.left + long, 0}, {out.right - long, 0, out.right, 0}} {
		d.fill(area{x.left, out.top, x.right, out.top + width}, d.inks.Ring)
		d.fill(area{x.left, out.bottom - width, x.right, out.bottom}, d.inks.Ring)
	}
	for _, y := range []area{{0, out.top, 0, out.top + long}, {0, out.bottom - long, 0, out.bottom}} {
		d.fill(area{out.left, y.top, out.left + width, y.bottom}, d.inks.Ring)
		d.fill(area{out.right - width, y.top, out.right, y.bottom}, d.inks.Ring)
	}
}
