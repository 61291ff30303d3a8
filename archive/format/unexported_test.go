package format

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// A formula of spreadsheets has an apostrophe before it in a table, and comes back without.
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

// A block that was not a grid does not become one by lines that are not rows, as [mayBeRow] judges them.
func TestMayBeRow(t *testing.T) {
	lines := rapid.OneOf(
		rapid.StringMatching(`[1-9.x_ -]{9}|[1-4.]{4}|-{3,9}|-{250}|[-+=]{3,9}`),
		rapid.StringMatching(`(\|[ 1-4]){4}\||(\| [1-9.] [1-9.] [1-9.] ){3}\||\|a\|b\|c\||r[1-9] \|( [1-9.]){9} \|`),
		rapid.StringMatching(`[1-9](,[1-9]?){8}|([1-9]{1,3} ){8}u5|[a-z1-9.|+,;"\v -]{1,12}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		var b block
		for _, line := range rapid.SliceOfN(lines, 1, 14).Draw(t, "lines") {
			b.add(1, line)
			skipped := b.same
			whole := b
			whole.same = false
			if err := whole.entry().Err; skipped && err == nil {
				t.Fatalf("%q is a grid with the line %q", b.lines, line)
			}
			b.complete()
			b.tried = 0
		}
	})
}

// An entry that is written without being read again would be read as written.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	plain := 0
	for _, length := range []int{15, 16, 17, 35, 36, 37, 80, 81, 82} {
		for range 2_000 {
			text := make([]byte, length)
			empty := "0.*-"[r.IntN(4)]
			for i := range text {
				if text[i] = empty; r.IntN(length) < 3 {
					text[i] = '1' + byte(r.IntN(4))
				}
			}
			e := Entry{Text: string(text)}
			e.Grid, _ = sudoku.Parse(e.Text)
			e.Comment = strings.Repeat(" ", r.IntN(8)/7)
			if !isPlain(e) {
				continue
			}
			plain++
			if line, ok := oneLine(e); !ok || line != e.Text {
				t.Fatalf("%q is plain, but the line of it is %q, %t", e.Text, line, ok)
			}
		}
	}
	if plain < 1_000 {
		t.Errorf("%d plain texts, so few that this test sees nothing", plain)
	}
}

// An object or a value without a grid is of the kind no-puzzle; where cells may be lost, it is of another.
func TestWithoutGrid(t *testing.T) {
	for value, noPuzzle := range map[string]bool{
		`{"name": "Rainy days", "version": "1.10", "date": "2026-11-28", "count": 727, "id": 123456789012345678}`: true, `{"puzzle": null}`: true, `{}`: true, `"by hand"`: true, `12`: true,
		`{"tags": ["easy", "hard"], "by": {"name": "Ann"}}`: true, `{"phone": "030 1234567"}`: true,
		`{"p": "` + foundPuzzle[1:] + `"}`: false, `{"puzzle": "` + foundPuzzle[1:] + `"}`: false, `{"row1": "` + foundPuzzle[:9] + `", "row2": "` + foundPuzzle[9:18] + `"}`: false,
		`"` + foundPuzzle[:80] + `"`: false, `{"grid": [[5, 3], [6, 0]]}`: false, `{"puzzle": ""}`: false,
	} {
		rejected := 0
		for e := range Read(strings.NewReader(`["` + foundPuzzle + `", ` + value + `]`)) {
			if e.Err == nil {
				continue
			}
			if rejected++; hasKind(e.Err, NoPuzzle) != noPuzzle {
				t.Errorf("%s: %v", value, e.Err)
			}
		}
		if rejected == 0 {
			t.Errorf("%s: nothing is rejected", value)
		}
	}
}
