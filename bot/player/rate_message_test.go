package player

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const lineOf81 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func TestFindGrid(t *testing.T) {
	want, _ := sudoku.Parse(lineOf81)
	rows := func(separator string) string {
		var lines []string
		for i := range 9 {
			lines = append(lines, lineOf81[9*i:9*i+9])
		}
		return strings.Join(lines, separator)
	}
	drawn := picture.Text(picture.Diagram{Grid: want, Clues: want}, false)
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
	sudokuPad, fPuzzles, err := games.LinksOf(want)
	_, packed, _ := strings.Cut(fPuzzles, "?load=")
	for _, text := range []string{sudokuPad, "Have a look at <" + fPuzzles + ">, it is hard", "[this](" + sudokuPad + ")", packed} {
		if got, ok := findGrid(text); !ok || got != want || err != nil {
			t.Errorf("%s: %v, %t, %v", text, got, ok, err)
		}
	}
	shidoku, _ := sudoku.Parse("1.....3..2.....4")
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
