package picture

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"github.com/gridkeeper/gridkeeper/bot/look"
)

// area is a rectangle in pixels.
type area struct{ left, top, right, bottom float64 }

func (a area) grown(by float64) area {
	return area{a.left - by, a.top - by, a.right + by, a.bottom + by}
}

func (a area) centre() (x, y float64) { return (a.left + a.right) / 2, (a.top + a.bottom) / 2 }

// whole returns the rectangle with its edges at whole pixels.
func (a area) whole() area {
	return area{math.Round(a.left), math.Round(a.top), math.Round(a.right), math.Round(a.bottom)}
}

func (a area) pixels() image.Rectangle {
	return image.Rect(int(math.Floor(a.left)), int(math.Floor(a.top)), int(math.Ceil(a.right)), int(math.Ceil(a.bottom)))
}

// around returns the square whose sides are reach away from a point.
func around(x, y, reach float64) area { return area{x, y, x, y}.grown(reach) }

// canvas is a picture whose pixels are indices of its colours. Copies draw on the same picture.
type canvas struct {
	pixels  *image.Paletted // its Palette is made when it is encoded
	colours *colours
}

// newCanvas returns a canvas of one colour.
func newCanvas(width, height int, ground look.Colour) canvas {
	c := canvas{image.NewPaletted(image.Rect(0, 0, width, height), nil), new(colours)}
	c.colours.number(ground) // 0, the value of all pixels
	return c
}

// at returns the colour of a pixel.
func (c canvas) at(x, y int) look.Colour { return c.colours.list[c.pixels.ColorIndexAt(x, y)] }

// fill paints a rectangle, its edges rounded to whole pixels.
func (c canvas) fill(a area, ink look.Colour) {
	round := func(x float64) int { return int(math.Floor(x + 0.5)) }
	r := image.Rect(round(a.left), round(a.top), round(a.right), round(a.bottom)).Intersect(c.pixels.Rect)
	if r.Empty() {
		return
	}
	first := c.row(r.Min.Y, r.Min.X, r.Max.X)
	number := c.colours.number(ink)
	for x := range first {
		first[x] = number
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.row(y, r.Min.X, r.Max.X), first)
	}
}

// row returns the pixels of a line from left up to right.
func (c canvas) row(y, left, right int) []uint8 {
	start := c.pixels.PixOffset(left, y)
	return c.pixels.Pix[start : start+right-left]
}

// frame draws the four sides of a rectangle with round corners, inside of it.
func (c canvas) frame(a area, width, radius float64, ink look.Colour) {
	a, width = a.whole(), math.Round(width)
	radius = math.Round(max(radius, width))
	c.fill(area{a.left + radius, a.top, a.right - radius, a.top + width}, ink)
	c.fill(area{a.left + radius, a.bottom - width, a.right - radius, a.bottom}, ink)
	c.fill(area{a.left, a.top + radius, a.left + width, a.bottom - radius}, ink)
	c.fill(area{a.right - width, a.top + radius, a.right, a.bottom - radius}, ink)
	a.corners(radius, func(corner area, x, y float64) {
		c.shade(corner, ink, func(px, py float64) float64 {
			return width/2 - math.Abs(radius-width/2-distance(px-x, py-y))
		})
	})
}

// plate fills a rectangle with round corners.
func (c canvas) plate(a area, radius float64, ink look.Colour) {
	a, radius = a.whole(), math.Round(radius)
	c.fill(area{a.left + radius, a.top, a.right - radius, a.bottom}, ink)
	c.fill(area{a.left, a.top + radius, a.right, a.bottom - radius}, ink)
	a.corners(radius, func(corner area, x, y float64) {
		c.shade(corner, ink, func(px, py float64) float64 { return radius - distance(px-x, py-y) })
	})
}

// corners calls a function with the square at each corner of a rectangle, and the centre of its arc.
func (a area) corners(radius float64, do func(corner area, x, y float64)) {
	for _, x := range [][2]float64{{a.left, a.left + radius}, {a.right - radius, a.right - radius}} {
		for _, y := range [][2]float64{{a.top, a.top + radius}, {a.bottom - radius, a.bottom - radius}} {
			do(area{x[0], y[0], x[0] + radius, y[0] + radius}, x[1], y[1])
		}
	}
}

// shade paints the pixels at which depth, in pixels inside of a shape's edge, is positive; the half
// pixel on either side of the edge is blended.
func (c canvas) shade(a area, ink look.Colour, depth func(x, y float64) float64) {
	r := a.pixels().Intersect(c.pixels.Rect)
	solid := c.colours.number(ink)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.row(y, r.Min.X, r.Max.X)
		for i := range row {
			switch cover := depth(float64(r.Min.X+i)+0.5, float64(y)+0.5) + 0.5; {
			case cover >= 1:
				row[i] = solid
			case cover > 0:
				row[i] = c.colours.blend(row[i], solid, uint8(255*cover))
			}
		}
	}
}

// distance returns the length of a vector. [math.Hypot] guards against overflow, and takes five times as long.
func distance(dx, dy float64) float64 { return math.Sqrt(dx*dx + dy*dy) }

// disc fills a circle.
func (c canvas) disc(x, y, radius float64, ink look.Colour) {
	c.shade(around(x, y, radius+1), ink, func(px, py float64) float64 { return radius - distance(px-x, py-y) })
}

// ring draws a circle as a line.
func (c canvas) ring(x, y, radius, width float64, ink look.Colour) {
	c.shade(around(x, y, radius+width), ink, func(px, py float64) float64 {
		return width/2 - math.Abs(radius-distance(px-x, py-y))
	})
}

// line draws a line between two points, with round ends.
func (c canvas) line(x1, y1, x2, y2, width float64, ink look.Colour) {
	c.shade(reach(x1, y1, x2, y2).grown(width), ink, stroke(x1, y1, x2, y2, width))
}

// reach returns the rectangle between two points.
func reach(x1, y1, x2, y2 float64) area {
	return area{min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)}
}

// stroke returns the depth of points in a line with round ends.
func stroke(x1, y1, x2, y2, width float64) func(x, y float64) float64 {
	dx, dy := x2-x1, y2-y1
	length := max(dx*dx+dy*dy, 1e-9)
	return func(px, py float64) float64 {
		along := min(1, max(0, ((px-x1)*dx+(py-y1)*dy)/length))
		return width/2 - distance(px-x1-along*dx, py-y1-along*dy)
	}
}

// point is a position in pixels.
type point struct{ x, y float64 }

// curve draws a line along points, solid or in dashes, with round ends. Its parts are joined before they are blended with the
// picture, so the joints cannot be seen.
func (c canvas) curve(path []point, width float64, ink look.Colour, dashed bool) {
	dash, gap := math.Inf(1), 0.0
	if dashed {
		dash, gap = 2.4*width, 2.6*width // round ends make the dash longer, the gap shorter
	}
	if len(path) == 0 {
		return
	}
	whole := area{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range path {
		whole = area{min(whole.left, p.x), min(whole.top, p.y), max(whole.right, p.x), max(whole.bottom, p.y)}
	}
	at := whole.grown(width).pixels().Intersect(c.pixels.Rect)
	mask := image.NewAlpha(at)
	draw := func(from, to point) {
		depth := stroke(from.x, from.y, to.x, to.y, width)
		r := reach(from.x, from.y, to.x, to.y).grown(width).pixels().Intersect(at)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			row := mask.Pix[mask.PixOffset(r.Min.X, y):][:r.Dx()]
			for i := range row {
				cover := min(1, max(0, depth(float64(r.Min.X+i)+0.5, float64(y)+0.5)+0.5))
				row[i] = max(row[i], uint8(255*cover))
			}
		}
	}
	left, on := dash, true // of the present dash or gap
	for i := range len(path) - 1 {
		from, to := path[i], path[i+1]
		for length := distance(to.x-from.x, to.y-from.y); length > 0; {
			step := min(left, length)
			next := point{from.x + (to.x-from.x)*step/length, from.y + (to.y-from.y)*step/length}
			if on {
				draw(from, next)
			}
			from, length, left = next, length-step, left-step
			if left <= 0 {
				on = !on
				left = gap
				if on {
					left = dash
				}
			}
		}
	}
	c.stamp(at, mask, at.Min, ink)
}

// write sets text with its left end at x, its baseline at y.
func (c canvas) write(face font.Face, text string, x, y float64, ink look.Colour) {
	dot := fixed.Point26_6{X: fixed.Int26_6(math.Round(64 * x)), Y: fixed.I(int(math.Round(y)))}
	for _, r := range text {
		at, mask, from, advance, ok := face.Glyph(dot, r)
		if letter, isAlpha := mask.(*image.Alpha); ok && isAlpha {
			c.stamp(at, letter, from, ink)
		}
		dot.X += advance
	}
}

// stamp paints through a mask.
func (c canvas) stamp(at image.Rectangle, mask *image.Alpha, from image.Point, ink look.Colour) {
	r := at.Intersect(c.pixels.Rect)
	solid := c.colours.number(ink)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.row(y, r.Min.X, r.Max.X)
		covers := mask.Pix[mask.PixOffset(from.X+r.Min.X-at.Min.X, from.Y+y-at.Min.Y):][:len(row)]
		for i, cover := range covers {
			switch cover {
			case 0:
			case 255:
				row[i] = solid
			default:
				row[i] = c.colours.blend(row[i], solid, cover)
			}
		}
	}
}

// width returns the width of a text in pixels.
func width(face font.Face, text string) float64 { return float64(font.MeasureString(face, text)) / 64 }

// centre sets text with its middle at a point.
func (c canvas) centre(face font.Face, text string, x, y float64, ink look.Colour) {
	height := float64(face.Metrics().CapHeight) / 64
	c.write(face, text, math.Round(x-width(face, text)/2), y+height/2, ink)
}

// paletted returns the picture with its palette.
func (c canvas) paletted() *image.Paletted {
	picture := *c.pixels
	picture.Palette = make(color.Palette, len(c.colours.list))
	for i, ink := range c.colours.list {
		picture.Palette[i] = color.RGBAModel.Convert(ink)
	}
	return &picture
}
