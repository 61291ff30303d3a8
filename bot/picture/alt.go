package picture

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MaxAlt is the most characters that [AltText] returns: what chat networks take.
const MaxAlt = 1024

// AltText says in words what the picture shows: the rows of the grid with "." for empty
// cells, which digits are the player's, and what is marked.
func AltText(b Board) string {
	var out strings.Builder
	if b.Title != "" {
		out.WriteString(cut(b.Title, 200) + ". ")
	}
	own := b.Grid.Filled().Minus(b.Clues.Filled())
	fmt.Fprintf(&out, "%s, %d clues", kind(b.Grid.Shape()), b.Clues.Len())
	if own.Len() > 0 {
		fmt.Fprintf(&out, ", %d of your own", own.Len())
	}
	out.WriteString(". Rows, a dot for an empty cell:\n" + rows(b.Clues))
	if own.Len() > 0 {
		out.WriteString("\nWith your digits:\n" + rows(b.Grid))
	}
	for _, part := range []struct {
		name string
		list []sudoku.Candidate
	}{{"Circled", b.Pattern}, {"To place", b.Placements}, {"Struck", b.Eliminations}} {
		if len(part.list) > 0 {
			fmt.Fprintf(&out, "\n%s: %s.", part.name, candidates(part.list))
		}
	}
	if hatched := b.Wrong.Union(b.conflicts()); hatched.Len() > 0 {
		fmt.Fprintf(&out, "\nHatched: %s.", hatched)
	}
	return cut(out.String(), MaxAlt)
}

// rows writes a row a line, boxes apart: "53. .7. ...".
func rows(g sudoku.Grid) string {
	shape := g.Shape()
	lines := make([]string, shape.Side())
	for row := range lines {
		for column := range shape.Side() {
			if column > 0 && column%shape.BoxSide() == 0 {
				lines[row] += " "
			}
			lines[row] += g.At(sudoku.CellAt(row, column)).String()
		}
	}
	return strings.Join(lines, "\n")
}

// candidates names digits and cells: "8 in r1c5, 9 in r159c2".
func candidates(list []sudoku.Candidate) string {
	var at [sudoku.MaxSide + 1]sudoku.Cells
	for _, k := range list {
		at[k.Digit] = at[k.Digit].With(k.Cell)
	}
	var parts []string
	for digit, cells := range at {
		if cells.Len() > 0 {
			parts = append(parts, fmt.Sprintf("%d in %s", digit, cells))
		}
	}
	return strings.Join(parts, ", ")
}

// cut shortens text to some characters.
func cut(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most-1]) + "…"
}

func kind(s sudoku.Shape) string {
	if s == sudoku.Shidoku {
		return "Shidoku"
	}
	return "Sudoku"
}
