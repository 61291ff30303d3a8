package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"iter"
)

// Animation draws boards one after the other as a GIF that is shown again and again, with a pause
// after each, in hundredths of a second, and ten times that after the last. All boards need a title,
// or none, so that they have one size. The GIF holds what changes from each board to the next.
func Animation(boards iter.Seq[Diagram], pause int) ([]byte, error) {
	var film gif.GIF
	var last canvas
	for b := range boards {
		next, err := render(b)
		if err != nil {
			return nil, err
		}
		if last.pixels != nil && last.pixels.Rect != next.pixels.Rect {
			return nil, fmt.Errorf("drawing an animation: a board of %v after one of %v", next.pixels.Rect.Max, last.pixels.Rect.Max)
		}
		film.Image = append(film.Image, next.since(last))
		film.Delay = append(film.Delay, pause)
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		last = next
	}
	if len(film.Image) == 0 {
		return nil, fmt.Errorf("drawing an animation: no boards")
	}
	film.Delay[len(film.Delay)-1] *= 10
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &film); err != nil {
		return nil, fmt.Errorf("encoding an animation: %w", err)
	}
	return out.Bytes(), nil
}

// since returns the smallest part of a picture that holds all that is new since the last; pixels
// that stay are transparent in it. After no picture that is the whole.
func (c canvas) since(last canvas) *image.Paletted {
	picture := c.paletted()
	if last.pixels == nil {
		return picture
	}
	part := c.changed(last)
	if part.Empty() {
		part = image.Rect(0, 0, 1, 1) // a GIF has no empty pictures
	}
	clear := len(picture.Palette)
	if clear < 256 {
		picture.Palette = append(picture.Palette, color.RGBA{})
	}
	cut := image.NewPaletted(part, picture.Palette)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if clear < 256 && c.at(x, y) == last.at(x, y) {
				cut.SetColorIndex(x, y, uint8(clear))
			} else {
				cut.SetColorIndex(x, y, picture.ColorIndexAt(x, y))
			}
		}
	}
	return cut
}

// changed returns the smallest rectangle outside of which two pictures are the same.
func (c canvas) changed(last canvas) (part image.Rectangle) {
	for y := c.pixels.Rect.Min.Y; y < c.pixels.Rect.Max.Y; y++ {
		for x := c.pixels.Rect.Min.X; x < c.pixels.Rect.Max.X; x++ {
			if c.at(x, y) != last.at(x, y) {
				part = part.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return part
}
