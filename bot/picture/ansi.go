package picture

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// style is the parameters of an ANSI "select graphic rendition" sequence (ECMA-48, 1991).
type style string

const (
	styleClue       style = "1"      // bold
	styleDigit      style = "94"     // bright blue
	styleFaint      style = "2"      // faint
	styleConflict   style = "1;4;91" // bold, underlined, red
	styleWrong      style = "1;7;35" // bold, inverse, magenta
	stylePattern    style = "1;4;32" // bold, underlined, green
	stylePlaced     style = "7;1;32" // inverse, bold, green
	styleEliminated style = "9;31"   // struck through, red
)

// restyled has what a theme does otherwise: a light ground takes darker colours, and high contrast
// nothing that is faint.
var restyled = map[Theme]map[style]style{
	Light: {styleDigit: "34", styleConflict: "1;4;31"},
	Contrast: {
		styleDigit: "1;93", styleFaint: "0", styleConflict: "1;4;7;91",
		stylePattern: "1;4;92", stylePlaced: "7;1;92", styleEliminated: "1;9;91",
	},
}

// paint wraps text in a style where the pen has colours.
func (p pen) paint(s style, text string) string {
	if !p.coloured {
		return text
	}
	if other, ok := restyled[p.theme][s]; ok {
		s = other
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func (b Board) cellStyle(c sudoku.Cell, conflicts sudoku.Cells) style {
	d := b.Grid.At(c)
	switch {
	case b.Wrong.Has(c):
		return styleWrong
	case conflicts.Has(c):
		return styleConflict
	case d != 0 && slices.Contains(b.Pattern, sudoku.Candidate{Cell: c, Digit: d}):
		return stylePattern
	case d == 0 && slices.ContainsFunc(b.Placements, func(k sudoku.Candidate) bool { return k.Cell == c }):
		return stylePlaced
	case d == 0:
		return styleFaint
	case b.Clues.At(c) != 0:
		return styleClue
	}
	return styleDigit
}
