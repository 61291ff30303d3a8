package main

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"

	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// picture is a drawing in pixels, the origin at the top left.
type picture struct {
	*image.RGBA
	face font.Face
}

// point is a position in a picture, in pixels.
type point struct{ x, y float64 }

var (
	ink   = color.RGBA{0x22, 0x22, 0x22, 0xff}
	faint = color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
)

func newPicture(width, height int) (picture, error) {
	parsed, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		return picture{}, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 18, DPI: 72})
	if err != nil {
		return picture{}, err
	}
	p := picture{image.NewRGBA(image.Rect(0, 0, width, height)), face}
	draw.Draw(p, p.Bounds(), image.White, image.Point{}, draw.Src)
	return p, nil
}

// fill paints the inside of a polygon.
func (p picture) fill(c color.Color, corners ...point) {
	area := around(corners)
	r := vector.NewRasterizer(area.Dx(), area.Dy()) // with one for the whole picture it takes minutes
	for i, corner := range corners {
		x, y := float32(corner.x-float64(area.Min.X)), float32(corner.y-float64(area.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(p, area, image.NewUniform(c), image.Point{})
}

// around returns the smallest area of whole pixels that holds all points.
func around(points []point) (area image.Rectangle) {
	for _, p := range points {
		x, y := int(math.Floor(p.x)), int(math.Floor(p.y))
		area = area.Union(image.Rect(x, y, x+2, y+2))
	}
	return area
}

// line paints a straight line of the width given.
func (p picture) line(c color.Color, width float64, from, to point) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	dx, dy := (to.y-from.y)/length*width/2, (from.x-to.x)/length*width/2
	p.fill(c, point{from.x + dx, from.y + dy}, point{to.x + dx, to.y + dy},
		point{to.x - dx, to.y - dy}, point{from.x - dx, from.y - dy})
}

// marker paints a regular polygon around a point.
func (p picture) marker(c color.Color, at point, corners int, radius float64) {
	outline := make([]point, corners)
	for i := range outline {
		angle := 2*math.Pi*float64(i)/float64(corners) - math.Pi/2
		outline[i] = point{at.x + radius*math.Cos(angle), at.y + radius*math.Sin(angle)}
	}
	p.fill(c, outline...)
}

// write puts text beside a point: share 0 begins it there, 1 ends it there, 0.5 centres it.
func (p picture) write(text string, at point, share float64) {
	d := font.Drawer{Dst: p, Src: image.NewUniform(ink), Face: p.face}
	start := at.x - share*float64(d.MeasureString(text).Ceil())
	d.Dot = fixed.P(int(start), int(at.y))
	d.DrawString(text)
}

func (p picture) save(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(file, p); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
