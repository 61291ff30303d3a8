package picture_test

import (
	"bytes"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Covers look as the golden pictures that people have looked at, and fit a phone.
func TestCover(t *testing.T) {
	for name, c := range map[string]picture.Cover{
		"cover":          {Shape: sudoku.Sudoku, Number: 412, Tier: logic.TierXWing},
		"cover-light":    {Shape: sudoku.Sudoku, Number: 1, Tier: logic.TierSingletons, Theme: look.Light},
		"cover-contrast": {Shape: sudoku.Sudoku, Number: 412, Tier: logic.TierGuessing, Theme: look.Contrast},
		"cover-shidoku":  {Shape: sudoku.Shidoku, Number: 123456789, Tier: logic.TierHidden, Theme: look.Contrast},
		"cover-6x6":      {Shape: sudoku.SixBySix, Number: 412, Tier: logic.TierHidden},
	} {
		data, err := c.PNG()
		must(t, err)
		if len(data) > 25_000 {
			t.Errorf("%s has %d bytes", name, len(data))
		}
		checkGolden(t, name, data)
		again, err := c.PNG()
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("%s is drawn in two ways, %v", name, err)
		}
	}
}
