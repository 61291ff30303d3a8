package picture_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Covers look as the golden pictures that people have looked at, and fit a phone.
func TestCover(t *testing.T) {
	for name, c := range map[string]picture.Cover{
		"cover":          {Shape: sudoku.Sudoku, Number: 412, Tier: logic.TierXWing},
		"cover-light":    {Shape: sudoku.Sudoku, Number: 1, Tier: logic.TierSingletons, Theme: picture.Light},
		"cover-contrast": {Shape: sudoku.Sudoku, Number: 412, Tier: logic.TierGuessing, Theme: picture.Contrast},
		"cover-shidoku":  {Shape: sudoku.Shidoku, Number: 123456789, Tier: logic.TierHidden, Theme: picture.Contrast},
	} {
		data, err := c.PNG()
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 25_000 {
			t.Errorf("%s has %d bytes", name, len(data))
		}
		file := filepath.Join("testdata", name+".png")
		if *update {
			writeGolden(t, file, data)
			continue
		}
		golden, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := decode(t, data), decode(t, golden); got.Rect != want.Rect {
			t.Errorf("%s: %v, want %v", name, got.Rect, want.Rect)
		} else if n := differences(got, want); n > 50 {
			t.Errorf("%s: %d pixels differ", name, n)
		}
		again, err := c.PNG()
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("%s is drawn in two ways, %v", name, err)
		}
	}
}
