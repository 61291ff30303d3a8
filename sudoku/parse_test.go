package sudoku_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	moler = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	mini  = "1.....3..2.....4"
)

// Every notation of one grid reads as that grid.
func TestParseNotations(t *testing.T) {
	dots := strings.ReplaceAll(moler, "0", ".")
	for name, text := range map[string]string{
		"zeros":       moler,
		"dots":        dots,
		"stars":       strings.ReplaceAll(moler, "0", "*"),
		"underscores": strings.ReplaceAll(moler, "0", "_"),
		"dashes":      strings.ReplaceAll(moler, "0", "-"),
		"x":           strings.ReplaceAll(moler, "0", "x"),
		"X":           strings.ReplaceAll(moler, "0", "X"),
		"mark":        "\ufeff" + moler + "\r\n",
		"groups":      groups(moler, 9, " "),
		"lines":       groups(moler, 9, "\n"),
		"dash lines":  groups(strings.ReplaceAll(moler, "0", "-"), 9, "\r\n"),
		"three lines": groups(moler, 27, "\n"),
		"simple":      drawing(dots, "*-----------*", "|---+---+---|", "|", ""),
		"plus":        drawing(dots, "+-------+-------+-------+", "+-------+-------+-------+", "|", " "),
		"rules":       drawing(dots, "---------", "---------", "|", ""),
		"unicode":     drawing(dots, "┌───┬───┬───┐", "├───┼───┼───┤", "│", ""),
		"bars":        barred(moler, "0", " "),
	} {
		g, err := sudoku.Parse(text)
		if err != nil {
			t.Errorf("%s:\n%s\n%v", name, text, err)
		} else if g.String() != dots {
			t.Errorf("%s:\n%s\ngot  %s\nwant %s", name, text, g, dots)
		}
	}
}

// Chats make blanks of line ends: a drawing that was pasted there reads all the same.
func TestParseFlattened(t *testing.T) {
	dots := strings.ReplaceAll(moler, "0", ".")
	labelled := "    1 2 3   4 5 6   7 8 9\n"
	for i, line := range strings.Split(drawing(dots, "+-------+-------+-------+", "+-------+-------+-------+", "|", " "), "\n") {
		if strings.HasPrefix(line, "|") {
			line = string(rune('1'+i-1-i/4)) + " " + line
		}
		labelled += line + "\n"
	}
	for name, text := range map[string]string{
		"simple":     drawing(dots, "*-----------*", "|---+---+---|", "|", ""),
		"plus":       drawing(dots, "+-------+-------+-------+", "+-------+-------+-------+", "|", " "),
		"rules":      drawing(dots, "-----------", "-----------", "|", ""),
		"unicode":    drawing(dots, "┌───┬───┬───┐", "├───┼───┼───┤", "│", ""),
		"inner bars": strings.ReplaceAll(groups(groups(dots, 3, "|"), 12, "\n"), "|\n", "\n"),
		"labelled":   labelled,
	} {
		g, err := sudoku.Parse(strings.Join(strings.Fields(text), " "))
		if err != nil {
			t.Errorf("%s:\n%s\n%v", name, text, err)
		} else if g.String() != dots {
			t.Errorf("%s:\n%s\ngot  %s\nwant %s", name, text, g, dots)
		}
	}
	g, err := sudoku.Parse("+--+--+ |1.|..| |..|3.| +--+--+ |.2|..| |..|.4| +--+--+")
	if err != nil || g.String() != mini {
		t.Errorf("a shidoku: %s, %v", g, err)
	}
	for _, text := range []string{"+---+", "|", "| 1 2 3 |", strings.Repeat("|...", 26) + "|"} {
		if g, err := sudoku.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %s, want an error", text, g)
		}
	}
}

func TestParseShidoku(t *testing.T) {
	for _, text := range []string{
		mini, groups(mini, 4, "\n"),
		"+--+--+\n|1.|..|\n|..|3.|\n+--+--+\n|.2|..|\n|..|.4|\n+--+--+",
		"1.|..\n..|3.\n-----\n.2|..\n..|.4",
		"1.|..\n..|3.\n----\n.2|..\n..|.4",
		"1...\n..3.\n----\n.2..\n...4",
		"    1 2   3 4\n  ┌─────┬─────┐\n1 │ 1 . │ . . │\n2 │ . . │ 3 . │\n  ├─────┼─────┤\n3 │ . 2 │ . . │\n4 │ . . │ . 4 │\n  └─────┴─────┘",
		"| 1 |   |   |   |\n|   |   | 3 |   |\n|   | 2 |   |   |\n|   |   |   | 4 |",
	} {
		g, err := sudoku.Parse(text)
		if err != nil {
			t.Errorf("%s\n%v", text, err)
		} else if g.String() != mini || g.Shape() != sudoku.Shidoku {
			t.Errorf("%s\ngot %s %s, want %s", text, g.Shape(), g, mini)
		}
	}
}

const six = "1....6..6..3.3..6.5....1..2....4.3.."

func TestParseSixBySix(t *testing.T) {
	rows := strings.Split(groups(six, 6, "\n"), "\n")
	each := func(draw func(i int, row string) string) string {
		var lines []string
		for i, row := range rows {
			lines = append(lines, draw(i, row))
		}
		return strings.Join(lines, "\n")
	}
	boxes := each(func(i int, row string) string {
		return "| " + groups(row[:3], 1, " ") + " | " + groups(row[3:], 1, " ") + " |"
	})
	ruled := groups(six, 6, "\n")
	for _, at := range []int{28, 14} {
		ruled = ruled[:at] + "-------\n" + ruled[at:]
	}
	for name, text := range map[string]string{
		"line": six, "zeros": strings.ReplaceAll(six, ".", "0"), "full-width": "\u3000" + strings.ReplaceAll(six, "1", "１"),
		"lines": groups(six, 6, "\n"), "groups": groups(six, 6, " "), "boxes": groups(six, 3, " "), "halves": groups(six, 18, "\n"), "wrapped": groups(six, 20, "\n"),
		"bands": groups(six, 12, "\n\n"), "cells": groups(six, 1, " "), "blank lines": groups(groups(six, 6, "\n"), 14, "\n"),
		"every line": groups(six, 6, "\n\n"), "bars": boxes, "ruled": ruled, "dashes": each(func(i int, row string) string { return strings.ReplaceAll(row, ".", "-") }),
		"labels":    "    1 2 3   4 5 6\n" + each(func(i int, row string) string { return string(rune('1'+i)) + " | " + groups(row, 3, " | ") + " |" }),
		"flattened": strings.ReplaceAll("+-------+-------+\n"+boxes, "\n", " "),
		"each cell": each(func(_ int, row string) string {
			return "| " + groups(strings.ReplaceAll(row, ".", " "), 1, " | ") + " |"
		}),
		"framed": "+---+---+\n" + each(func(i int, row string) string {
			return "|" + row[:3] + "|" + row[3:] + "|" + map[bool]string{true: "\n+---+---+"}[i%2 == 1]
		}),
	} {
		g, err := sudoku.Parse(text)
		if err != nil {
			t.Errorf("%s:\n%s\n%v", name, text, err)
		} else if g.String() != six || g.Shape() != sudoku.SixBySix {
			t.Errorf("%s:\n%s\ngot %s %s, want %s", name, text, g.Shape(), g, six)
		}
	}
	// Boxes of three rows and two columns make another puzzle, and four rows of a 9×9 or nine of a Shidoku are none.
	for name, test := range map[string]struct {
		text string
		want sudoku.ParseReason
	}{
		"bars":      {each(func(_ int, row string) string { return groups(row, 2, "|") }), sudoku.BadBoxes},
		"frames":    {each(func(_ int, row string) string { return "A | " + groups(row, 2, " | ") + " |" }), sudoku.BadBoxes},
		"blanks":    {each(func(_ int, row string) string { return groups(row, 2, "  ") }), sudoku.BadBoxes},
		"one line":  {groups(six, 2, " "), sudoku.BadBoxes},
		"flattened": {"| " + groups(six, 2, " | ") + " |", sudoku.BadBoxes},
		"rule":      {groups(six, 6, "\n")[:21] + "---------\n" + groups(six, 6, "\n")[21:], sudoku.BadBoxes},
		"band":      {groups(groups(six, 6, "\n"), 21, "\n"), sudoku.BadBoxes},
		"9×9":       {groups(six, 9, "\n"), sudoku.BadRows},
		"9×9, line": {groups(six, 9, " "), sudoku.BadRows},
		"4×4":       {groups(six, 4, "\n"), sudoku.BadRows},
		"rules":     {groups(six[:24], 6, "\n") + "\n------\n------", sudoku.BadRows},
		"an id":     {" 12345612-3456-4123-1234-123456123456\n", sudoku.NotCells},
		"digit":     {"7" + six[1:], sudoku.BadDigit},
		"35":        {six[1:], sudoku.BadLength},
		"37":        {six + ".", sudoku.BadLength},
		"5 rows":    {groups(six[6:], 6, "\n"), sudoku.BadRows},
	} {
		g, err := sudoku.Parse(test.text)
		if got, ok := errors.AsType[*sudoku.ParseError](err); !ok || got.Reason != test.want {
			t.Errorf("%s: Parse(%q) = %s, %v, want %s", name, test.text, g, err, test.want)
		}
	}
}

// The error says what was wrong as data, and in a sentence that quotes the text.
func TestParseErrors(t *testing.T) {
	const want81, wantCell = "81 are needed, 36 for a 6x6, 16 for a shidoku", "use a digit, or one of 0 . * _ - x X for an empty cell"
	short, rows := moler[1:], groups(moler[:72], 9, "\n")
	fives, damaged := strings.Repeat("5", 16), groups(moler, 9, "\n")[1:]
	for _, c := range []struct {
		text    string
		want    sudoku.ParseError
		message string
	}{
		{"", sudoku.ParseError{Reason: sudoku.EmptyText},
			"no grid given: 81 characters are needed, 36 for a 6x6, 16 for a shidoku"},
		{"\ufeff \n ", sudoku.ParseError{Reason: sudoku.EmptyText},
			"no grid given: 81 characters are needed, 36 for a 6x6, 16 for a shidoku"},
		{short, sudoku.ParseError{Reason: sudoku.BadLength, Text: short, Count: 80},
			`"` + short + `": 80 characters: ` + want81},
		{"7", sudoku.ParseError{Reason: sudoku.BadLength, Text: "7", Count: 1}, `"7": 1 character: 81 are needed, 36 for a 6x6, 16 for a shidoku`},
		{" 1 2 ", sudoku.ParseError{Reason: sudoku.BadLength, Text: "1 2", Count: 2},
			`"1 2": 2 characters: ` + want81},
		{"53a" + moler[3:], sudoku.ParseError{Reason: sudoku.BadCharacter, Text: "53a" + moler[3:], Position: 3, Character: 'a'},
			`"53a` + moler[3:] + `": character 3 is 'a': ` + wantCell},
		{"１", sudoku.ParseError{Reason: sudoku.BadLength, Text: "１", Count: 1}, `"１": 1 character: 81 are needed, 36 for a 6x6, 16 for a shidoku`},
		{"１一", sudoku.ParseError{Reason: sudoku.BadCharacter, Text: "１一", Position: 2, Character: '一'},
			`"１一": character 2 is '一': ` + wantCell},
		{"\x00\xff", sudoku.ParseError{Reason: sudoku.BadCharacter, Text: "\x00\xff", Position: 1, Character: 0},
			`"\x00\xff": character 1 is U+0000: ` + wantCell},
		{"5\u00013", sudoku.ParseError{Reason: sudoku.BadCharacter, Text: "5\u00013", Position: 2, Character: 1}, `"5\x013": character 2 is U+0001: ` + wantCell},
		{"5\u0301", sudoku.ParseError{Reason: sudoku.BadCharacter, Text: "5\u0301", Position: 2, Character: 0x301}, "\"5\u0301\": character 2 is U+0301: " + wantCell},
		{"5\u3164", sudoku.ParseError{Reason: sudoku.BadCharacter, Text: "5\u3164", Position: 2, Character: 0x3164}, "\"5\u3164\": character 2 is U+3164: " + wantCell},
		{fives, sudoku.ParseError{Reason: sudoku.BadDigit, Text: fives, Digit: 5, Cell: sudoku.CellAt(0, 0), Shape: sudoku.Shidoku},
			`"5555555555555555": 5 in r1c1: the digits of a shidoku are 1-4`},
		{"12345612-3456-4123-1234-123456123456", sudoku.ParseError{Reason: sudoku.NotCells, Text: "12345612-3456-4123-1234-123456123456"},
			`"12345612-3456-4123-1234-123456123456": this is an id, not a grid`},
		{groups(six, 2, " "), sudoku.ParseError{Reason: sudoku.BadBoxes, Text: groups(six, 2, " "), Shape: sudoku.SixBySix},
			sudoku.Excerpt(groups(six, 2, " ")) + ": its boxes have 3 rows and 2 columns: only a 6x6 with boxes of 2 rows and 3 columns is read"},
		{damaged, sudoku.ParseError{Reason: sudoku.BadLine, Text: "20030040", Line: 1},
			`line 1 of the grid is "20030040": nine cells are needed (six for a 6x6, four for a shidoku), each a digit or one of 0 . * _ - x X`},
		{".........\r\nhello\r\n.", sudoku.ParseError{Reason: sudoku.BadLine, Text: "hello", Line: 2},
			`line 2 of the grid is "hello": nine cells are needed (six for a 6x6, four for a shidoku), each a digit or one of 0 . * _ - x X`},
		{rows, sudoku.ParseError{Reason: sudoku.BadRows, Text: rows, Count: 8},
			sudoku.Excerpt(rows) + ": 8 rows of cells: nine are needed, six for a 6x6, four for a shidoku"},
	} {
		_, err := sudoku.Parse(c.text)
		if got, ok := errors.AsType[*sudoku.ParseError](err); !ok || *got != c.want {
			t.Errorf("Parse(%q): %+v, want %+v", c.text, got, c.want)
		} else if err.Error() != c.message {
			t.Errorf("Parse(%q):\ngot  %s\nwant %s", c.text, err, c.message)
		}
	}
}

// However much is pasted, the message stays short.
func TestParseErrorLength(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("1", 10_000_000), strings.Repeat("é", 1_000_000), "\u202e" + strings.Repeat("\x00", 1_000_000),
		strings.Repeat(".........\n", 100_000), strings.Repeat("|", 1_000_000), "1\n" + strings.Repeat("x", 1_000_000),
	} {
		_, err := sudoku.Parse(text)
		if err == nil || len(err.Error()) > 1000 {
			t.Errorf("Parse(%s): %.1000v", sudoku.Excerpt(text), err)
		}
	}
}

func TestParseShape(t *testing.T) {
	for _, s := range sudoku.Shapes {
		if got, err := sudoku.ParseShape(s.String()); err != nil || got != s {
			t.Errorf("%s reads as %s, %v", s, got, err)
		}
	}
	if got, err := sudoku.ParseShape("6×6"); err != nil || got != sudoku.SixBySix {
		t.Errorf("6×6 reads as %s, %v", got, err)
	}
	_, err := sudoku.ParseShape("samurai")
	want := &sudoku.NameError{Kind: "shape", Name: "samurai", Known: []string{"sudoku", "shidoku", "6x6"}}
	if !reflect.DeepEqual(err, error(want)) || err.Error() != `unknown shape "samurai": use sudoku, shidoku or 6x6` {
		t.Errorf("samurai: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(moler)
	f.Add(mini)
	f.Add(six)
	f.Add(groups(six, 6, "\n---\n"))
	f.Add(groups(six, 2, "|"))
	f.Add(drawing(moler, "*---*---*---*", "|---+---+---|", "|", " "))
	f.Fuzz(func(t *testing.T, text string) {
		g, err := sudoku.Parse(text)
		if err != nil {
			return
		}
		again, err := sudoku.Parse(g.String())
		if err != nil || again != g {
			t.Fatalf("%q reads as %s, that as %s, %v", text, g, again, err)
		}
	})
}

// groups cuts text into pieces of n characters.
func groups(text string, n int, between string) string {
	var pieces []string
	for ; len(text) > 0; text = text[min(n, len(text)):] {
		pieces = append(pieces, text[:min(n, len(text))])
	}
	return strings.Join(pieces, between)
}

// drawing frames nine lines: edge above and below, rule between bands, bar between boxes.
func drawing(text, edge, rule, bar, gap string) string {
	var b strings.Builder
	for i, row := range strings.Split(groups(text, 9, "\n"), "\n") {
		if i == 0 {
			b.WriteString(edge + "\n")
		} else if i%3 == 0 {
			b.WriteString(rule + "\n")
		}
		b.WriteString(bar)
		for part := range strings.SplitSeq(groups(row, 3, " "), " ") {
			b.WriteString(gap + groups(part, 1, gap) + gap + bar)
		}
		b.WriteString("\n")
	}
	return b.String() + edge + "\n"
}

// barred draws bars around every cell, with blank instead of empty.
func barred(text, empty, blank string) string {
	var b strings.Builder
	for row := range strings.SplitSeq(groups(text, 9, "\n"), "\n") {
		b.WriteString("| " + groups(strings.ReplaceAll(row, empty, blank), 1, " | ") + " |\n")
	}
	return b.String()
}

// The short way for 81 characters takes what the long way takes, and nothing else.
func TestParse81(t *testing.T) {
	for c := range 256 {
		text := moler[:80] + string([]byte{byte(c)})
		short, err := sudoku.Parse(text)
		long, longErr := sudoku.Parse(text[:40] + "\n" + text[40:]) // never the short way
		if (err == nil) != (longErr == nil) || err == nil && short != long {
			t.Errorf("%q: %s, %v; with a line break %s, %v", text, short, err, long, longErr)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := sudoku.Parse(moler); err != nil {
			b.Fatal(err)
		}
	}
}
