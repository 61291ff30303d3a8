package picture

import (
	"math"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// faults covers conflicts with slanted lines and crosses mistakes, both behind the digits.
func (d *drawing) faults() {
	conflicts := d.board.Conflicts()
	d.faulty = d.board.Wrong.Union(conflicts)
	for c := range conflicts.All() {
		d.hatch(d.place(c))
	}
	for c := range d.board.Wrong.All() {
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
	for _, h := range d.board.Cover {
		d.dashes(d.house(h), width)
	}
	for _, h := range d.board.Houses {
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
	for c := range d.board.Last.All() {
		d.corner(d.place(c), 0.2*d.cell)
	}
	if box := d.board.Box; box >= 1 && box <= d.shape.Side() {
		d.brackets(d.house(sudoku.House{Kind: sudoku.Box, Index: uint8(box - 1)}))
	}
	for c := range d.board.Selected.All() {
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
