package sudoku_test

import (
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

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "empty text is no grid",
		" \n ":                          "empty text is no grid",
		moler[1:]:                       "80 characters: want 81",
		moler + "0":                     "82 characters: want 81",
		"53a" + moler[3:]:               `character 3 is 'a'`,
		strings.Repeat("5", 16):         "5 in r1c1: the digits of a shidoku are 1-4",
		groups(moler[:72], 9, "\n"):     "8 rows of cells: want nine",
		groups(moler, 9, "\n")[1:]:      `line 1 of the grid is "20030040"`,
		strings.Repeat("1", 10_000_000): "10000000 characters",
		"\x00\xff\x00\xff":              `character 1 is '\x00'`,
	} {
		_, err := sudoku.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%s): %v, want an error with %q", sudoku.Excerpt(text), err, want)
		} else if len(err.Error()) > 1000 {
			t.Errorf("Parse(%s): an error of %d bytes", sudoku.Excerpt(text), len(err.Error()))
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(moler)
	f.Add(mini)
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
		for _, part := range strings.Split(groups(row, 3, " "), " ") {
			b.WriteString(gap + groups(part, 1, gap) + gap + bar)
		}
		b.WriteString("\n")
	}
	return b.String() + edge + "\n"
}

// barred draws bars around every cell, with blank instead of empty.
func barred(text, empty, blank string) string {
	var b strings.Builder
	for _, row := range strings.Split(groups(text, 9, "\n"), "\n") {
		b.WriteString("| " + groups(strings.ReplaceAll(row, empty, blank), 1, " | ") + " |\n")
	}
	return b.String()
}
