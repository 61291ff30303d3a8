package site

import (
	"regexp"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/look"
)

// The icon has the colours of the design.
func TestIconColours(t *testing.T) {
	light := look.Light.Palette()
	known := []string{light.Accent.String(), light.Paper.String(), look.Dark.Palette().Warm.String()}
	found := regexp.MustCompile(`#[0-9a-f]+`).FindAllString(string(icon), -1)
	for _, colour := range found {
		if !slices.Contains(known, colour) {
			t.Errorf("the icon has %s, not one of %v", colour, known)
		}
	}
	if len(found) < 3 {
		t.Errorf("the icon has the colours %v", found)
	}
}
