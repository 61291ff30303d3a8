package format

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Files of single programs: the lines of HoDoKu, the saved games of GNOME Sudoku, and grids as drawings, of SadMan
// Software, Simple Sudoku, SudoCue and MATLAB. The drawings are read by block.go and source.go, and only written
// here.

// A line of a HoDoKu library has a position for a technique:
//
//	:technique:candidates:cells:deleted candidates:eliminations:comment:
//
// In cells, + precedes a digit that was placed and is not a clue.
const (
	hodokuTechnique = 1
	hodokuCells     = 3
	hodokuComment   = 6
)

// hodokuStart begins the lines that [WriteAs] writes, as HoDoKu requires a technique and candidates.
const hodokuStart = ":0000:x:"

// parseHoDoKu reads a line of a HoDoKu library. ok is false for any other line.
func parseHoDoKu(line string) (e Entry, ok bool) {
	line = strings.TrimSpace(line)
	fields := strings.Split(line, ":")
	if len(fields) <= hodokuCells || fields[0] != "" || len(fields[hodokuCells]) < leastCells {
		return Entry{}, false
	}
	var cells strings.Builder
	placed := false
	for _, r := range fields[hodokuCells] {
		switch {
		case r == '+':
			placed = true
			continue
		case placed && r >= '1' && r <= '9':
			r = '.'
		}
		placed = false
		cells.WriteRune(r)
	}
	e = parseValue(cells.String())
	if e.Err != nil {
		return rejected(line, failf(NotACell, "the cells of this HoDoKu line: %w", e.Err)), true
	}
	comment := ""
	if len(fields) > hodokuComment {
		comment = oneSpace(fields[hodokuComment])
	}
	if strings.HasPrefix(line, hodokuStart) { // of [WriteAs], without a technique
		e.Comment = commentOf(comment)
		return e, true
	}
	e.Comment = " # HoDoKu " + fields[hodokuTechnique]
	if comment != "" {
		e.Comment += ", " + comment
	}
	return e, true
}

func hodoku(e Entry) string {
	text := strings.ReplaceAll(oneSpace(e.Name+" "+e.Comment), ":", ";")
	return hodokuStart + e.Grid.String() + ":::" + contentOf(Entry{Comment: commentOf(text)}).Comment + ":"
}

// parseGNOME reads a saved game of GNOME Sudoku: its cells that are not empty, with their position and whether they
// are "fixed", as clues are. ok is false for any other object.
func parseGNOME(object map[string]any) (e Entry, ok bool) {
	cells, _ := object["cells"].([]any)
	if len(cells) == 0 {
		return Entry{}, false
	}
	text := []byte(strings.Repeat(".", sudoku.MaxCells))
	for _, value := range cells {
		cell, _ := value.(map[string]any)
		position, _ := cell["position"].([]any)
		if len(position) != 2 {
			return Entry{}, false
		}
		row, rowOK := index(position[0])
		column, columnOK := index(position[1])
		clue, clueOK := cellOf(cell["value"])
		if !rowOK || !columnOK || !clueOK {
			return rejected("", failf(NotACell, "the cell at %s has the value %s: a value is a digit, and rows and columns are 0 to 8",
				jsonExcerpt(position), jsonExcerpt(cell["value"]))), true
		}
		if fixed, _ := cell["fixed"].(bool); fixed {
			text[row*sudoku.MaxSide+column] = clue[0]
		}
	}
	e = parseValue(string(text))
	notes := maps.Clone(object)
	delete(notes, "cells")
	delete(notes, "time_elapsed") // by the player
	if notes["difficulty_category"] == gnomeCustom {
		delete(notes, "difficulty_category")
	}
	e.Comment = jsonComment(notes, nil)
	return e, true
}

// gnomeCustom is the difficulty of any puzzle that was entered by hand.
const gnomeCustom = "custom"

// index returns a number from 0 to 8.
func index(value any) (int, bool) {
	n, _ := value.(json.Number)
	return int(strings.Index("012345678", n.String())), len(n) == 1 && n[0] <= '8'
}

// gnome returns the object that parseGNOME reads.
func gnome(e Entry) ([]byte, error) {
	type cell struct {
		Position [2]int `json:"position"`
		Value    int    `json:"value"`
		Fixed    bool   `json:"fixed"`
		Earmarks []int  `json:"earmarks"`
	}
	game := struct {
		Difficulty string  `json:"difficulty_category"`
		Elapsed    float64 `json:"time_elapsed"`
		Cells      []cell  `json:"cells"`
	}{Difficulty: gnomeCustom}
	for _, c := range e.Grid.Shape().Cells() {
		if d := e.Grid.At(c); d != 0 {
			game.Cells = append(game.Cells, cell{[2]int{c.Row(), c.Column()}, int(d), true, []int{}})
		}
	}
	return json.MarshalIndent(game, "", "  ")
}

// rowsOf returns the rows of a grid, with a text for each cell and a bar after each box but the last.
func rowsOf(g sudoku.Grid, cell func(sudoku.Cell) string, bar string) []string {
	side := g.Shape().Side()
	width := g.Shape().BoxWidth()
	rows := make([]string, side)
	for _, c := range g.Shape().Cells() {
		if column := c.Column(); column > 0 && column%width == 0 {
			rows[c.Row()] += bar
		}
		rows[c.Row()] += cell(c)
	}
	return rows
}

// plain returns the character of a cell.
func plain(g sudoku.Grid) func(sudoku.Cell) string {
	return func(c sudoku.Cell) string {
		if d := g.At(c); d != 0 {
			return d.String()
		}
		return "."
	}
}

// boxed draws lines above, between and below the bands of rows.
func boxed(s sudoku.Shape, rows []string, top, rule, bottom string) string {
	lines := []string{top}
	for i, row := range rows {
		if i > 0 && i%s.BoxHeight() == 0 {
			lines = append(lines, rule)
		}
		lines = append(lines, row)
	}
	return strings.Join(append(lines, bottom), "\n")
}

func drawing(e Entry) string {
	rows := rowsOf(e.Grid, func(c sudoku.Cell) string { return " " + plain(e.Grid)(c) }, " |")
	rule := "+" + strings.Repeat(strings.Repeat("-", 2*e.Grid.Shape().BoxWidth()+1)+"+", e.Grid.Shape().BoxHeight())
	for i, row := range rows {
		rows[i] = "|" + row + " |"
	}
	return header(e) + boxed(e.Grid.Shape(), rows, rule, rule, rule) + "\n"
}

func sdk(e Entry) string {
	return header(e) + strings.Join(rowsOf(e.Grid, plain(e.Grid), ""), "\n") + "\n"
}

func simpleSudoku(e Entry) string {
	rows := rowsOf(e.Grid, plain(e.Grid), "|")
	for i, row := range rows {
		rows[i] = "|" + row + "|"
	}
	return boxed(e.Grid.Shape(), rows, "*-----------*", "|---+---+---|", "*-----------*") + "\n"
}

// sdx writes the candidates of the empty cells, or the pencil marks of a position. A single candidate would be read
// as a clue, so it gets a second one that the clues rule out.
func sdx(e Entry) string {
	possible := e.Grid.Candidates()
	grid, given := e.Position()
	return strings.Join(rowsOf(e.Grid, func(c sudoku.Cell) string {
		if d := e.Grid.At(c); d != 0 {
			return d.String() + " "
		}
		if d := grid.At(c); d != 0 {
			return "u" + d.String() + " "
		}
		marks := possible[c]
		if given[c] != 0 {
			marks = given[c]
		}
		if marks.Len() == 1 {
			marks = marks.With((e.Grid.Shape().Digits() &^ possible[c] &^ marks).First())
		}
		switch marks.Len() {
		case 0:
			return "123456789 "
		case 1: // of a sukaku, as a digit that a player placed
			return "u" + marks.String() + " "
		}
		return marks.String() + " "
	}, ""), "\n") + "\n"
}

func matrix(e Entry) string {
	rows := rowsOf(e.Grid, func(c sudoku.Cell) string { return fmt.Sprintf(" %d", e.Grid.At(c)) }, "")
	return "[" + strings.TrimPrefix(strings.Join(rows, "\n"), " ") + "];\n"
}
