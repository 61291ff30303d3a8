package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// marked returns, for each cell of moler, all candidates of an empty one but the greatest, where it has several.
func marked() []string {
	g := sudokuOf(moler)
	var cells []string
	for _, c := range g.Shape().Cells() {
		text := g.At(c).String()
		if g.At(c) == 0 {
			if text = g.Candidates()[c].String(); len(text) > 2 {
				text = text[:len(text)-1]
			}
		}
		cells = append(cells, text)
	}
	return cells
}

func sudokuOf(text string) sudoku.Grid {
	g, err := sudoku.Parse(text)
	if err != nil {
		panic(err)
	}
	return g
}

// Pencil marks are read in any notation.
func TestMarks(t *testing.T) {
	cells := marked()
	rows := func(cell func(string) string, between, before, after string) string {
		var lines []string
		for row := range slices.Chunk(cells, 9) {
			var texts []string
			for _, c := range row {
				texts = append(texts, cell(c))
			}
			lines = append(lines, before+strings.Join(texts, between)+after)
		}
		return strings.Join(lines, "\n") + "\n"
	}
	padded := func(c string) string { return fmt.Sprintf("%-9s", c) }
	placed := func(empty string) func(string) string {
		return func(c string) (text string) {
			for d := '1'; d <= '9'; d++ {
				if strings.ContainsRune(c, d) {
					text += string(d)
				} else {
					text += empty
				}
			}
			return text
		}
	}
	whole := strings.ReplaceAll(rows(placed("."), "", "", ""), "\n", "")
	for name, file := range map[string]string{
		"blanks":                   rows(padded, " ", "", ""),
		"bars":                     rows(padded, " | ", "| ", " |"),
		"a frame":                  "+---+---+---+\n" + rows(padded, " | ", "| ", " |") + "+---+---+---+\n",
		"nine characters a cell":   rows(placed("."), " ", "", ""),
		"nine of digits and zeros": rows(placed("0"), " ", "", ""),
		"729 characters":           whole + "\n",
		"nine lines of 81":         rows(placed("."), "", "", ""),
	} {
		t.Run(name, func(t *testing.T) {
			got := slices.Collect(format.Read(strings.NewReader(file)))
			if len(got) != 1 || got[0].Err != nil || got[0].Grid != sudokuOf(moler) {
				t.Fatalf("got %+v of\n%s", got, file)
			}
			marks := got[0].Pencilmarks()
			for i, c := range got[0].Grid.Shape().Cells() {
				want := cells[i]
				if got[0].Grid.At(c) != 0 {
					want = ""
				}
				if marks[c].String() != want {
					t.Fatalf("%s has the marks %q, want %q", c, marks[c], want)
				}
			}
		})
	}
}

// Marks that follow from the clues are left out, and marks never repeat the digit of a peer.
func TestPlainMarks(t *testing.T) {
	var file strings.Builder
	if _, err := format.WriteAs("sdx", &file, format.Read(strings.NewReader(moler))); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{file.String(), moler} {
		for e := range format.Read(strings.NewReader(text)) {
			if e.Err != nil || e.Marks != "" {
				t.Errorf("%+v of\n%s", e, text)
			}
		}
	}
	for e := range format.Read(strings.NewReader(sdx)) {
		possible := e.Grid.Candidates()
		for c, marks := range e.Pencilmarks() {
			if marks&^possible[c] != 0 && marks&possible[c] != 0 {
				t.Errorf("%s has the marks %v of %v", sudoku.Cell(c), marks, possible[c])
			}
		}
	}
}
