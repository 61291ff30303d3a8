package criteria

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ParsePattern reads which cells hold a clue: x, # or a digit for one, and . 0 - or _ for none.
func ParsePattern(shape sudoku.Shape, text string) (cells sudoku.Cells, err error) {
	mask := maskOf(text)
	if want := len(shape.Cells()); len(mask) != want {
		return cells, fmt.Errorf("%s: want %d characters for a %s, not %d: x, # or a digit for a clue and . for none",
			sudoku.Excerpt(text), want, shape, len(mask))
	}
	for i, c := range shape.Cells() {
		switch r := mask[i]; {
		case strings.ContainsRune("xX#123456789", r):
			cells = cells.With(c)
		case !strings.ContainsRune(".0-_", r):
			return cells, fmt.Errorf("%s: character %d is %q: want x, # or a digit for a clue, and one of . 0 - _ for none",
				sudoku.Excerpt(text), i+1, r)
		}
	}
	if cells == (sudoku.Cells{}) {
		return cells, fmt.Errorf("%s: no clue in it", sudoku.Excerpt(text))
	}
	return cells, nil
}

// ShapeOfPattern returns the shape of a pattern by its length, Sudoku for a length of none.
func ShapeOfPattern(text string) sudoku.Shape {
	shape, _ := sudoku.ShapeOfCells(len(maskOf(text)))
	return shape
}

// maskOf returns a pattern without the blanks between its characters.
func maskOf(text string) []rune { return []rune(strings.Join(strings.Fields(text), "")) }
