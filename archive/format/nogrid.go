package format

import (
	"maps"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// withoutGrid returns the error of an object in which no puzzle was found. It is of the kind [NoPuzzle] if nothing in it looks like
// cells, so that no puzzle is lost with it: an object about the collection, say.
func withoutGrid(object map[string]any) error {
	rows := 0
	for _, key := range slices.Sorted(maps.Keys(object)) {
		text, _ := object[key].(string)
		switch n := longestRun(text); {
		case n == sudoku.Sudoku.Side():
			rows++
		case n >= len(sudoku.Shidoku.Cells()):
			if _, err := sudoku.Parse(text); err != nil {
				return err
			}
		}
	}
	if rows > 1 {
		return failf(WrongRows, `%d rows of cells in an object: give the cells as "puzzle"`, rows)
	}
	return failf(NoPuzzle, `a JSON object without a puzzle: give the cells as "puzzle"`)
}

// longestRun returns how many cells stand in a row in a text, 0 if there is no row of a grid. A date has ten characters that
// could be cells, and is none.
func longestRun(text string) (longest int) {
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(sudoku.CellCharacters, r) }) {
		isRow := len(run) == sudoku.Sudoku.Side() || len(run) >= len(sudoku.Shidoku.Cells())
		if isRow && strings.ContainsAny(run, "123456789") {
			longest = max(longest, len(run))
		}
	}
	return longest
}
