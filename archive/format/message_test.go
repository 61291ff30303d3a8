package format

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const (
	foundPuzzle   = "..6.4.9..3..9....8.1....5...7.5....94...1...75....8.3...8....2.1....6..4..2.9.7.."
	foundSolution = "286145973354962187917873546873524619429613857561798432698457321135286794742391765"
)

// framed draws a grid with a frame, and a blank for each empty cell.
func framed(cells string) string {
	const rule = "+-------+-------+-------+\n"
	text := ""
	for row := range 9 {
		if row%3 == 0 {
			text += rule
		}
		for column := range 9 {
			if column%3 == 0 {
				text += "| "
			}
			text += strings.ReplaceAll(cells[9*row+column:9*row+column+1], ".", " ") + " "
		}
		text += "|\n"
	}
	return text + rule
}

func inRows(cells, before, between string) string {
	var rows []string
	for row := range strings.SplitSeq(strings.TrimSpace(groupsOfNine(cells)), " ") {
		rows = append(rows, before+row)
	}
	return strings.Join(rows, between)
}

func groupsOfNine(cells string) string {
	text := ""
	for i := 0; i < len(cells); i += 9 {
		text += cells[i:i+9] + " "
	}
	return text
}

// textsWithPuzzle are ways to write foundPuzzle in a message, a form or a file.
func textsWithPuzzle() map[string]string {
	numbered := ""
	for i := range 9 {
		numbered += string(rune('1'+i)) + ". " + foundPuzzle[9*i:9*i+9] + "\n"
	}
	stars, underscores := strings.ReplaceAll(foundPuzzle, ".", "*"), strings.ReplaceAll(foundPuzzle, ".", "_")
	_, escaped, _ := strings.Cut(mustLink(), "?load=")
	packed := strings.NewReplacer("%2B", "+", "%2F", "/", "%3D", "=").Replace(escaped)
	keycaps := strings.NewReplacer(".", "\u2b1c", "\n", "\n", "1", "1\ufe0f\u20e3", "2", "2\ufe0f\u20e3", "3", "3\ufe0f\u20e3", "4", "4\ufe0f\u20e3", "5", "5\ufe0f\u20e3",
		"6", "6\ufe0f\u20e3", "7", "7\ufe0f\u20e3", "8", "8\ufe0f\u20e3", "9", "9\ufe0f\u20e3").Replace(inRows(foundPuzzle, "", "\n"))
	table := "| " + strings.Join(strings.Split("123456789", ""), " | ") + " |\n" + strings.Repeat("|---", 9) + "|\n"
	list := ""
	for row := range strings.SplitSeq(strings.TrimSpace(groupsOfNine(foundPuzzle)), " ") {
		cells := strings.Split(row, "")
		table += strings.ReplaceAll("| "+strings.Join(cells, " | ")+" |\n", ".", " ")
		list += strings.ReplaceAll("["+strings.Join(cells, ", ")+"], ", ".", "0")
	}
	return map[string]string{
		"emoji": keycaps, "emoji in words": "Look:\n" + keycaps + "\nHard!", "emoji quoted": "> " + strings.ReplaceAll(keycaps, "\n", "\n> "), "emoji in a line": strings.ReplaceAll(keycaps, "\n", " "),
		"a table": "Hi\n" + table + "\nbye", "a table alone": table, "a list in words": "see [" + list + "] there", "a page": "<p>" + foundPuzzle + "</p>", "blanks of a page": strings.ReplaceAll(framed(foundPuzzle), " ", "\u00a0"),
		"cells apart in a sentence": "Try " + strings.Join(strings.Split(foundPuzzle, ""), " ") + " then", "bold clues": strings.ReplaceAll(inRows(foundPuzzle, "", "\n"), "8", "**8**"), "JSON as code": "```json\n{\"puzzle\": \"" + foundPuzzle + "\"}\n```",
		"a heading": "# " + foundPuzzle, "a number": "#12 " + foundPuzzle, "a heading above": "# Monday\n" + foundPuzzle, "three lines": foundPuzzle[:27] + "\n" + foundPuzzle[27:54] + "\n" + foundPuzzle[54:], "a stamp": "[12:30] Ann: " + foundPuzzle,
		"a line": foundPuzzle, "zeros": strings.ReplaceAll(foundPuzzle, ".", "0"), "a sentence": "Can anyone do " + foundPuzzle + "? I cannot.",
		"a full stop": "It is " + foundPuzzle + ".", "bold": "**" + foundPuzzle + "**", "bold stars": "Look: **" + stars + "**", "italic underscores": "_" + underscores + "_",
		"escaped": strings.ReplaceAll(underscores, "_", `\_`), "code": "`" + foundPuzzle + "`", "code in a sentence": "Do `" + foundPuzzle + "`, please",
		"a spoiler": "||" + foundPuzzle + "||", "brackets": "The puzzle (" + foundPuzzle + ") is hard", "a quotation": "> " + foundPuzzle, "a quotation with code": "> `" + foundPuzzle + "`",
		"a list": "- " + foundPuzzle, "a starred list": "* `" + foundPuzzle + "`", "a numbered list": "1. " + foundPuzzle, "an address": "<https://example.org/play?s=" + foundPuzzle + "&x=1>",
		"a footnote's number": "[1] " + foundPuzzle, "an emoji": "<a:smile:12> " + foundPuzzle, "words like JSON": `{"look": this}` + "\n" + foundPuzzle, "words like XML": "<b>look</b> at\n" + foundPuzzle, "rows": inRows(foundPuzzle, "", "\n"), "rows and words": "Look at this:\n" + inRows(foundPuzzle, "", "\n") + "\nHard!", "quoted rows": inRows(foundPuzzle, "> ", "\n"),
		"a block": "Try\n```\n" + inRows(foundPuzzle, "", "\n") + "\n```\nplease", "a block with a language": "```txt\n" + inRows(foundPuzzle, "", "\n") + "```",
		"a tight block": "```" + inRows(foundPuzzle, "", "\n") + "```", "an open block": "```\n" + inRows(foundPuzzle, "", "\n"), "a block of tildes": "~~~\n" + framed(foundPuzzle) + "~~~",
		"rows as code": "`" + inRows(foundPuzzle, "", "`\n`") + "`", "bold rows": "**" + inRows(foundPuzzle, "", "\n") + "**", "hidden rows": "||" + inRows(foundPuzzle, "", "\n") + "||",
		"bullets": inRows(foundPuzzle, "- ", "\n"), "numbers": numbered, "rows in a line": "Please " + groupsOfNine(foundPuzzle) + "thanks", "code in a line": "```" + groupsOfNine(foundPuzzle) + "```",
		"a frame": framed(foundPuzzle), "a frame in a block": "Mine:\n```\n" + framed(foundPuzzle) + "```", "a quoted frame": "> " + strings.ReplaceAll(strings.TrimSpace(framed(foundPuzzle)), "\n", "\n> "),
		"a frame in a line": strings.ReplaceAll(framed(foundPuzzle), "\n", " "), "a frame in a sentence": "See " + strings.ReplaceAll(framed(foundPuzzle), "\n", " ") + "and weep",
		"Windows lines": "Hello\r\n" + inRows(foundPuzzle, "", "\r\n") + "\r\n", "after numbers": "On 2026-11-02 at 10:30, call 0123456789:\n" + inRows(foundPuzzle, "", "\n"),
		"after an odd block": "```\nnothing\n```\n" + foundPuzzle, "behind a long text": strings.Repeat("words and words. ", 500) + "\n" + foundPuzzle,
		"a link": mustLink(), "a link in words": "Have a look at <" + mustLink() + ">, it is hard", "a named link": "[this](" + mustLink() + ")", "a link that ends a sentence": "I mean " + mustLink() + ".",
		"packed": packed, "packed, escaped": escaped, "packed as code": "Try `" + packed + "`", "packed, cut": packed[:200] + "\n" + packed[200:], "packed, cut into words": packed[:60] + " " + packed[60:],
		"full-width":         "**" + strings.NewReplacer("1", "１", "2", "２", "3", "３", ".", "・").Replace(foundPuzzle) + "**",
		"after its solution": "Yesterday: " + foundSolution + "\nToday: " + foundPuzzle, "before its solution": foundPuzzle + "\n" + foundSolution,
		"after another's solution, drawn": framed(otherSolution) + "\nand today\n\n" + framed(foundPuzzle), "beside another's solution": otherSolution + " was yesterday, today " + foundPuzzle,
		"drawn, after a line": otherSolution + "\n" + framed(foundPuzzle), "a line, after a drawing": framed(otherSolution) + foundPuzzle,
	}
}

const otherSolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

func mustLink() string {
	g, err := sudoku.Parse(foundPuzzle)
	if err != nil {
		panic(err)
	}
	_, link, err := Links(Entry{Grid: g})
	if err != nil {
		panic(err)
	}
	return link
}

func TestFind(t *testing.T) {
	for name, text := range textsWithPuzzle() {
		if got, err := Find(text); err != nil || got.String() != foundPuzzle {
			t.Errorf("%s: %s, %v\n%s", name, got, err, text)
		}
	}
	shidoku := "1.....3..2.....4"
	for _, text := range []string{"A small one: " + shidoku + "!", "`" + shidoku + "`", "1...\n..3.\n.2..\n...4"} {
		if got, err := Find(text); err != nil || got.String() != shidoku {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}

// A file has the puzzle that a message with the same text has.
func TestFilesAsMessages(t *testing.T) {
	for name, text := range textsWithPuzzle() {
		found := false
		for e := range Read(strings.NewReader(text)) {
			found = found || e.Err == nil && e.Grid.String() == foundPuzzle
		}
		switch name {
		case "packed, cut into words", "beside another's solution", "words like JSON", "words like XML", "a heading", "a number", "a list in words", "three lines", "a page": // which a file should not have
			found = true
		}
		if !found {
			t.Errorf("%s: the file has no puzzle\n%s", name, text)
		}
	}
}

// Ordinary talk has no puzzle.
func TestFindNothing(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": "", "words": "Is there a puzzle in here? I think not.", "dashes": strings.Repeat("-", 81), "a rule": strings.Repeat("_", 16), "dots": strings.Repeat(".", 81),
		"too short": foundPuzzle[:80], "too long": foundPuzzle + "12", "a table": "| a | b |\n|---|---|\n| 1 | 2 |", "a log": "2026-11-02 10:30:00 INFO 12345 started\n2026-11-02 10:30:01 INFO 12345 stopped",
		"a card": "4111 1111 1111 1111 is not ours", "a card alone": "4111111111111111", "a long number": strings.Repeat("123456789", 50), "a phone number": "Call +49 30 123456789 or 0800-1234-5678",
		"an address of 81 characters": "https://example.org/" + strings.Repeat("a1b2c3d4", 8)[:61], "a hash": "commit 0123456789012345678901234567890123456789", "a snowflake": "<@1234567890123456789> 123456789012345678",
		"a date of 16 characters": "2024-01-12-10-24", "a time stamp": "1700000000000000", "a list": "- one\n- two\n- three", "scores": "1. 100\n2. 200\n3. 300\n4. 400", "emphasis": "**very** __much__ ~~so~~ ||spoiler||",
		"code": "```go\nfor i := range 9 {\n}\n```", "digits in letters": "id" + foundPuzzle + "x7", "a mask": strings.Repeat("x", 81), "kisses": strings.Repeat("xX", 8), "sizes": "A 3x3:whatever 2x2:no 16x9:abcdefgh", "another link": "https://puzz.link/p?slither/4/4/1234123412341234", "a seed": "3x3#20261128",
	} {
		if got, err := Find(text); err == nil {
			t.Errorf("%s: found %s", name, got)
		}
	}
}

// Of a puzzle and its solution, an answer is the solution.
func TestFindAnswer(t *testing.T) {
	for name, text := range map[string]string{
		"a line": foundSolution, "both": foundPuzzle + "\n" + foundSolution, "in a line": foundPuzzle + " " + foundSolution, "a block": "```\n" + framed(foundSolution) + "```",
		"words": "I have **" + foundSolution + "**!",
	} {
		if got, err := FindAnswer(text); err != nil || got.String() != foundSolution {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if got, err := FindAnswer("So far\n" + framed(foundPuzzle)); err != nil || got.String() != foundPuzzle {
		t.Errorf("an unfinished one: %s, %v", got, err)
	}
}

// The search of any message ends soon, and finds only grids that are meant as a puzzle.
func TestFindAnywhere(t *testing.T) {
	hostile := map[string]string{
		"lines": strings.Repeat("1\n", 8000), "rows": strings.Repeat("1.3.5.7.9\n", 1600), "nearly": strings.Repeat("1.3.5.7.\n", 1800), "bars": strings.Repeat("|", 16000),
		"blocks": strings.Repeat("```", 5000), "blocks of rows": strings.Repeat("```\n12345678\n", 1200), "bytes": strings.Repeat("\xff\x00", 8000), "quotes": strings.Repeat("> ", 8000),
		"links": strings.Repeat("<https://sudokupad.app/fpuz> ", 500), "packed": strings.Repeat("N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF ", 450), "runs": strings.Repeat(strings.Repeat("1", 80)+" ", 200),
		"runs in letters": strings.Repeat("a"+strings.Repeat("1", 81), 190), "bold": strings.Repeat("**1**", 3000), "parts": strings.Repeat("| 1 2 3 ", 2000), "ids": strings.Repeat("3x3:a1b2 ", 1700),
	}
	for name, text := range hostile {
		started := sudokutest.CPU()
		g, err := Find(text)
		if took := sudokutest.CPU() - started; took > 300*time.Millisecond {
			t.Errorf("%s: %s, %v in %s", name, g, err, took)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching("[1-9.|+\\n -]{0,400}"), rapid.StringMatching("(```|> |[0-9.]{9}\\n|x|\\*\\*){0,60}")).Draw(t, "text")
		if g, err := Find(text); err == nil && !isMeant(g) {
			t.Fatalf("%q: %v", text, g)
		}
	})
}
