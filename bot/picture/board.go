package picture

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Board is what a player sees: the grid, the marks, where the player is, and what a hint points at.
// Only Grid is needed; the other zero values show nothing. Conflicts, digits that stand twice in a
// house, are found by the drawing itself.
type Board struct {
	Title string // one line above the board, for pictures that stand alone; may be empty
	Clues sudoku.Grid
	Grid  sudoku.Grid // the clues and the player's digits
	Marks sudoku.Pencilmarks

	Theme   Theme `json:",omitempty"`
	Letters bool  `json:",omitempty"` // columns are labelled A to I, for cells such as E4; else 1 to 9, for r4c5

	Box      int           `json:",omitempty"` // the box that the player has chosen, counted from 1: framed; 0: none
	Selected sudoku.Cells  // the cells that the player has chosen: framed thickly
	Last     sudoku.Cells  // the cells of the last move: a corner is marked
	Lit      sudoku.Digits `json:",omitempty"` // digits that light up wherever they stand, also as marks: the same as the one chosen

	Houses       []sudoku.House     // where to look: framed
	Cover        []sudoku.House     // where a step removes: framed with dashes
	Pattern      []sudoku.Candidate // what a step rests on: circled
	Placements   []sudoku.Candidate // what a step places: in a filled square
	Eliminations []sudoku.Candidate // what a step removes: struck
	Wrong        sudoku.Cells       // mistakes, and cells without a digit that fits: crossed
}

// Conflicts returns the cells of digits that stand twice in a house.
func (b Board) Conflicts() (cells sudoku.Cells) {
	for c := range b.Grid.Conflicts() {
		cells = cells.Union(c.Cells)
	}
	return cells
}

// Hatched returns the cells that are drawn as wrong: mistakes and conflicts.
func (b Board) Hatched() sudoku.Cells { return b.Wrong.Union(b.Conflicts()) }

// Showing returns the board with a step marked on it: its houses, its pattern and its
// conclusions; of a contradiction the chain, and the cell where it ends. The candidates that the
// step reasons with are drawn even where there are no marks, but for singles, which need none.
func (b Board) Showing(step logic.Step) Board {
	candidates := logic.State{Grid: b.Grid, Marks: b.Marks}.Completed().Marks
	b.Houses, b.Cover, b.Placements, b.Eliminations = step.Houses, step.Cover, step.Placements, step.Eliminations
	b.Pattern, b.Lit = nil, 0
	if step.Technique == logic.HiddenSingle {
		b.Lit = step.Digits // those that stand explain where it cannot be
	}
	for c := range step.Cells.All() {
		for d := range (candidates[c] & step.Digits).All() {
			b.Pattern = append(b.Pattern, sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	if step.Technique == logic.Contradiction {
		for _, inner := range step.Chain {
			b.Pattern = append(b.Pattern, inner.Placements...)
		}
		b.Wrong = step.Cells
	}
	if len(step.Placements) > 0 {
		return b
	}
	for _, h := range slices.Concat(step.Houses, step.Cover) {
		for _, c := range b.Grid.Shape().House(h) {
			b.Marks[c] |= candidates[c] & step.Digits
		}
	}
	return b
}
