package bot

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// inASCII are the options that are read sign by sign: moves, grids, numbers, times. Others may be
// names, which are kept as they were given.
var inASCII = []string{
	"moves", "answer", "puzzle", gridField, "level", "number", "end",
	"date", timeField, "tier", "minutes", "clues", "freezes",
}

// narrowed returns the options with full-width signs as ASCII in those that are read sign by sign:
// the keyboards of East Asia write "ｒ４ｃ５＝７" as readily as "r4c5=7".
func narrowed(options map[string]string) map[string]string {
	narrow := map[string]string{}
	for name, value := range options {
		if slices.Contains(inASCII, name) {
			value = sudoku.Narrow(value)
		}
		narrow[name] = value
	}
	return narrow
}
