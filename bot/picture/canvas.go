package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// colour is red, green and blue of four bits each, 0xrgb. So few colours keep the blends
// at the edges of letters within a palette, and the file small.
type colour uint16

const (
	white       colour = 0xfff
	clueInk     colour = 0x111
	clueTint    colour = 0xeee
	digitInk    colour = 0x14b
	markInk     colour = 0x555
	labelInk    colour = 0x777
	titleInk    colour = 0x222
	thinLine    colour = 0xaaa
	thickLine   colour = 0x222
	houseTint   colour = 0xffd
	houseInk    colour = 0xe92
	patternTint colour = 0xded
	patternInk  colour = 0x173
	removalTint colour = 0xfdd
	removalInk  colour = 0xc12
	strikeInk   colour = 0xe67
	hatchInk    colour = 0xe78
)

// RGBA returns the colour as package image/color wants it.
func (c colour) RGBA() (r, g, b, a uint32) {
	const step = 0xffff / 15
	return uint32(c>>8) * step, uint32(c>>4&15) * step, uint32(c&15) * step, 0xffff
}

// area is a rectangle in pixels.
type area struct{ left, top, right, bottom float64 }

func (a area) grown(by float64) area {
	return area{a.left - by, a.top - by, a.right + by, a.bottom + by}
}

func (a area) centre() (x, y float64) { return (a.left + a.right) / 2, (a.top + a.bottom) / 2 }

// inside returns how far a point is from the nearest edge, negative outside.
func (a area) inside(x, y float64) float64 {
	return min(x-a.left, a.right-x, y-a.top, a.bottom-y)
}

func (a area) pixels() image.Rectangle {
	return image.Rect(int(math.Floor(a.left)), int(math.Floor(a.top)), int(math.Ceil(a.right)), int(math.Ceil(a.bottom)))
}

// canvas is a picture in full colour.
type canvas struct{ pixels *image.RGBA }

func newCanvas(width, height int) canvas {
	c := canvas{image.NewRGBA(image.Rect(0, 0, width, height))}
	draw.Draw(c.pixels, c.pixels.Rect, image.NewUniform(white), image.Point{}, draw.Src)
	return c
}

// fill paints a rectangle, its edges rounded to whole pixels.
func (c canvas) fill(a area, ink colour) {
	round := func(x float64) int { return int(math.Floor(x + 0.5)) }
	r := image.Rect(round(a.left), round(a.top), round(a.right), round(a.bottom))
	draw.Draw(c.pixels, r, image.NewUniform(ink), image.Point{}, draw.Src)
}

// shade paints where depth, in pixels inside of a shape's edge, is positive; the half
// pixel on either side of the edge is blended.
func (c canvas) shade(a area, ink colour, depth func(x, y float64) float64) {
	mask := image.NewAlpha(a.pixels().Intersect(c.pixels.Rect))
	for y := mask.Rect.Min.Y; y < mask.Rect.Max.Y; y++ {
		for x := mask.Rect.Min.X; x < mask.Rect.Max.X; x++ {
			cover := min(1, max(0, depth(float64(x)+0.5, float64(y)+0.5)+0.5))
			mask.SetAlpha(x, y, color.Alpha{uint8(255*cover + 0.5)})
		}
	}
	draw.DrawMask(c.pixels, mask.Rect, image.NewUniform(ink), image.Point{}, mask, mask.Rect.Min, draw.Over)
}

// write sets text with its left end at x, its baseline at y.
func (c canvas) write(face font.Face, text string, x, y float64, ink colour) {
	drawer := font.Drawer{Dst: c.pixels, Src: image.NewUniform(ink), Face: face, Dot: point(x, y)}
	drawer.DrawString(text)
}

// centre sets text with its middle at a point.
func (c canvas) centre(face font.Face, text string, x, y float64, ink colour) {
	width := float64(font.MeasureString(face, text)) / 64
	height := float64(face.Metrics().CapHeight) / 64
	c.write(face, text, x-width/2, math.Round(y+height/2), ink)
}

func point(x, y float64) fixed.Point26_6 {
	return fixed.Point26_6{X: fixed.Int26_6(math.Round(64 * x)), Y: fixed.Int26_6(math.Round(64 * y))}
}

// paletted returns the picture in at most 256 colours. Should there be more, the rest
// takes the nearest of those.
func (c canvas) paletted() *image.Paletted {
	picture := image.NewPaletted(c.pixels.Rect, nil)
	var index [0x1000]int // of each colour in the palette, counted from 1
	nibble := func(b uint8) colour { return (colour(b) + 8) / 17 }
	for i := range picture.Pix {
		p := c.pixels.Pix[4*i : 4*i+3]
		ink := nibble(p[0])<<8 | nibble(p[1])<<4 | nibble(p[2])
		if index[ink] == 0 {
			if len(picture.Palette) < 256 {
				picture.Palette = append(picture.Palette, color.RGBAModel.Convert(ink))
				index[ink] = len(picture.Palette)
			} else {
				index[ink] = picture.Palette.Index(ink) + 1
			}
		}
		picture.Pix[i] = uint8(index[ink] - 1)
	}
	return picture
}
