package terminal

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"pgregory.net/rapid"
)

func TestWrapped(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"short", "short"},
		{"no word is torn at the end of a line", "no word is torn at\nthe end of a line"},
		{"  moves: one, or several of them", "  moves: one, or\n    several of them"},
		{"one\n\ntwo and three and four and five", "one\n\ntwo and three and\nfour and five"},
		{strings.Repeat("9", 30) + " is a grid", strings.Repeat("9", 30) + "\nis a grid"},
		{"提示該看哪裡，每次多說一點。", "提示該看哪裡，每次多\n說一點。"},
		{"一二三四五六七八九十。", "一二三四五六七八九\n十。"},
		{"輸入 /每日數獨 開啟今天大家的題目", "輸入 /每日數獨 開啟\n今天大家的題目"},
	} {
		if got := wrapped(c.text, 20); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	if text := strings.Repeat("as wide as it is ", 9); wrapped(text, 0) != text {
		t.Error("lines are broken where there is no terminal")
	}
}

// Nothing gets lost but blanks, and no line is wider than the terminal if a blank was in it.
func TestWrappedAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z 漢字。\n]*`).Draw(t, "text")
		width := rapid.IntRange(narrowest, 60).Draw(t, "width")
		got := wrapped(text, width)
		if a, b := strings.Join(strings.Fields(got), ""), strings.Join(strings.Fields(text), ""); a != b {
			t.Fatalf("%q is %q", text, got)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if words := strings.TrimSpace(line); strings.Contains(words, " ") && runewidth.StringWidth(words) > width {
				t.Fatalf("%q at %d: %q", text, width, line)
			}
		}
	})
}
