package format

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// parseGNOME reads a game that GNOME Sudoku saved: its cells that are not empty, with their
// position and whether they are "fixed", which the clues are. ok is false for any other object.
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
	e.Comment = jsonComment(gnomeNotes(object), nil)
	return e, true
}

// gnomeCustom is the difficulty of a puzzle that was entered by hand, which says nothing.
const gnomeCustom = "custom"

// gnomeNotes returns what a saved game says of the puzzle, and not of how it was played.
func gnomeNotes(object map[string]any) map[string]any {
	notes := maps.Clone(object)
	delete(notes, "cells")
	delete(notes, "time_elapsed")
	if notes["difficulty_category"] == gnomeCustom {
		delete(notes, "difficulty_category")
	}
	return notes
}

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
