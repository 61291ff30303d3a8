package locale

import (
	"testing"
	"testing/fstest"

	"golang.org/x/text/language"
)

// What nobody speaks is not read: a damaged catalogue is noticed by those who ask for it alone.
func TestLanguagesAreReadWhenSpoken(t *testing.T) {
	c, err := find(fstest.MapFS{
		"en/x.yaml": {Data: []byte("play: Play\n")},
		"fr/x.yaml": {Data: []byte("play: [\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.in(language.English).Text("play", nil); got != "Play" {
		t.Errorf("English says %q", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a damaged catalogue was read")
		}
	}()
	c.in(language.French).Text("play", nil)
}
