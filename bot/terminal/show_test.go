package terminal

import (
	"bytes"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

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
		Board: &picture.Board{Title: hostile, Clues: clues, Grid: clues},
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
