package format_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const (
	sixBySix  = "1....6..6..3.3..6.5....1..2....4.3.."
	solvedSix = "123456456123231564564231312645645312"
)

// nineOnly are the formats without a 6×6.
var nineOnly = []string{"ss", "sdx", "hodoku", "opensudoku", "ksudoku", "gnome"}

// randomSix returns a 6×6 of 8 to 20 clues.
func randomSix(r *rand.Rand) sudoku.Grid {
	g := sudoku.RandomTransform(sudoku.SixBySix, r).Apply(sudokuOf(solvedSix))
	cells := slices.Clone(g.Shape().Cells())
	r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return g.Without(sudoku.CellsOf(cells[:16+r.IntN(13)]...))
}

// sixRows draws the rows of a 6×6, or of their texts for each cell.
func sixRows(cells []string, between, atBox, before, after string) []string {
	var rows []string
	for row := range slices.Chunk(cells, 6) {
		rows = append(rows, before+strings.Join(row[:3], between)+atBox+strings.Join(row[3:], between)+after)
	}
	return rows
}

// Every format that has a 6×6 gives it back, and the others refuse it by name.
func TestSixBySixEverywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	var entries []format.Entry
	for i := range sudokutest.Cases(1000) {
		g := randomSix(r)
		entries = append(entries, format.Entry{Text: g.String(), Grid: g, Name: fmt.Sprint("No ", i), Author: "Ann"})
	}
	names, _ := format.Formats()
	for _, name := range names {
		var file bytes.Buffer
		_, err := format.WriteAs(name, &file, slices.Values(entries))
		if slices.Contains(nineOnly, name) {
			if err == nil || !strings.Contains(err.Error(), "a 6x6: the format "+name+" has 9×9") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		got := slices.Collect(format.Read(&file))
		if err != nil || len(got) != len(entries) {
			t.Errorf("%s: %v, %d entries of %d", name, err, len(got), len(entries))
			continue
		}
		for i, e := range got {
			if e.Err != nil || e.Grid != entries[i].Grid {
				t.Fatalf("%s: %s became %+v", name, entries[i].Grid, e)
			}
		}
	}
	for _, e := range entries[:20] {
		sudokuPad, fPuzzles, err := format.Links(e)
		for _, link := range []string{sudokuPad, fPuzzles} {
			if got, ok := format.ParseLink(link); err != nil || !ok || got.Err != nil || got.Grid != e.Grid {
				t.Errorf("%s: %+v, %v", link, got, err)
			}
		}
	}
}

// sixTexts are ways to write a 6×6 that people and programs have.
func sixTexts(puzzle, solution string) map[string]string {
	cells, solved := strings.Split(puzzle, ""), strings.Split(solution, "")
	zeros := strings.ReplaceAll(puzzle, ".", "0")
	numbers, empties := strings.Split(zeros, ""), strings.Split(strings.ReplaceAll(puzzle, ".", " "), "")
	lines := func(rows []string) string { return strings.Join(rows, "\n") + "\n" }
	ruled := func(rows []string, rule string) string {
		return rule + "\n" + lines(rows[:2]) + rule + "\n" + lines(rows[2:4]) + rule + "\n" + lines(rows[4:]) + rule + "\n"
	}
	labelled := func(rows []string, labels string) string {
		for i, row := range rows {
			rows[i] = labels[i:i+1] + " " + row
		}
		return lines(rows)
	}
	lists := func(cells []string) string {
		return "[" + strings.Join(sixRows(cells, ", ", ", ", "[", "]"), ", ") + "]"
	}
	var emoji string
	for _, row := range sixRows(cells, "", "", "", "\n") {
		emoji += strings.NewReplacer(".", "⬜", "1", "1️⃣", "2", "2️⃣", "3", "3️⃣", "4", "4️⃣", "5", "5️⃣", "6", "6️⃣").Replace(row)
	}
	var columns, boxes []string
	for i := range 36 {
		columns = append(columns, numbers[i%6*6+i/6])
		boxes = append(boxes, numbers[i/6/2*12+i/6%2*3+i%6/3*6+i%3])
	}
	var objects, clues []string
	for i, c := range numbers {
		objects = append(objects, fmt.Sprintf(`{"row":%d,"col":%d,"value":%s}`, i/6, i%6, c))
		clues = append(clues, fmt.Sprintf(`"r%dc%d":%s`, i/6+1, i%6+1, c))
	}
	return map[string]string{
		"line": puzzle, "zeros": zeros, "x": strings.ReplaceAll(puzzle, ".", "x"), "dashes": strings.ReplaceAll(puzzle, ".", "-"), "underscores": strings.ReplaceAll(puzzle, ".", "_"),
		"question marks": strings.ReplaceAll(puzzle, ".", "?"), "full-width": strings.NewReplacer("1", "１", "6", "６", ".", "．").Replace(puzzle),
		"name and comment": "Mini 42 " + puzzle + " # by hand", "rated": puzzle + ",2.5", "with its solution": puzzle + "," + solution, "solution first": solution + "\t" + puzzle,
		"solution below": puzzle + "\n" + solution, "an id": "12345612-3456-4123-1234-123456123456 " + puzzle, "an id behind": puzzle + ";12345612-3456-4123-1234-123456123456",
		"a number": "202611281234567890123456789012345678," + puzzle, "a shidoku beside it": puzzle + " 1234567890123456", "commas": strings.Join(cells, ","), "empty commas": strings.ReplaceAll(strings.Join(cells, ","), ".", ""),
		"semicolons": strings.Join(numbers, ";") + ";", "blanks": strings.Join(cells, " "), "groups": strings.Join(sixRows(cells, "", "", "", ""), " "), "half rows": strings.Join(sixRows(cells, "", " ", "", ""), " "),
		"lines": lines(sixRows(cells, "", "", "", "")), "spaced": lines(sixRows(cells, " ", " ", "", "")), "boxes": lines(sixRows(cells, "", " ", "", "")), "tabs": lines(sixRows(cells, "\t", "\t", "", "")),
		"bars": lines(sixRows(cells, "", "|", "", "")), "commas in rows": lines(sixRows(numbers, ",", ",", "", "")), "commas at ends": lines(sixRows(numbers, ", ", ", ", "", ",")), "-1": strings.ReplaceAll(lines(sixRows(numbers, ",", ",", "", "")), "0", "-1"),
		"a title": "Mini 42\n" + lines(sixRows(cells, "", "", "", "")), "a number above": "261128\n" + lines(sixRows(cells, "", "", "", "")),
		"frame": ruled(sixRows(cells, " ", " | ", "| ", " |"), "+-------+-------+"), "narrow frame": ruled(sixRows(cells, "", "|", "|", "|"), "+---+---+"), "signs": ruled(sixRows(cells, " ", " │ ", "│ ", " │"), "├───────┼───────┤"),
		"rules":       lines(sixRows(cells, "", "", "", "")[:2]) + "------\n" + lines(sixRows(cells, "", "", "", "")[2:4]) + "------\n" + lines(sixRows(cells, "", "", "", "")[4:]),
		"blank cells": ruled(sixRows(empties, " ", " | ", "| ", " |"), "+-------+-------+"), "narrow blank cells": ruled(sixRows(empties, "", "|", "|", "|"), "+---+---+"), "each cell": lines(sixRows(empties, " | ", " | ", "| ", " |")),
		"bands": lines(sixRows(cells, "", "", "", "")[:2]) + "\n" + lines(sixRows(cells, "", "", "", "")[2:4]) + "\n" + lines(sixRows(cells, "", "", "", "")[4:]), "every row": strings.ReplaceAll(lines(sixRows(cells, " ", " ", "", "")), "\n", "\n\n"),
		"letters": labelled(sixRows(cells, " ", " ", "", ""), "ABCDEF"), "columns above": "  1 2 3 4 5 6\n" + labelled(sixRows(cells, " ", " ", "", ""), "123456"), "labelled frame": "    1 2 3   4 5 6\n" + labelled(sixRows(cells, " ", " | ", "| ", " |"), "ABCDEF"),
		"Markdown": "| A | B | C | D | E | F |\n|---|---|---|---|---|---|\n" + lines(sixRows(empties, " | ", " | ", "| ", " |")), "code": "```\n" + lines(sixRows(cells, "", "", "", "")) + "```\n", "spoiler": "||" + puzzle + "||", "bold": "**" + puzzle + "**",
		"emoji": emoji, "headers": "#A Ann\n#D Mini\n" + lines(sixRows(cells, "", "", "", "")), "flattened": strings.Join(strings.Fields(ruled(sixRows(cells, " ", " | ", "| ", " |"), "+-------+-------+")), " "),
		"flattened blanks": strings.ReplaceAll(ruled(sixRows(empties, " ", " | ", "| ", " |"), "+-------+-------+"), "\n", " "),
		"a table":          "id,puzzle,solution,level\n1," + puzzle + "," + solution + ",easy\n", "a table of lists": "id,puzzle\n1,\"[" + strings.Join(numbers, ", ") + "]\"\n", "quizzes": "quizzes\tsolutions\n" + zeros + "\t" + solution + "\n",
		"JSON text": `["` + puzzle + `"]`, "JSON object": `{"puzzle":"` + puzzle + `","solution":"` + solution + `","id":"12345612-3456-4123-1234-123456123456","date":"2026-11-28"}`, "JSON list": "[" + strings.Join(numbers, ",") + "]",
		"JSON rows": lists(numbers), "JSON nulls": strings.ReplaceAll(lists(numbers), "0", "null"), "JSON rows of texts": `["` + strings.Join(sixRows(cells, "", "", "", ""), `","`) + `"]`, "JSON half rows": strings.ReplaceAll(lists(numbers), "\x00", "") + "\n",
		"JSON game": `{"initial":` + lists(numbers) + `,"current":` + lists(solved) + `,"solution":` + lists(solved) + "}", "JSON drawing": `{"puzzle":` + quoted(lines(sixRows(cells, " ", " | ", "", ""))) + "}",
		"JSON cells": "[" + strings.Join(objects, ",") + "]", "JSON keys": "{" + strings.Join(clues, ",") + "}", "JSON row keys": `{"row1":"` + strings.Join(sixRows(cells, "", "", "", "")[:1], "") + `","row2":"` + sixRows(cells, "", "", "", "")[1] + `","row3":"` + sixRows(cells, "", "", "", "")[2] + `","row4":"` + sixRows(cells, "", "", "", "")[3] + `","row5":"` + sixRows(cells, "", "", "", "")[4] + `","row6":"` + sixRows(cells, "", "", "", "")[5] + `"}`,
		"JSON columns": `{"columns":` + lists(columns) + "}", "JSON boxes": `{"type":"boxes","grid":` + lists(boxes) + "}", "JSON regions": `{"grid":` + lists(numbers) + `,"regions":[[1,1,1,2,2,2],[1,1,1,2,2,2],[3,3,3,4,4,4],[3,3,3,4,4,4],[5,5,5,6,6,6],[5,5,5,6,6,6]]}`,
		"JSON box size": `{"size":6,"boxHeight":2,"boxWidth":3,"grid":` + lists(numbers) + "}", "JSON of clues": `{"size":6,"block":{"rows":2,"cols":3},"grid":"` + puzzle + `"}`,
		"Python": "board = " + lists(numbers) + "\n", "Python, rows": "board = [\n  " + strings.Join(sixRows(numbers, ", ", ", ", "[", "]"), ",\n  ") + "\n]\n", "C": "int board[6][6] = {\n" + strings.Join(sixRows(numbers, ", ", ", ", "  {", "}"), ",\n") + "\n};\n",
		"C, flat": "int board[36] = {" + strings.Join(numbers, ", ") + "};\n", "quotes": "\"" + strings.Join(sixRows(cells, "", "", "", ""), "\",\n\"") + "\"\n", "MATLAB": "X = [" + strings.Join(sixRows(numbers, " ", " ", "", ""), "; ") + "];\n",
		"numpy": "[" + strings.Join(sixRows(numbers, " ", " ", "[", "]"), "\n ") + "]\n", "R": "matrix(c(" + strings.Join(columns, ",") + "), nrow=6)\n", "XML": `<puzzles><puzzle name="Mini"><cells>` + puzzle + `</cells></puzzle></puzzles>`,
	}
}

func quoted(text string) string {
	b, _ := json.Marshal(text) // of a text
	return string(b)
}

// A 6×6 is read in any notation, also next to another and to a 9×9, and in a message.
func TestSixBySixNotations(t *testing.T) {
	want := sudokuOf(sixBySix)
	for name, text := range sixTexts(sixBySix, solvedOf(t, sixBySix)) {
		t.Run(name, func(t *testing.T) {
			got := slices.Collect(format.Read(strings.NewReader(text)))
			if len(got) != 1 || got[0].Err != nil || got[0].Grid != want {
				t.Fatalf("got %+v of\n%s", got, text)
			}
			if g, err := format.Find(text); err != nil || g != want {
				t.Errorf("found %s, %v in\n%s", g, err, text)
			}
			if strings.Contains("[{<", text[:1]) || name == "R" || strings.HasPrefix(name, "a table") || name == "quizzes" {
				return // a file of its own
			}
			if g, err := format.Find("Hello, try this:\n" + text + "\nand tell me."); err != nil || g != want {
				t.Errorf("found %s, %v beside words and\n%s", g, err, text)
			}
			if strings.HasPrefix(name, "flattened") {
				text = "\n" + text + "\n"
			}
			grids := 0
			for e := range format.Read(strings.NewReader(moler + "\n" + text + "\n" + nine(dots) + "\n\n" + text + "\n")) {
				if e.Err == nil {
					grids++
				} else {
					t.Errorf("next to others: %v", e.Err)
				}
			}
			if grids != 4 {
				t.Errorf("%d grids, want 4", grids)
			}
		})
	}
}

func solvedOf(t *testing.T, puzzle string) string {
	t.Helper()
	if !sudokuOf(solvedSix).Extends(sudokuOf(puzzle)) {
		t.Fatal("the test's own solution does not solve its puzzle")
	}
	return solvedSix
}

// Numbers, dates, ids and code with 36 characters, or six lines of six, are no 6×6; nor is one with other boxes.
func TestNotSixBySix(t *testing.T) {
	cells := strings.Split(sixBySix, "")
	tall := func(before, between, after string) string {
		var rows []string
		for row := range slices.Chunk(cells, 6) {
			rows = append(rows, before+strings.Join([]string{row[0] + row[1], row[2] + row[3], row[4] + row[5]}, between)+after)
		}
		return strings.Join(rows, "\n") + "\n"
	}
	numbers := strings.Split(strings.ReplaceAll(sixBySix, ".", "0"), "")
	lists := "[" + strings.Join(sixRows(numbers, ",", ",", "[", "]"), ",") + "]"
	for name, text := range map[string]string{
		"an id": "12345612-3456-4123-1234-123456123456", "an id in words": "see 12345612-3456-4123-1234-123456123456 for more", "an id in brackets": "{12345612-3456-4123-1234-123456123456}",
		"an id in JSON": `{"id":"12345612-3456-4123-1234-123456123456"}`, "ids in JSON": `["12345612-3456-4123-1234-123456123456","12345612-3456-4123-1234-123456123456"]`,
		"an id in a link": "https://example.org/p/12345612-3456-4123-1234-123456123456?x=1", "an id as a puzzle": "id,puzzle\n1,12345612-3456-4123-1234-123456123456\n",
		"a column of ids": "id,puzzle\n12345612-3456-4123-1234-123456123456,hello\n", "an id in hexadecimal": "f47ac10b-58cc-4372-a567-0e02b2c3d479", "a hash": "d41d8cd98f00b204e9800998ecf8427e1234",
		"a number": "314159265358979323846264338327950288", "a decimal": "1.0000000000000000000000000000000001", "a decimal with zeros": "0.123456123456123456123456123456120000",
		"dates": "2024-01-02 2024-01-03 2024-01-04 123456", "a range of dates": "2026-11-28-2026-11-29-2026-11-30-1234", "phone numbers": "030-1234560 030-1234561 030-1234562 123",
		"a card": "1234-1234-1234-1234-1234-1234-1234-1", "a line of dashes": "------------------------------------", "a line of dots": "....................................", "crosses": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"35": sixBySix[1:], "37": sixBySix + ".", "a digit too large": "7" + sixBySix[1:], "a letter": "a" + sixBySix[1:], "within a word": "ab" + sixBySix + "cd", "cut from a 9×9": foundFirst(36),
		"cut from a 9×9, in rows": nine(dots)[:39], "four groups of nine": strings.Join(strings.Split(nine("1.2.3.4.5"+"6.1.2.3.4"+"2.5.6.1.3"+"3.4.5.6.1"), "\n"), " "), "four rows of nine": nine("1.2.3.4.5" + "6.1.2.3.4" + "2.5.6.1.3" + "3.4.5.6.1"),
		"codes": "112233\n445566\n123321\n100200\n300400\n500600\n", "codes in JSON": `["112233","445566","123321","100200","300400","500600"]`, "figures": "1,0,1,1,0,1\n0,1,1,0,0,1\n1,1,1,0,1,0\n0,0,0,0,1,1\n1,0,1,0,1,0\n1,1,0,0,1,1\n",
		"large figures": strings.Repeat("12,34,56,78,90,12\n", 6), "six numbers": strings.Repeat("21 34 56 1 2 3\n", 6), "floats": strings.Repeat("0.5 1.5 2.5 3.5 4.5 5.5\n", 6), "a matrix": "A = [1 0 0 0 0 0; 0 1 0 0 0 0; 0 0 1 0 0 0];\n",
		"a mask": "[[1,0,0,1,0,0],[0,0,1,0,0,1],[0,1,0,0,1,0],[1,0,0,0,0,1],[0,0,1,1,0,0],[0,1,0,0,0,1]]", "squares": "🟩⬜⬜🟨⬜⬜\n⬜🟩⬜⬜🟨⬜\n🟩🟩⬜⬜⬜⬜\n🟩🟩🟩⬜⬜⬜\n🟩🟩🟩🟩⬜⬜\n🟩🟩🟩🟩🟩🟩\n",
		"five rows": strings.Join(sixRows(cells, "", "", "", "")[1:], "\n"),
		"tall bars": tall("", "|", ""), "tall frames": "+----+----+----+\n" + tall("| ", " | ", " |") + "+----+----+----+\n", "tall groups": tall("", " ", ""), "tall, one line": strings.ReplaceAll(tall("", " ", " "), "\n", ""), "tall bands": strings.Join(sixRows(cells, "", "", "", "")[:3], "\n") + "\n------\n" + strings.Join(sixRows(cells, "", "", "", "")[3:], "\n") + "\n",
		"tall pieces": strings.Join(sixRows(cells, "", "", "", "")[:3], "\n") + "\n\n" + strings.Join(sixRows(cells, "", "", "", "")[3:], "\n") + "\n", "tall, in a message": "Look:\n```\n" + tall("", "|", "") + "```\n",
		"tall, in JSON": `{"grid":` + lists + `,"boxHeight":3,"boxWidth":2}`, "tall box in JSON": `{"grid":` + lists + `,"box":{"rows":3,"columns":2}}`, "tall regions": `{"grid":` + lists + `,"regions":[[1,1,2,2,3,3],[1,1,2,2,3,3],[1,1,2,2,3,3],[4,4,5,5,6,6],[4,4,5,5,6,6],[4,4,5,5,6,6]]}`,
		"a jigsaw in JSON": `{"grid":` + lists + `,"regions":[1,1,1,2,2,2,1,1,3,3,2,2,1,3,3,4,4,2,5,3,3,4,4,6,5,5,4,4,6,6,5,5,5,6,6,6]}`, "tall, of Solo": "3x2:1d6b6b3a3b6a5d1b2d4a3b", "a jigsaw of Solo": "6j:1d6b6b3a3b6a5d1b2d4a3b,aa",
		"KSudoku": `<ksudoku><game><puzzle><graph order="6" type="sudoku" specific-type="Plain"/><values>b____g__g__d_d__g_f____b__c____e_d__</values></puzzle></game></ksudoku>`,
	} {
		for e := range format.Read(strings.NewReader(text)) {
			if e.Err != nil || e.Grid.Len() == 0 {
				continue
			}
			// In a file an entry with a digit twice in a house is rejected later, with a better reason.
			for range e.Grid.Conflicts() {
				e.Err = fmt.Errorf("a digit twice in a house")
			}
			if e.Err == nil {
				t.Errorf("%s: %s is read as\n%+v", name, text, e)
			}
		}
		if g, err := format.Find(text); err == nil {
			t.Errorf("%s: %s is found in %s", name, g, text)
		}
		if strings.Contains(name, "tall") || strings.Contains(name, "jigsaw") || name == "KSudoku" {
			reasons := ""
			for e := range format.Read(strings.NewReader(text)) {
				reasons += fmt.Sprint(e.Err)
			}
			if !strings.Contains(reasons, "boxes") && !strings.Contains(reasons, "blocks") && !strings.Contains(reasons, "jigsaw") && name != "tall pieces" {
				t.Errorf("%s: the reason is %q", name, reasons)
			}
		}
	}
}

func foundFirst(n int) string {
	return "..6.4.9..3..9....8.1....5...7.5....94...1...75....8.3...8....2.1....6..4..2.9.7.."[:n]
}

// A puzzle of a table with a digit too large is rejected, and two signs for empty cells do not change with the format.
func TestSixBySixInTables(t *testing.T) {
	for text, want := range map[string]string{
		"id,puzzle,solution\n1,9" + sixBySix[1:] + "," + solvedSix + "\n":                                 "",
		"id,puzzle,solution\n1," + sixBySix[:35] + "x," + solvedSix + "\n":                                sixBySix,
		"id,puzzle\n1,\"1 . . . . 6\n. . 6 . . 3\n. 3 . . 6 .\n5 . . . . 1\n. . 2 . . .\n. 4 . 3 . .\"\n": sixBySix,
	} {
		var entries []format.Entry
		for e := range format.Read(strings.NewReader(text)) {
			if e.Err == nil {
				entries = append(entries, e)
			}
		}
		if len(entries) != min(1, len(want)) || want != "" && entries[0].Grid.String() != want {
			t.Errorf("%s: %+v", text, entries)
		}
		for _, name := range []string{"lines", "csv", "jsonl"} {
			again := slices.Collect(format.Read(bytes.NewReader(writeAs(t, name, "", entries))))
			if len(again) != len(entries) || want != "" && again[0].Grid != entries[0].Grid {
				t.Errorf("%s: %+v as %s became %+v", text, entries, name, again)
			}
		}
		var b bytes.Buffer
		must(t, format.Write(&b, slices.Values(entries)))
		if again := slices.Collect(format.Read(&b)); len(again) != len(entries) || want != "" && again[0].Grid != entries[0].Grid {
			t.Errorf("%s: %+v became %+v", text, entries, again)
		}
	}
}

// The clues of a 9×9 alone may be 36, and no 6×6.
func TestThirtySixClues(t *testing.T) {
	g := sudokuOf(solved)
	for c := range 45 {
		g = g.With(sudoku.Cell(c*7%81), 0)
	}
	var triples, objects, named []string
	for _, c := range g.Shape().Cells() {
		if d := g.At(c); d != 0 {
			triples = append(triples, fmt.Sprintf("[%d,%d,%s]", c.Row(), c.Column(), d))
			objects = append(objects, fmt.Sprintf(`{"row":%d,"column":%d,"digit":%s,"given":true}`, c.Row()+1, c.Column()+1, d))
			named = append(named, fmt.Sprintf(`"%c%d":%s`, 'A'+c.Row(), c.Column()+1, d))
		}
	}
	if g.Len() != 36 {
		t.Fatalf("%d clues, want 36", g.Len())
	}
	for _, text := range []string{"[[" + strings.Join(triples, ",") + "]]", `{"cells":[` + strings.Join(objects, ",") + "]}", "{" + strings.Join(named, ",") + "}"} {
		if e := onlyEntry(t, text); e.Grid != g {
			t.Errorf("%s is read as %s", text, e.Grid)
		}
	}
}

// A position of a 6×6 is read in any notation, with its placed digits and its marks.
func TestSixBySixPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	read := map[string]int{}
	for range 100 {
		clues, grid, marks := randomPosition(r, sudoku.RandomTransform(sudoku.SixBySix, r).Apply(sudokuOf(solvedSix)))
		whole := packed(clues, clues.Candidates(), ".")
		if len(whole) != 216 {
			t.Fatalf("%d characters", len(whole))
		}
		var lines, fields []string
		for line := range slices.Chunk([]byte(whole), 36) {
			lines = append(lines, string(line))
		}
		all := clues.Candidates()
		for i, c := range clues.Shape().Cells() {
			mark := all[c].String()
			if clues.At(c) != 0 {
				mark = clues.At(c).String()
			} else if len(mark) == 1 {
				mark = "u" + mark
			}
			fields = append(fields, fmt.Sprintf("%-6s", mark))
			if i%6 == 5 {
				fields[i] += "\n"
			}
		}
		drawn := strings.Join(fields, " ")
		isWhole := strings.Count(drawn, "u") == 0 && !strings.Contains(drawn, ".")
		for name, text := range map[string]string{"216 characters": whole, "a comment": whole + " # mine", "zeros": strings.ReplaceAll(whole, ".", "0"), "six lines": strings.Join(lines, "\n") + "\n", "a drawing": drawn} {
			if strings.Contains(whole, "......") || name == "a drawing" && !isWhole {
				continue // a cell without a candidate, or one digit alone
			}
			read[name]++
			if e := onlyEntry(t, text); e.Grid.Shape() != sudoku.SixBySix || name == "a drawing" && (e.Grid != clues || e.Marks != "") {
				t.Errorf("%s: %+v of\n%s", name, e, text)
			}
		}
		e := onlyEntry(t, fmt.Sprintf(`{"clues":%q,"grid":%q,"candidates":%q}`, clues, grid, packed(grid, marks, ".")))
		gotGrid, gotMarks := e.Position()
		if all := grid.Candidates(); e.Grid != clues || gotGrid != grid || gotMarks != marks && !(gotMarks == (sudoku.Pencilmarks{}) && marks == all) {
			t.Errorf("%+v, want %s, %s", e, clues, grid)
		}
		if again := onlyEntry(t, string(writeAs(t, "jsonl", "", []format.Entry{e}))); again.Grid != e.Grid || again.Marks != e.Marks {
			t.Errorf("%+v became %+v", e, again)
		}
	}
	if len(read) != 5 {
		t.Errorf("read %v: one is missing", read)
	}
}

// f-puzzles and SudokuPad have boxes of two rows and three columns, unless the cells name others.
func TestSixBySixOfFPuzzles(t *testing.T) {
	object := func(size int, region func(row, column int) string) string {
		var rows []string
		for row := range size {
			var cells []string
			for column := range size {
				cells = append(cells, `{"value":`+string(solvedSix[(row*6+column)%36])+`,"given":true`+region(row, column)+"}")
			}
			rows = append(rows, "["+strings.Join(cells, ",")+"]")
		}
		return fmt.Sprintf(`{"size":%d,"grid":[%s]}`, size, strings.Join(rows, ","))
	}
	none := func(_, _ int) string { return "" }
	ours := func(row, column int) string { return fmt.Sprintf(`,"region":%d`, row/2*2+column/3) }
	tall := func(row, column int) string { return fmt.Sprintf(`,"region":%d`, row/3*3+column/2) }
	for text, want := range map[string]string{
		object(6, none): "", object(6, ours): "", object(6, tall): "r1c3 is not in its box but in region 1", object(8, none): "size 8: only 9×9, 6×6 and 4×4 are read",
		strings.Replace(object(6, none), `"size"`, `"diagonal+":true,"size"`, 1): `the constraint "diagonal+"`, strings.Replace(object(6, none), `"value":1`, `"value":7`, 1): "the digits of a 6x6 are 1-6",
	} {
		for e := range format.Read(strings.NewReader(text)) {
			if want == "" && (e.Err != nil || e.Grid != sudokuOf(solvedSix)) || want != "" && (e.Err == nil || !strings.Contains(e.Err.Error(), want)) {
				t.Errorf("%s: %+v, want %q", text, e, want)
			}
		}
	}
}
