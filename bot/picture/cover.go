package picture

import (
	"fmt"
	"math"
	"strconv"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Cover takes the place of the board in the post of a daily whose clues are shown by Play. It has no words, so that it
// can be read in all languages.
type Cover struct {
	Shape  sudoku.Shape
	Number int        // of the daily
	Tier   logic.Tier // shown as so many of five discs
	Theme  look.Theme `json:",omitempty"`
}

// PNG draws the cover, as large as a board without a title: the boxes of an empty board around a keyhole, the number and the
// discs. It depends only on the cover's fields, and so reveals nothing of the puzzle.
func (c Cover) PNG() ([]byte, error) {
	const (
		room       = unit * 16 / 3. // of the boxes
		apart      = unit / 6.
		radius     = 0.24 * unit
		numberSize = 1.5 * unit // of the em
		discRadius = 0.2 * unit
		discStep   = 0.62 * unit
	)
	inks := c.Theme.Palette()
	picture := newCanvas(leftMargin+boardSize+endMargin, topMargin+boardSize+endMargin, inks.Ground)
	middle := float64(leftMargin+boardSize+endMargin) / 2
	left, top := middle-room/2, 0.75*unit
	across, down := c.Shape.BoxHeight(), c.Shape.BoxWidth()
	width, height := (room-apart*float64(across-1))/float64(across), (room-apart*float64(down-1))/float64(down)
	for i := range across * down {
		if 2*i == across*down-1 {
			continue // the one in the middle
		}
		x, y := left+float64(i%across)*(width+apart), top+float64(i/across)*(height+apart)
		box := area{x, y, x + width, y + height}
		picture.plate(box, radius, inks.Thick)
		picture.plate(box.grown(-look.BoxShare*unit), radius-look.BoxShare*unit, inks.Paper)
	}
	if across*down%2 == 0 { // no box is in the middle: the keyhole has a plate of its own, above the others
		plate := around(middle, top+room/2, room/7)
		picture.plate(plate.grown(apart), radius+apart, inks.Ground)
		picture.plate(plate, radius, inks.Thick)
		picture.plate(plate.grown(-look.BoxShare*unit), radius-look.BoxShare*unit, inks.Paper)
	}
	picture.keyhole(around(middle, top+room/2, room/8), inks.Warm)

	number := "#" + strconv.Itoa(c.Number)
	face, err := openFace(faceKey{true, numberSize * min(1, 8/float64(len(number)))})
	if err != nil {
		return nil, fmt.Errorf("drawing the cover: %w", err)
	}
	picture.centre(face, number, middle, top+room+1.1*unit, inks.Ink)
	for i, tier := range logic.Tiers {
		x, y := middle+float64(i-len(logic.Tiers)/2)*discStep, top+room+2.4*unit
		if tier <= c.Tier {
			picture.disc(x, y, discRadius, inks.Warm)
		} else {
			picture.ring(x, y, discRadius-look.ThinShare*unit, 2*look.ThinShare*unit, inks.Soft)
		}
	}
	return picture.png()
}

// keyhole draws the keyhole of the logo, a disc above a foot that widens downwards, as high as an area.
func (c canvas) keyhole(a area, ink look.Colour) {
	part := (a.bottom - a.top) / 12.2 // the logo is 32 of them wide
	x, head := (a.left+a.right)/2, a.top+4*part
	c.disc(x, head, 4*part, ink)
	c.shade(area{a.left, head, a.right, a.bottom}, ink, func(px, py float64) float64 {
		return 2*part + 0.3*max(0, py-head-3.46*part) - math.Abs(px-x)
	})
}
