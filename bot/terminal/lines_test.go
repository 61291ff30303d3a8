package terminal

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/mattn/go-runewidth"
	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestScriptLines(t *testing.T) {
	long := strings.Repeat("x", 10_000_000)
	exact := strings.Repeat("y", maxLine-1)
	s := script{bufio.NewReader(strings.NewReader("one\r\n\n" + long + "\n" + exact + "\nlast"))}
	for _, want := range []struct {
		line string
		long int
	}{{"one", 0}, {"", 0}, {"", len(long) + 1}, {exact, 0}, {"last", 0}} {
		line, err := s.next()
		var n tooLong
		if errors.As(err, &n); line != want.line || int(n) != want.long || err != nil && n == 0 {
			t.Fatalf("got %.20q and %v, want %.20q, too long %d", line, err, want.line, want.long)
		}
	}
	if _, err := s.next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	broken := script{bufio.NewReader(iotest.ErrReader(errors.New("pulled out")))}
	if _, err := broken.next(); err == nil || err == io.EOF {
		t.Errorf("a broken pipe reads as %v", err)
	}
}

func TestComplete(t *testing.T) {
	s := newSession(nil, Options{})
	for line, want := range map[string]string{"/s": "/submit /share /streak /setup /schedule /search /stats /submissions /settings", "q": "/quit", "/mov": "/move", "/zz": ""} {
		if got := strings.Join(s.complete(line), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	german := newSession(nil, Options{Language: "de"})
	for line, want := range map[string]string{"/hil": "/hilfe", "/hel": "/help", "/du": "/duell /duel"} {
		if got := strings.Join(german.complete(line), " "); got != want {
			t.Errorf("in German, %q: %q, want %q", line, got, want)
		}
	}
}

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

// Each kind of part is plain words at a prompt, as the bot wrote them.
func TestShowParts(t *testing.T) {
	at := time.Date(2026, 3, 6, 8, 0, 0, 0, time.UTC)
	screen := chat.Screen{
		Title: chat.Text{{Kind: chat.CommandPart, Text: "/hint"}, {Text: " 1"}},
		Body: chat.Text{
			{Kind: chat.PlayerPart, ID: "123456789012345678", Text: "Ann"}, {Text: " *solved* <@1> in "},
			{Kind: chat.ChannelPart, ID: "here", Text: "here"}, {Text: "\n1. "},
			{Kind: chat.TimePart, At: at, Text: "Fri 6 Mar 2026 at 08:00 UTC"}, {Text: ", "},
			{Kind: chat.FromNowPart, At: at, Text: "in 3 hours"}, {Text: ": "},
			{Kind: chat.CommandPart, Text: "/move"}, {Text: " "}, {Kind: chat.CodePart, Text: "r4c5=7"}, {Text: ", "},
			{Kind: chat.AskPart, ID: "help", Text: "/help move", Given: []chat.Given{{Name: "command", Value: "move"}}}, {Text: "."},
		},
	}
	want := "/hint 1\nAnn *solved* <@1> in here\n1. Fri 6 Mar 2026 at 08:00 UTC, in 3 hours: /move r4c5=7, /help move.\n"
	var out bytes.Buffer
	s := newSession(nil, Options{Out: &out})
	s.show(screen)
	if out.String() != want {
		t.Errorf("got %q\nwant %q", out.String(), want)
	}
}

// What others wrote does not control the terminal, whichever part of a screen it is in.
func TestShowControlCharacters(t *testing.T) {
	clues := sudoku.Empty(sudoku.Shidoku)
	hostile := "a\x1b[2J\r\a\u202e\u200b\u009bb\x7f"
	screen := chat.Screen{
		Title: chat.Plain(hostile), Body: chat.Text{{Kind: chat.CodePart, Text: hostile}, {Text: "\n漢🧩"}},
		Board: &picture.Diagram{Title: hostile, Clues: clues, Grid: clues},
	}
	var out, errs bytes.Buffer
	s := newSession(nil, Options{Out: &out, Err: &errs})
	s.show(screen)
	s.fail(3, hostile)
	const harmless = "a?[2J???b?"
	if want := harmless + "\n" + picture.Text(*screen.Board, false) + harmless + "\n漢🧩\n"; out.String() != want {
		t.Errorf("got %q\nwant %q", out.String(), want)
	}
	if want := "line 3: " + harmless + "\n"; errs.String() != want {
		t.Errorf("got %q\nwant %q", errs.String(), want)
	}
}
