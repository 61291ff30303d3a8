package picture

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The layout of the picture, in pixels. The board is a square of the same room in both
// shapes; 648 is a multiple of 9 · 3, so that candidates sit at whole pixels.
const (
	boardSize  = 648
	leftMargin = 32
	endMargin  = 10
	topMargin  = 32 // of the column labels
	titleSpace = 40 // above them, if there is a title

	thickWidth = 4 // of the lines around boxes
)

// PNG draws the board as a paletted picture: 690 pixels wide, 690 high, 40 more with a title.
// The latest pictures are kept, so the caller must not change the bytes. It is safe for concurrent use.
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

// drawing is one picture in progress.
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

// tints paints clues, houses of a step, and its cells.
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
		at, column := (float64(i)+0.5)*d.cell, label(i)
		if d.diagram.Letters {
			column = string(rune('A' + i))
		}
		d.centre(d.fonts.label, column, leftMargin+at, float64(d.top)-topMargin/2-1, d.inks.label)
		d.centre(d.fonts.label, label(i), leftMargin/2-1, float64(d.top)+at, d.inks.label)
	}
}

// symbols writes the digits and the candidates, and the shapes around them.
func (d *drawing) symbols() {
	for _, c := range d.shape.Cells() {
		shown := d.shown(c)
		x, y := d.place(c).centre()
		switch digit := d.diagram.Grid.At(c); {
		case digit != 0:
			d.digit(c, digit)
		case shown.Len() == 1 && slices.Contains(d.diagram.Placements, sudoku.Candidate{Cell: c, Digit: shown.First()}):
			// The digit of a step is as large as it will be on the board.
			d.fill(around(x, y, 0.38*d.cell), d.inks.pattern)
			d.centre(d.fonts.clue, shown.First().String(), x, y, d.inks.onPlacement)
		case d.diagram.Count:
			face, ink := d.fonts.candidate, d.inks.mark
			if d.diagram.waits(c) {
				d.ring(x, y, 0.2*d.cell, 2, d.inks.pattern)
				face, ink = d.fonts.strong, d.inks.pattern
			}
			d.centre(face, strconv.Itoa(d.diagram.Marks[c].Len()), x, y, ink)
		default:
			for digit := range shown.All() {
				d.candidate(sudoku.Candidate{Cell: c, Digit: digit})
			}
		}
	}
}

// shown returns the candidates to draw in a cell: the marks, and the candidates of a step.
func (d *drawing) shown(c sudoku.Cell) sudoku.Digits {
	digits := d.diagram.Marks[c]
	for _, list := range [][]sudoku.Candidate{d.diagram.Pattern, d.diagram.Placements, d.diagram.Eliminations} {
		for _, k := range list {
			if k.Cell == c {
				digits = digits.With(k.Digit)
			}
		}
	}
	return digits
}

func (d *drawing) digit(c sudoku.Cell, digit sudoku.Digit) {
	x, y := d.place(c).centre()
	face, ink := d.fonts.digit, d.inks.digit
	if d.diagram.Clues.At(c) != 0 {
		face, ink = d.fonts.clue, d.inks.clue
	}
	if d.diagram.Lit.Has(digit) {
		d.disc(x, y, 0.42*d.cell, d.inks.litEdge)
		d.disc(x, y, 0.42*d.cell-2, d.inks.lit)
		ink = d.inks.onLit
	} else if d.faulty.Has(c) && d.diagram.Clues.At(c) == 0 {
		ink = d.inks.faulty
	}
	if slices.Contains(d.diagram.Pattern, sudoku.Candidate{Cell: c, Digit: digit}) {
		d.ring(x, y, 0.43*d.cell, 3, d.inks.pattern)
	}
	d.centre(face, digit.String(), x, y, ink)
}

// candidate writes a candidate in its place within its cell. Shapes around it stay within reach of its middle.
func (d *drawing) candidate(k sudoku.Candidate) {
	side := d.shape.BoxSide()
	at := d.place(k.Cell).grown(-2)
	room := (at.right - at.left) / float64(side)
	column, row := int(k.Digit-1)%side, int(k.Digit-1)/side
	x, y, reach := at.left+(float64(column)+0.5)*room, at.top+(float64(row)+0.5)*room, min(room/2, 0.2*d.cell)
	switch {
	case slices.Contains(d.diagram.Placements, k):
		d.fill(around(x, y, reach), d.inks.pattern)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.onPlacement)
	case slices.Contains(d.diagram.Eliminations, k):
		d.strike(x, y, reach)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.removal)
	case slices.Contains(d.diagram.Pattern, k):
		d.ring(x, y, reach, 2, d.inks.pattern)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.pattern)
	case d.diagram.Lit.Has(k.Digit):
		d.disc(x, y, reach, d.inks.lit)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.onLit)
	default:
		d.centre(d.fonts.candidate, k.Digit.String(), x, y, d.inks.mark)
	}
}

// strike draws a slanted line behind a candidate, which stays readable. It ends within the candidate's
// own square, so that the lines of adjacent candidates do not touch.
func (d *drawing) strike(x, y, reach float64) {
	d.line(x-reach+2, y+reach-2, x+reach-2, y-reach+2, 4, d.inks.strike)
}

// faults covers conflicts with slanted lines and crosses mistakes, both behind the digits.
func (d *drawing) faults() {
	conflicts := d.diagram.Conflicts()
	d.faulty = d.diagram.Wrong.Union(conflicts)
	for c := range conflicts.All() {
		const apart, thick = 18, 5 // along a row
		at := d.place(c)
		d.fill(at, d.inks.conflict)
		d.shade(at, d.inks.hatch, func(x, y float64) float64 {
			return (thick/2. - math.Abs(float64(int(x+y)%apart)-apart/2.)) / math.Sqrt2
		})
	}
	for c := range d.diagram.Wrong.All() {
		d.cross(d.place(c), conflicts.Has(c))
	}
}

// cross draws the ends of a cross, and leaves its middle free for the digit.
func (d *drawing) cross(at area, hatched bool) {
	if !hatched {
		d.fill(at, d.inks.wrong)
	}
	in, long := at.grown(-0.07*d.cell), 0.24*d.cell
	for _, x := range []struct{ from, to float64 }{{in.left, in.left + long}, {in.right, in.right - long}} {
		d.line(x.from, in.top, x.to, in.top+long, 6, d.inks.cross)
		d.line(x.from, in.bottom, x.to, in.bottom-long, 6, d.inks.cross)
	}
}

// houses frames the houses of a step, and with dashes the ones that cross them.
func (d *drawing) houses() {
	const width = 5
	for _, h := range d.diagram.Cover {
		d.dashes(d.house(h), width)
	}
	for _, h := range d.diagram.Houses {
		d.frame(d.house(h).grown(width/2.), width, d.inks.house)
	}
}

// dashes frames an area with a broken line.
func (d *drawing) dashes(at area, width float64) {
	const dash, gap = 12, 8
	half := width / 2
	for x := at.left; x < at.right; x += dash + gap {
		end := min(x+dash, at.right)
		d.fill(area{x, at.top - half, end, at.top + half}, d.inks.house)
		d.fill(area{x, at.bottom - half, end, at.bottom + half}, d.inks.house)
	}
	for y := at.top; y < at.bottom; y += dash + gap {
		end := min(y+dash, at.bottom)
		d.fill(area{at.left - half, y, at.left + half, end}, d.inks.house)
		d.fill(area{at.right - half, y, at.right + half, end}, d.inks.house)
	}
}

// player marks the player's choices and last move: the box in brackets, the cell in a frame, the move with a
// triangle at the top right.
func (d *drawing) player() {
	for c := range d.diagram.Last.All() {
		at, leg := d.place(c), 0.2*d.cell
		d.shade(area{at.right - leg, at.top, at.right, at.top + leg}, d.inks.last, func(x, y float64) float64 {
			return (x - at.right + leg - (y - at.top)) / math.Sqrt2
		})
	}
	if box := d.diagram.Box; box >= 1 && box <= d.shape.Side() {
		d.brackets(d.house(sudoku.House{Kind: sudoku.Box, Index: uint8(box - 1)}))
	}
	for c := range d.diagram.Selected.All() {
		d.frame(d.place(c).grown(2), 5, d.inks.selected)
	}
}

// brackets draws the corners of a frame.
func (d *drawing) brackets(at area) {
	const width = 7
	out, long := at.grown(width/2.), 0.8*d.cell
	for _, x := range []area{{out.left, 0, out.left + long, 0}, {out.right - long, 0, out.right, 0}} {
		d.fill(area{x.left, out.top, x.right, out.top + width}, d.inks.selected)
		d.fill(area{x.left, out.bottom - width, x.right, out.bottom}, d.inks.selected)
	}
	for _, y := range []area{{0, out.top, 0, out.top + long}, {0, out.bottom - long, 0, out.bottom}} {
		d.fill(area{out.left, y.top, out.left + width, y.bottom}, d.inks.selected)
		d.fill(area{out.right - width, y.top, out.right, y.bottom}, d.inks.selected)
	}
}
