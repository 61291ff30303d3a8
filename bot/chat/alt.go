package chat

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MaxAlt is the most characters of a board in words that chat networks take.
const MaxAlt = 1024

// WithBoard adds a board to a reply, and the board in words. The title stands above it already.
func (s Speech) WithBoard(r Reply, b picture.Diagram) Reply {
	b.Title = ""
	r.Screen.Board, r.Screen.Alt = &b, s.AltText(b, false)
	return r
}

// AltText describes the picture of a board for a screen reader: the rows, the player's digits, the mistakes and the cells of
// a hint; with marks, as many as there is room for. The most important comes first, as the end may be cut.
func (s Speech) AltText(b picture.Diagram, marks bool) string {
	lines := []string{s.Count("alt.clues", b.Clues.Len(), locale.Args{"Shape": Capital(s.Shape(b.Grid.Shape()))})}
	for row := range b.Grid.Shape().Side() {
		lines = append(lines, s.Text("alt.row", locale.Args{"Row": row + 1, "Cells": s.RowInWords(b.Grid, row)}))
	}
	lines = append(lines, s.altCells(b)...)
	lines = append(lines, s.altStep(b)...)
	marked := s.markedCells(b)
	if marks && len(marked) > 0 {
		return s.withMarks(strings.Join(lines, "\n"), marked)
	}
	if len(marked) > 0 {
		lines = append(lines, s.Count("alt.marked", len(marked), nil))
	}
	return Cut(strings.Join(lines, "\n"), MaxAlt)
}

// RowInWords reads a row box by box: "5 3 blank, blank 7 blank, blank blank blank".
func (s Speech) RowInWords(g sudoku.Grid, row int) string {
	var boxes []string
	var cells []string
	for column := range g.Shape().Side() {
		cell := s.Text("alt.blank", nil)
		if d := g.At(sudoku.CellAt(row, column)); d != 0 {
			cell = d.String()
		}
		if cells = append(cells, cell); len(cells) == g.Shape().BoxWidth() {
			boxes, cells = append(boxes, strings.Join(cells, " ")), nil
		}
	}
	return s.Commas(boxes)
}

// altCells names the cells that stand out.
func (s Speech) altCells(b picture.Diagram) (lines []string) {
	own := b.Grid.Filled().Minus(b.Clues.Filled())
	if b.Grid.Solved() && own.Len() > 0 {
		return []string{s.Text("alt.solved", nil)}
	}
	for _, part := range []struct {
		key   string
		cells sudoku.Cells
	}{
		{"alt.own", own}, {"alt.wrong", b.Wrong}, {"alt.conflicts", b.Conflicts()},
		{"alt.chosen", b.Selected}, {"alt.last", b.Last},
	} {
		if part.cells.Len() > 0 {
			lines = append(lines, s.Text(part.key, locale.Args{"Cells": s.cellsInWords(part.cells)}))
		}
	}
	if b.Box > 0 {
		lines = append(lines, s.Text("alt.box", locale.Args{"Box": b.Box}))
	}
	if b.Lit != 0 {
		lines = append(lines, s.Text("alt.lit", locale.Args{"Digits": apart(b.Lit)}))
	}
	return lines
}

// cellsInWords names cells row by row: "row 1 columns 1 2, row 4 column 2". A listener hears "r1c12" as column twelve.
func (s Speech) cellsInWords(cells sudoku.Cells) string {
	var columns [sudoku.MaxSide][]string
	for c := range cells.All() {
		columns[c.Row()] = append(columns[c.Row()], strconv.Itoa(c.Column()+1))
	}
	var rows []string
	for row, in := range columns {
		if len(in) > 0 {
			rows = append(rows, s.Text("alt.cells", locale.Args{
				"Row":     s.House(sudoku.House{Kind: sudoku.Row, Index: uint8(row)}),
				"Columns": s.Count("house.column", len(in), locale.Args{"Numbers": strings.Join(in, " ")}),
			}))
		}
	}
	return s.Commas(rows)
}

// apart writes digits with blanks between them, so that they are not heard as one number.
func apart(digits sudoku.Digits) string { return strings.Join(strings.Split(digits.String(), ""), " ") }

// altStep describes the marks of a hint or a lesson on the board.
func (s Speech) altStep(b picture.Diagram) (lines []string) {
	for _, part := range []struct {
		key    string
		houses []sudoku.House
	}{{"alt.framed", b.Houses}, {"alt.covered", b.Cover}} {
		var houses []string
		for _, h := range part.houses {
			houses = append(houses, s.House(h))
		}
		if len(houses) > 0 {
			lines = append(lines, s.Text(part.key, locale.Args{"Houses": s.Commas(houses)}))
		}
	}
	for _, part := range []struct {
		key  string
		list []sudoku.Candidate
	}{{"alt.circled", b.Pattern}, {"alt.squared", b.Extras}, {"alt.to-place", b.Placements}, {"alt.struck", b.Eliminations}} {
		if len(part.list) > 0 {
			lines = append(lines, s.Text(part.key, locale.Args{"Candidates": s.candidates(part.list)}))
		}
	}
	return lines
}

// markedCells lists the marks of each cell: "r4c1 1 3".
func (s Speech) markedCells(b picture.Diagram) (cells []string) {
	for _, c := range b.Grid.Shape().Cells() {
		if b.Marks[c] != 0 && b.Grid.At(c) == 0 {
			cells = append(cells, s.Text("alt.marks-of", locale.Args{"Cell": c.String(), "Marks": apart(b.Marks[c])}))
		}
	}
	return cells
}

// withMarks adds the marks of as many cells as there is room for, and how many more there are.
func (s Speech) withMarks(text string, cells []string) string {
	for n := len(cells); n > 0; n-- {
		marks := s.Text("alt.marks", locale.Args{"Marks": s.Commas(cells[:n])})
		if n < len(cells) {
			marks = s.Text("sentence.next", locale.Args{"Before": marks, "Next": s.Count("list.more", len(cells)-n, nil)})
		}
		if whole := text + "\n" + marks; utf8.RuneCountInString(whole) <= MaxAlt {
			return whole
		}
	}
	return Cut(text, MaxAlt)
}

// candidates names digits and cells: "8 in row 1 column 5, 9 in row 4 columns 2 3".
func (s Speech) candidates(list []sudoku.Candidate) string {
	var at [sudoku.MaxSide + 1]sudoku.Cells
	for _, k := range list {
		at[k.Digit] = at[k.Digit].With(k.Cell)
	}
	var parts []string
	for digit, cells := range at {
		if cells.Len() > 0 {
			parts = append(parts, s.Text("alt.candidate", locale.Args{"Digit": digit, "Cells": s.cellsInWords(cells)}))
		}
	}
	return s.Commas(parts)
}
