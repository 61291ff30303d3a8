// Package starter holds the puzzles with which an archive begins that has no others, the collection
// [Collection]. For each tier there are 366 minimal 9×9 puzzles and 366 of 6×6, enough for a year of dailies. All
// 36 essentially different minimal Shidoku are there too.
//
// [Open] returns them as text, one puzzle a line with comments between, as package format
// reads it. The files are the output of `gridkeeper generate` below a comment that says
// with which options; `make starter` makes them again.
package starter

import (
	"embed"
	"io"
)

// Collection is the name of the collection, and Source that of its file in reports. Licence lets everyone use the puzzles for
// anything, by its id of SPDX.
const (
	Collection = "Starter"
	Source     = "starter"
	Licence    = "CC0-1.0"
)

//go:embed *.txt
var files embed.FS

// Open returns all puzzles: the 6×6 of tiers 1 to 5, the Shidoku, then the 9×9 of tiers 1 to 5.
func Open() io.Reader {
	names, err := files.ReadDir(".")
	if err != nil {
		panic(err) // it is part of the program
	}
	var readers []io.Reader
	for _, name := range names {
		f, err := files.Open(name.Name())
		if err != nil {
			panic(err)
		}
		readers = append(readers, f)
	}
	return io.MultiReader(readers...)
}
