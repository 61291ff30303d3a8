package bot

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MaxAlt is the most characters of a board in words: what chat networks take.
const MaxAlt = 1024

// altText says in words what the picture of a board shows: the rows of the grid with "." for
// empty cells, which digits are the player's, and what is marked.
func (s speech) altText(b picture.Board) string {
	own := b.Grid.Filled().Minus(b.Clues.Filled()).Len()
	args := locale.Args{"Shape": capital(s.Shape(b.Grid.Shape())), "Own": own}
	lines := []string{s.Count("alt.clues", b.Clues.Len(), args)}
	if own > 0 {
		lines = []string{s.Count("alt.clues-and-own", b.Clues.Len(), args)}
	}
	if b.Title != "" {
		lines[0] = s.Text("alt.title", locale.Args{"Title": cut(b.Title, 200), "Board": lines[0]})
	}
	lines[0] += " " + s.Text("alt.rows", nil)
	lines = append(lines, rowsOf(b.Clues)...)
	if own > 0 {
		lines = append(append(lines, s.Text("alt.own-rows", nil)), rowsOf(b.Grid)...)
	}
	for _, part := range []struct {
		key  string
		list []sudoku.Candidate
	}{{"alt.circled", b.Pattern}, {"alt.to-place", b.Placements}, {"alt.struck", b.Eliminations}} {
		if len(part.list) > 0 {
			lines = append(lines, s.Text(part.key, locale.Args{"Candidates": s.candidates(part.list)}))
		}
	}
	if hatched := b.Hatched(); hatched.Len() > 0 {
		lines = append(lines, s.Text("alt.hatched", locale.Args{"Cells": hatched.String()}))
	}
	return cut(strings.Join(lines, "\n"), MaxAlt)
}

// rowsOf writes a row a line, boxes apart: "53. .7. ...".
func rowsOf(g sudoku.Grid) []string {
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
	return lines
}

// candidates names digits and cells: "8 in r1c5, 9 in r159c2".
func (s speech) candidates(list []sudoku.Candidate) string {
	var at [sudoku.MaxSide + 1]sudoku.Cells
	for _, k := range list {
		at[k.Digit] = at[k.Digit].With(k.Cell)
	}
	var parts []string
	for digit, cells := range at {
		if cells.Len() > 0 {
			parts = append(parts, s.Text("alt.candidate", locale.Args{"Digit": digit, "Cells": cells.String()}))
		}
	}
	return s.commas(parts)
}
