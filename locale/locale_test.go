package locale_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/locale"
)

func TestList(t *testing.T) {
	l := locale.Match("")
	for _, c := range []struct {
		words []string
		want  string
	}{
		{nil, ""},
		{[]string{"1"}, "1"},
		{[]string{"1", "5"}, "1 and 5"},
		{[]string{"1", "5", "9"}, "1, 5 and 9"},
		{[]string{"1", "5", "7", "9"}, "1, 5, 7 and 9"},
	} {
		if got := l.List(c.words); got != c.want {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	l := locale.Match("xx-unknown", "", "not a tag")
	for n, want := range map[int]string{-84: "-84 candidates", -1: "-1 candidate", 0: "0 candidates", 1: "1 candidate", 2: "2 candidates"} {
		if got := l.Count("count.candidates", n, nil); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// A message that cannot be said is recognized by its key.
func TestMissingMessage(t *testing.T) {
	for _, c := range []struct {
		key  string
		args locale.Args
	}{
		{"no.such.message", nil},
		{"list.last", nil},
		{"list.last", locale.Args{"Before": "1"}},
	} {
		if got := locale.Match("en").Text(c.key, c.args); got != c.key {
			t.Errorf("%s with %v: %q", c.key, c.args, got)
		}
	}
}

func TestBelow(t *testing.T) {
	below := locale.Match("de").Below("browser")
	for key, want := range map[string]string{"cell": "Zeile {row} Spalte {column}", "undo": "Rückgängig"} {
		if got := below[key]; got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if none := locale.Match("de").Below("brows"); len(none) > 0 {
		t.Errorf("%d messages below an unknown key", len(none))
	}
}

// Every catalogue has what English has, and nothing else.
func TestProblems(t *testing.T) {
	for _, problem := range locale.Problems() {
		t.Error(problem)
	}
}

// Who asks for a language in any script gets the catalogue of it that there is, and in its order.
func TestMatch(t *testing.T) {
	for preferred, want := range map[string]string{
		"zh-CN": "zh-TW", "zh": "zh-TW", "zh-HK": "zh-TW", "zh-Hans-SG": "zh-TW", "zh-TW": "zh-TW", "zh-CN,en": "zh-TW", "eo,zh-CN,en-US": "zh-TW",
		"en-US,zh-CN": "en", "de-CH": "de", "eo,de": "de", "eo, de;q=0.5, zh-CN;q=0.1": "de", "tlh": "en", "": "en", "\x00": "en", "sr-Latn": "en",
	} {
		if got := locale.Match(preferred).Tag(); got != want {
			t.Errorf("%q gets %s, want %s", preferred, got, want)
		}
	}
	if got := locale.Match("eo", "zh-CN", "de").Tag(); got != "zh-TW" {
		t.Errorf("several get %s", got)
	}
}
