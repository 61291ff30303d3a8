package picture

import (
	"math"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// symbols writes the digits and the candidates, and the shapes around them.
func (d *drawing) symbols() {
	for _, c := range d.shape.Cells() {
		shown := d.shown(c)
		switch digit := d.diagram.Grid.At(c); {
		case digit != 0:
			d.digit(c, digit)
		case shown.Len() == 1 && slices.Contains(d.diagram.Placements, sudoku.Candidate{Cell: c, Digit: shown.First()}):
			d.placement(c, shown.First())
		case d.diagram.Count:
			d.count(c)
		default:
			for digit := range shown.All() {
				d.candidate(sudoku.Candidate{Cell: c, Digit: digit})
			}
		}
	}
}

// shown returns the candidates to draw in a cell: the marks, and what a step speaks of.
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

// placement writes the digit of a step as large as it will stand there.
func (d *drawing) placement(c sudoku.Cell, digit sudoku.Digit) {
	x, y := d.place(c).centre()
	d.fill(around(x, y, 0.38*d.cell), d.inks.pattern)
	d.centre(d.fonts.clue, digit.String(), x, y, d.inks.onPlacement)
}

// count writes how many candidates a cell has, in its middle; one that waits alone is circled.
func (d *drawing) count(c sudoku.Cell) {
	x, y := d.place(c).centre()
	face, ink := d.fonts.candidate, d.inks.mark
	if d.diagram.waits(c) {
		d.ring(x, y, 0.2*d.cell, 2, d.inks.pattern)
		face, ink = d.fonts.strong, d.inks.pattern
	}
	d.centre(face, strconv.Itoa(d.diagram.Marks[c].Len()), x, y, ink)
}

// candidate writes a candidate in its place among those of its cell.
func (d *drawing) candidate(k sudoku.Candidate) {
	x, y, reach := d.candidatePlace(k)
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

// candidatePlace returns the middle of a candidate, and how far shapes around it may reach.
func (d *drawing) candidatePlace(k sudoku.Candidate) (x, y, reach float64) {
	side := d.shape.BoxSide()
	at := d.place(k.Cell).grown(-2)
	room := (at.right - at.left) / float64(side)
	column, row := int(k.Digit-1)%side, int(k.Digit-1)/side
	return at.left + (float64(column)+0.5)*room, at.top + (float64(row)+0.5)*room, min(room/2, 0.2*d.cell)
}

// strike draws a slanted line behind a candidate, which stays readable. It ends within the candidate's
// own square, so that those of neighbours stay apart.
func (d *drawing) strike(x, y, reach float64) {
	d.line(x-reach+2, y+reach-2, x+reach-2, y-reach+2, 4, d.inks.strike)
}

// faults covers conflicts with slanted lines and crosses mistakes, both behind the digits.
func (d *drawing) faults() {
	conflicts := d.diagram.Conflicts()
	d.faulty = d.diagram.Wrong.Union(conflicts)
	for c := range conflicts.All() {
		d.hatch(d.place(c))
	}
	for c := range d.diagram.Wrong.All() {
		d.cross(d.place(c), conflicts.Has(c))
	}
}

func (d *drawing) hatch(at area) {
	const apart, thick = 18, 5 // along a row
	d.fill(at, d.inks.conflict)
	d.shade(at, d.inks.hatch, func(x, y float64) float64 {
		return (thick/2. - math.Abs(float64(int(x+y)%apart)-apart/2.)) / math.Sqrt2
	})
}

// cross draws the ends of a cross, and leaves its middle to the digit.
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

// houses frames the houses in question, and with dashes the lines that cross them.
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

// player shows where the player is: the box in brackets, the cell in a frame, the last move with a
// corner.
func (d *drawing) player() {
	for c := range d.diagram.Last.All() {
		d.corner(d.place(c), 0.2*d.cell)
	}
	if box := d.diagram.Box; box >= 1 && box <= d.shape.Side() {
		d.brackets(d.house(sudoku.House{Kind: sudoku.Box, Index: uint8(box - 1)}))
	}
	for c := range d.diagram.Selected.All() {
		d.frame(d.place(c).grown(2), 5, d.inks.selected)
	}
}

// corner fills a triangle at the top right.
func (d *drawing) corner(at area, leg float64) {
	d.shade(area{at.right - leg, at.top, at.right, at.top + leg}, d.inks.last, func(x, y float64) float64 {
		return (x - at.right + leg - (y - at.top)) / math.Sqrt2
	})
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
