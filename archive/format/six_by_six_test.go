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
	nineOnly := []string{"ss", "sdx", "hodoku", "opensudoku", "ksudoku", "gnome"}
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
		"rules": lines(sixRows(cells, "", "", "", "")[:2]) + "------\n" + lines(sixRows(cells, "", "", "", "")[2:4]) + "------\n" + lines(sixRows(cells, "", "", "", "")[4:]),
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
