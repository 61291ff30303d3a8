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
	styleWrong      style = "1;4;91" // bold, underlined, red
	stylePattern    style = "1;4;32" // bold, underlined, green
	stylePlaced     style = "7;1;32" // inverse, bold, green
	styleEliminated style = "9;31"   // struck through, red
)

// paint wraps text in a style where the pen has colours.
func (p pen) paint(s style, text string) string {
	if !p.coloured {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func (b Board) cellStyle(c sudoku.Cell, hatched sudoku.Cells) style {
	d := b.Grid.At(c)
	switch {
	case hatched.Has(c):
		return styleWrong
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
