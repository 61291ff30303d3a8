package picture

import (
	"sync"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// Liberation Sans, by Red Hat and Ascender, under the SIL Open Font License. Parsed once;
// the fonts may be shared, the faces made of them may not.
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

// openFonts returns faces that fit cells of a side in pixels.
func openFonts(cell float64) (f fonts, err error) {
	for _, want := range []struct {
		face *font.Face
		font func() (*opentype.Font, error)
		size float64
	}{
		{&f.clue, bold, 0.64 * cell},
		{&f.digit, regular, 0.64 * cell},
		{&f.candidate, regular, 0.25 * cell},
		{&f.strong, bold, 0.25 * cell},
		{&f.label, regular, 17},
		{&f.title, bold, 22},
	} {
		parsed, err := want.font()
		if err != nil {
			return fonts{}, err
		}
		*want.face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: want.size, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			return fonts{}, err
		}
	}
	return f, nil
}
