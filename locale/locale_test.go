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
	for n, want := range map[int]string{0: "0 days", 1: "1 day", 2: "2 days"} {
		if got := l.Count("span.days", n, nil); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestMissingMessage(t *testing.T) {
	if got := locale.Match("en").Text("no.such.message", nil); got != "no.such.message" {
		t.Errorf("got %q", got)
	}
}
