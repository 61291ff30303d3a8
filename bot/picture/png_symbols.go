package picture

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// symbols writes the digits and the candidates, and the shapes around them.
func (d *drawing) symbols() {
	for _, c := range d.shape.Cells() {
		shown := d.shown(c)
		switch digit := d.board.Grid.At(c); {
		case digit != 0:
			d.digit(c, digit)
		case shown.Len() == 1 && slices.Contains(d.board.Placements, sudoku.Candidate{Cell: c, Digit: shown.First()}):
			d.placement(c, shown.First())
		default:
			for digit := range shown.All() {
				d.candidate(sudoku.Candidate{Cell: c, Digit: digit})
			}
		}
	}
}

// shown returns the candidates to draw in a cell: the marks, and what a step speaks of.
func (d *drawing) shown(c sudoku.Cell) sudoku.Digits {
	digits := d.board.Marks[c]
	for _, list := range [][]sudoku.Candidate{d.board.Pattern, d.board.Placements, d.board.Eliminations} {
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
	if d.board.Clues.At(c) != 0 {
		face, ink = d.fonts.clue, d.inks.clue
	}
	if d.board.Lit.Has(digit) {
		d.disc(x, y, 0.42*d.cell, d.inks.litEdge)
		d.disc(x, y, 0.42*d.cell-2, d.inks.lit)
		ink = d.inks.onLit
	} else if d.faulty.Has(c) && d.board.Clues.At(c) == 0 {
		ink = d.inks.faulty
	}
	if slices.Contains(d.board.Pattern, sudoku.Candidate{Cell: c, Digit: digit}) {
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

// candidate writes a candidate in its place among those of its cell.
func (d *drawing) candidate(k sudoku.Candidate) {
	x, y, reach := d.candidatePlace(k)
	switch {
	case slices.Contains(d.board.Placements, k):
		d.fill(around(x, y, reach), d.inks.pattern)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.onPlacement)
	case slices.Contains(d.board.Eliminations, k):
		d.strike(x, y, reach)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.removal)
	case slices.Contains(d.board.Pattern, k):
		d.ring(x, y, reach, 2, d.inks.pattern)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, d.inks.pattern)
	case d.board.Lit.Has(k.Digit):
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
