package picture

import (
	"image"
	"image/color"
	"sync"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/gridkeeper/gridkeeper/bot/look"
)

// Liberation Sans, by Red Hat and Ascender, under the SIL Open Font License.
var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(liberationsansregular.TTF) })
	bold    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(liberationsansbold.TTF) })
)

// fonts are the faces of one picture.
type fonts struct {
	clue, digit       font.Face
	candidate, strong font.Face
	label, title      font.Face
}

// openFonts returns faces that fit cells of a side in pixels. They are safe for concurrent use.
func openFonts(cell float64) (f fonts, err error) {
	mark := look.PictureMarkShare * cell
	for _, want := range []struct {
		face *font.Face
		key  faceKey
	}{
		{&f.clue, faceKey{true, look.DigitShare * cell}},
		{&f.digit, faceKey{false, look.DigitShare * cell}},
		{&f.candidate, faceKey{false, mark}},
		{&f.strong, faceKey{true, mark}},
		{&f.label, faceKey{false, labelSize}},
		{&f.title, faceKey{true, titleSize}},
	} {
		if *want.face, err = openFace(want.key); err != nil {
			return fonts{}, err
		}
	}
	return f, nil
}

// The sizes of words in pictures: the em, in pixels.
const (
	labelSize = unit * 0.28
	titleSize = unit * 0.34
)

// faceKey identifies a face.
type faceKey struct {
	bold bool
	size float64 // of the em, in pixels
}

// faces are the faces opened so far: drawing a letter the first time costs more than the rest of a
// board. There are as many as layouts have sizes.
var faces sync.Map // of faceKey to *cachedFace

func openFace(key faceKey) (font.Face, error) {
	if known, ok := faces.Load(key); ok {
		return known.(*cachedFace), nil
	}
	open := regular
	if key.bold {
		open = bold
	}
	parsed, err := open()
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: key.size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, err
	}
	known, _ := faces.LoadOrStore(key, &cachedFace{Face: face, letters: map[rune]letter{}})
	return known.(*cachedFace), nil
}

// cachedFace keeps the letters of a face, drawn at whole pixels.
type cachedFace struct {
	font.Face
	mu      sync.Mutex // guards letters and the face itself
	letters map[rune]letter
}

// letter is the image and the measures of a rune.
type letter struct {
	at      image.Rectangle // with the dot at the origin
	mask    *image.Alpha
	advance fixed.Int26_6
	ok      bool
}

// maxLetters bounds the letters of a face: text from users can have any letter.
const maxLetters = 256

// Glyph returns a letter at the whole pixel that is nearest to the dot.
func (f *cachedFace) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	known := f.letter(r)
	return known.at.Add(image.Pt(dot.X.Round(), dot.Y.Round())), known.mask, image.Point{}, known.advance, known.ok
}

func (f *cachedFace) letter(r rune) letter {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, ok := f.letters[r]
	if ok {
		return known
	}
	at, drawn, from, advance, ok := f.Face.Glyph(fixed.Point26_6{}, r)
	known = letter{at: at, mask: image.NewAlpha(image.Rect(0, 0, at.Dx(), at.Dy())), advance: advance, ok: ok}
	if ok {
		for y := range at.Dy() {
			for x := range at.Dx() {
				_, _, _, cover := drawn.At(from.X+x, from.Y+y).RGBA()
				steps := (int(cover>>8)*blends + 127) / 255 // rounded to the number of blends
				known.mask.SetAlpha(x, y, color.Alpha{uint8(steps * 255 / blends)})
			}
		}
	}
	if len(f.letters) < maxLetters {
		f.letters[r] = known
	}
	return known
}

// GlyphAdvance returns how far the dot moves after a letter.
func (f *cachedFace) GlyphAdvance(r rune) (fixed.Int26_6, bool) {
	known := f.letter(r)
	return known.advance, known.ok
}

// GlyphBounds returns the bounds of a letter.
func (f *cachedFace) GlyphBounds(r rune) (fixed.Rectangle26_6, fixed.Int26_6, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Face.GlyphBounds(r)
}

// Kern returns no correction: letters stand at whole pixels.
func (f *cachedFace) Kern(rune, rune) fixed.Int26_6 { return 0 }

// Metrics returns the measures of the face.
func (f *cachedFace) Metrics() font.Metrics {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Face.Metrics()
}

// drawable reports whether a text is not empty and a face has all its letters.
func drawable(face font.Face, text string) bool {
	for _, r := range text {
		if _, ok := face.GlyphAdvance(r); !ok {
			return false
		}
	}
	return text != ""
}
