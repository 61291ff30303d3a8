package tour

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/gridkeeper/gridkeeper/bot/web/browsertest"
)

// The README shows three messages as pictures. A browser draws them, so they are only made where
// GRIDTEST_TOUR_PICTURES names a folder for them:
//
//	GRIDTEST_TOUR_PICTURES=$PWD/docs/pictures make tour

const (
	portraitWidth  = 400
	portraitHeight = 1400 // more than any message needs; the rest is cut off
	portraitBytes  = 60_000
)

// portraits draws the messages that stand beside the README, with the pictures of the page's folder.
func (to *tour) portraits(folder string) {
	to.Helper()
	pictures := os.Getenv("GRIDTEST_TOUR_PICTURES")
	if pictures == "" {
		return
	}
	browser := browsertest.Program(to)
	for name, s := range to.album.portraits {
		data, err := to.portrait(browser, folder, s)
		if err == nil {
			err = os.WriteFile(filepath.Join(pictures, name+".png"), data, 0o644)
		}
		if err != nil {
			to.Fatalf("%s: %v", name, err)
		}
		if len(data) > portraitBytes {
			to.Errorf("%s.png has %d bytes, want %d at most", name, len(data), portraitBytes)
		}
	}
}

// portrait draws one message in a browser.
func (to *tour) portrait(browser, folder string, s shot) ([]byte, error) {
	var text bytes.Buffer
	if err := page.ExecuteTemplate(&text, "portrait", s); err != nil {
		return nil, err
	}
	source, drawn := filepath.Join(folder, "portrait.html"), filepath.Join(to.TempDir(), "portrait.png")
	if err := os.WriteFile(source, text.Bytes(), 0o644); err != nil {
		return nil, err
	}
	defer os.Remove(source)
	command := exec.CommandContext(to.Context(), browser, "--headless", "--no-sandbox", "--hide-scrollbars",
		fmt.Sprintf("--window-size=%d,%d", portraitWidth, portraitHeight), "--screenshot="+drawn, "file://"+source)
	if out, err := command.CombinedOutput(); err != nil {
		to.Logf("%s", out)
		return nil, err
	}
	return small(drawn)
}

// small reads a picture, cuts off what is empty below, and writes it with a palette.
func small(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	bounds := full.Bounds()
	for bounds.Max.Y > 1 && isPlain(full, bounds.Max.Y-1) {
		bounds.Max.Y--
	}
	bounds.Max.Y = min(bounds.Max.Y+12, full.Bounds().Max.Y)
	out := image.NewPaletted(bounds, paletteOf(full))
	draw.Draw(out, bounds, full, bounds.Min, draw.Src)
	var small bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, out)
	return small.Bytes(), err
}

// isPlain reports whether a row has one colour.
func isPlain(im image.Image, y int) bool {
	for x := range im.Bounds().Dx() {
		if im.At(x, y) != im.At(0, y) {
			return false
		}
	}
	return true
}

// paletteOf returns the colours that a picture has most often.
func paletteOf(im image.Image) color.Palette {
	counts := map[color.Color]int{}
	for y := range im.Bounds().Dy() {
		for x := range im.Bounds().Dx() {
			counts[im.At(x, y)]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int { return cmp.Compare(counts[b], counts[a]) })
	return colours[:min(len(colours), 256)]
}
