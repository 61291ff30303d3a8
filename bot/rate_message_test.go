package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/picture"
)

const lineOf81 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func TestFindGrid(t *testing.T) {
	want := parse(lineOf81)
	rows := func(separator string) string {
		var lines []string
		for i := range 9 {
			lines = append(lines, lineOf81[9*i:9*i+9])
		}
		return strings.Join(lines, separator)
	}
	drawn := picture.Text(picture.Board{Grid: want, Clues: want}, false)
	for name, text := range map[string]string{
		"a line": lineOf81, "zeros": strings.ReplaceAll(lineOf81, ".", "0"), "in a sentence": "Can anyone do " + lineOf81 + "? I cannot.",
		"before a full stop": "It is " + lineOf81 + ".", "bold": "**" + lineOf81 + "**", "code": "`" + lineOf81 + "`", "a spoiler": "||" + lineOf81 + "||",
		"an address": "<https://example.org/play?s=" + lineOf81 + "&x=1>", "nine rows": rows("\n"), "rows and words": "Look at this:\n" + rows("\n") + "\nHard!",
		"quoted": "> " + rows("\n> "), "a block": "Try\n```\n" + rows("\n") + "\n```\nplease", "a block with a language": "```txt\n" + rows("\n") + "```",
		"a drawing": drawn, "a drawing among words": "My puzzle, from r1c1 on:\n\n" + drawn + "\n\nWhat now?", "a drawing in a block": "So:\n```\n" + drawn + "\n```",
		"Windows lines": "Hello\r\n" + rows("\r\n") + "\r\n", "after other numbers": "On 2026-11-02 at 10:30, call 0123456789:\n" + rows("\n"),
		"after an odd block": "```\nnothing\n```\n" + lineOf81, "an open block": "```\n" + rows("\n"), "behind a long text": strings.Repeat("words and words. ", 500) + "\n" + lineOf81,
	} {
		if got, ok := findGrid(text); !ok || got != want {
			t.Errorf("%s: %v, %t", name, got, ok)
		}
	}
	shidoku := parse(mini)
	if got, ok := findGrid("A small one: " + shidoku.String() + "!"); !ok || got != shidoku {
		t.Errorf("shidoku: %v, %t", got, ok)
	}
	for name, text := range map[string]string{
		"nothing": "", "words": "Is there a puzzle in here? I think not.", "dashes": strings.Repeat("-", 81), "a rule": strings.Repeat("_", 16), "dots": strings.Repeat(".", 81),
		"too short": lineOf81[:80], "too long": lineOf81 + "12", "a table": "| a | b |\n|---|---|\n| 1 | 2 |", "a log": "2026-11-02 10:30:00 INFO 12345 started\n2026-11-02 10:30:01 INFO 12345 stopped",
		"a card": "4111 1111 1111 1111 is not ours", "a long number": strings.Repeat("123456789", 50),
	} {
		if got, ok := findGrid(text); ok {
			t.Errorf("%s: found %v", name, got)
		}
	}
}

// Whatever stands in a message, the search ends soon, and what it finds is a grid.
func TestFindGridAnywhere(t *testing.T) {
	hostile := map[string]string{
		"lines": strings.Repeat("1\n", 50000), "rows": strings.Repeat("1.3.5.7.9\n", 5000), "nearly": strings.Repeat("1.3.5.7.\n", 5000), "bars": strings.Repeat("|", 100000),
		"blocks": strings.Repeat("```", 20000), "blocks of rows": strings.Repeat("```\n12345678\n", 3000), "bytes": strings.Repeat("\xff\x00", 20000), "quotes": strings.Repeat("> ", 30000),
	}
	for name, text := range hostile {
		started := time.Now()
		_, found := findGrid(text)
		t.Logf("%s: %t in %s", name, found, time.Since(started))
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching("[1-9.|+\\n -]{0,400}"), rapid.StringMatching("(```|> |[0-9.]{9}\\n|x){0,60}")).Draw(t, "text")
		if g, ok := findGrid(text); ok && g.Len() < fewestClues {
			t.Fatalf("%q: %v", text, g)
		}
	})
}

// A message with a puzzle is answered in private with all that is known of it; one without says so.
func TestRateMessage(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	about := func(key, text string) Reply {
		t.Helper()
		reply := b.Handle(t.Context(), Request{ID: fmt.Sprint(len(text), key), Player: ann, Place: Place{GuildID: "7"}, Action: About{Command: key, Text: text}})
		if problem := reply.problem(); problem != "" || !reply.Private {
			t.Errorf("%.40q: %s, %+v", text, problem, reply)
		}
		return reply
	}
	reply := about("rate", "Who can do this?\n```\n"+moler+"\n```")
	wants(t, reply, "Fiendish · Contradiction · about 16 minutes, for most people between")
	if reply.Failed || reply.Screen.Board == nil || reply.Screen.Board.Grid != parse(moler) || reply.title() != "Difficulty of the puzzle in this message" {
		t.Errorf("%+v", reply)
	}
	for _, link := range reply.Screen.Rows[0][1:] { // after that to play it here
		if !strings.HasPrefix(link.Label, "Play it in ") || !strings.HasPrefix(link.Link, "https://") || len(link.Link) > 512 {
			t.Errorf("%s leads to %d characters, %q", link.Label, len(link.Link), link.Link)
		}
	}
	for text, want := range map[string]string{
		"Good morning!": "no puzzle in this message", "": "no puzzle in this message", strings.Repeat("\x00", 5000): "no puzzle in this message",
		"12" + strings.Repeat(".", 77) + "34": "a sudoku needs 17 or more", "55" + lineOf81[2:]: "no solution", strings.NewReplacer("5", ".", "6", ".").Replace(lineOf81): "more than one solution",
	} {
		if reply := about("rate", text); !reply.Failed {
			t.Errorf("%.40q: %s", text, reply.text())
		} else {
			wants(t, reply, want)
		}
	}
	wants(t, about("explode", lineOf81), `unknown command "explode"`)
	if n := store.count("request"); n != 0 {
		t.Errorf("%d answers are kept", n)
	}
}
