package picture

import (
	"math"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// symbols writes the digits and the candidates, and the shapes around them.
func (d *drawing) symbols() {
	for _, c := range d.board.Grid.Shape().Cells() {
		if digit := d.board.Grid.At(c); digit != 0 {
			d.digit(c, digit)
			continue
		}
		for digit := range d.shown(c).All() {
			d.candidate(sudoku.Candidate{Cell: c, Digit: digit})
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
	face, ink := d.fonts.digit, digitInk
	if d.board.Clues.At(c) != 0 {
		face, ink = d.fonts.clue, clueInk
	}
	if slices.Contains(d.board.Pattern, sudoku.Candidate{Cell: c, Digit: digit}) {
		d.ring(x, y, 0.42*d.cell, patternInk)
	}
	d.centre(face, digit.String(), x, y, ink)
}

func (d *drawing) candidate(k sudoku.Candidate) {
	side := d.board.Grid.Shape().BoxSide()
	at := d.place(k.Cell).grown(-0.06 * d.cell)
	room := (at.right - at.left) / float64(side)
	x := at.left + (float64(int(k.Digit-1)%side)+0.5)*room
	y := at.top + (float64(int(k.Digit-1)/side)+0.5)*room
	reach := 0.15 * d.cell // of the shape around it
	switch {
	case slices.Contains(d.board.Placements, k):
		d.fill(area{x, y, x, y}.grown(reach), patternInk)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, white)
	case slices.Contains(d.board.Eliminations, k):
		d.strike(x, y, reach)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, removalInk)
	case slices.Contains(d.board.Pattern, k):
		d.ring(x, y, reach, patternInk)
		d.centre(d.fonts.strong, k.Digit.String(), x, y, patternInk)
	default:
		d.centre(d.fonts.candidate, k.Digit.String(), x, y, markInk)
	}
}

// ring draws a circle on white.
func (d *drawing) ring(x, y, radius float64, ink colour) {
	around := area{x, y, x, y}.grown(radius + 2)
	d.shade(around, white, func(px, py float64) float64 { return radius - math.Hypot(px-x, py-y) })
	d.shade(around, ink, func(px, py float64) float64 { return 1 - math.Abs(radius-math.Hypot(px-x, py-y)) })
}

// strike draws a slanted line behind a candidate, paler than it so that it stays legible.
func (d *drawing) strike(x, y, reach float64) {
	d.shade(area{x, y, x, y}.grown(reach), strikeInk, func(px, py float64) float64 {
		return 1.1 - math.Abs((px-x)+(py-y))/math.Sqrt2
	})
}
