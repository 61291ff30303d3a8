package picture

import (
	"fmt"
	"strconv"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Cover stands in the post of a daily whose clues come later, with Play. It has no words, so that it
// can be read in all languages.
type Cover struct {
	Shape  sudoku.Shape
	Number int        // of the daily
	Tier   logic.Tier // as so many of five discs
	Theme  Theme      `json:",omitempty"`
}

// The layout of a cover, in pixels.
const (
	plateWidth, plateHeight = 400, 260
	plateEdge               = 6
	numberSize              = 120 // of the em
	discRadius, discStep    = 18, 60
)

// PNG draws the cover, as large as a board without a title. What it shows depends on nothing but its
// fields, and so gives nothing of the puzzle away.
func (c Cover) PNG() ([]byte, error) {
	inks := c.Theme.inks()
	d := drawing{
		board: Board{Theme: c.Theme}, shape: c.Shape, inks: inks, top: topMargin,
		canvas: newCanvas(leftMargin+boardSize+endMargin, topMargin+boardSize+endMargin, inks.ground),
		cell:   float64(boardSize / c.Shape.Side()),
	}
	d.tints()
	d.lines()
	if err := d.plate(c); err != nil {
		return nil, fmt.Errorf("drawing the cover: %w", err)
	}
	return d.png()
}

// plate draws the number and the discs in the middle of the grid.
func (d *drawing) plate(c Cover) error {
	x, y := d.span(0, 0, d.shape.Side(), d.shape.Side()).centre()
	plate := area{x - plateWidth/2, y - plateHeight/2, x + plateWidth/2, y + plateHeight/2}
	d.fill(plate.grown(plateEdge), d.inks.thick)
	d.fill(plate, d.inks.ground)
	number := "#" + strconv.Itoa(c.Number)
	size := numberSize * min(1, 5/float64(len(number))) // the plate has room for five characters
	face, err := openFace(faceKey{true, size})
	if err != nil {
		return err
	}
	d.centre(face, number, x, y-plateHeight/7, d.inks.clue)
	for i, tier := range logic.Tiers {
		at := x + float64(i-len(logic.Tiers)/2)*discStep
		if tier <= c.Tier {
			d.disc(at, y+plateHeight/4, discRadius, d.inks.last)
		} else {
			d.ring(at, y+plateHeight/4, discRadius, 3, d.inks.label)
		}
	}
	return nil
}
