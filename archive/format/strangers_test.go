package format

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// What spreadsheets take for a formula has an apostrophe before it in a table, and comes back without.
func TestGuardedCells(t *testing.T) {
	grid, err := sudoku.Parse(escargot)
	must(t, err)
	for _, text := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "'=1", "plain", "'quoted'", `=HYPERLINK("a,b")`} {
		var table strings.Builder
		entry := Entry{Grid: grid, Text: grid.String(), Name: text, Author: text}
		must(t, writeCSV(&table, slices.Values([]Entry{entry})))
		row := strings.Split(table.String(), "\n")[1]
		if cell := strings.Trim(strings.Split(row, ",")[1], `"`); strings.ContainsRune("=+-@", rune(cell[0])) {
			t.Errorf("%q is a formula in %s", text, row)
		}
		read := slices.Collect(Read(strings.NewReader(table.String())))
		if len(read) != 1 || read[0].Name != text || read[0].Author != text {
			t.Errorf("%q comes back as %+v", text, read)
		}
	}
}

// Setters leave the solution of f-puzzles empty, and share what it packs without the link around it.
func TestBareFPuzzles(t *testing.T) {
	grid, err := sudoku.Parse(escargot)
	must(t, err)
	object, err := fPuzzle(Entry{Grid: grid})
	must(t, err)
	unsolved := strings.Replace(string(object), `"grid":`, `"solution":"`+strings.Repeat(".", 81)+`","grid":`, 1)
	for _, line := range []string{
		packLZ(unsolved), "https://www.f-puzzles.com/?load=" + packLZ(unsolved), packLZ(string(object)),
	} {
		if read := slices.Collect(Read(strings.NewReader(line + "\n"))); len(read) != 1 || read[0].Grid != grid {
			t.Errorf("%s is read as %+v", line, read)
		}
	}
}

// Frames need no sign for an empty cell.
func TestFramesWithBlanks(t *testing.T) {
	grid, err := sudoku.Parse(escargot)
	must(t, err)
	draw := func(cell func(string) string, bar, border string) string {
		var b strings.Builder
		for r := range 9 {
			if r%3 == 0 {
				b.WriteString(border + "\n")
			}
			row := strings.ReplaceAll(escargot[9*r:9*r+9], ".", " ")
			for c := 0; c < 9; c += 3 {
				b.WriteString(bar + cell(row[c:c+3]))
			}
			b.WriteString(bar + "\n")
		}
		return b.String() + border + "\n"
	}
	wide := func(box string) string { return " " + box[:1] + " " + box[1:2] + " " + box[2:] + " " }
	each := func(box string) string { return " " + box[:1] + " | " + box[1:2] + " | " + box[2:] + " " }
	for name, text := range map[string]string{
		"wide":      draw(wide, "|", "+-------+-------+-------+"),
		"box signs": draw(wide, "│", "├───────┼───────┼───────┤"),
		"narrow":    draw(func(box string) string { return box }, "|", "+---+---+---+"),
		"each cell": draw(each, "|", "+---+---+---+---+---+---+---+---+---+"),
	} {
		if read := slices.Collect(Read(strings.NewReader(text))); len(read) != 1 || read[0].Grid != grid {
			t.Errorf("%s: %+v of\n%s", name, read, text)
		}
	}
}
