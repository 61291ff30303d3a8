package picture

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Board is what a player sees: the grid, the marks, and what a hint points at. Digits that
// stand twice in a house are found by the drawing itself.
type Board struct {
	Title string // one line; may be empty
	Clues sudoku.Grid
	Grid  sudoku.Grid // the clues and the player's digits
	Marks sudoku.Pencilmarks

	Houses       []sudoku.House     // where to look: framed
	Pattern      []sudoku.Candidate // what a step rests on: green and circled
	Placements   []sudoku.Candidate // what a step places: green and boxed
	Eliminations []sudoku.Candidate // what a step removes: red and struck
	Wrong        sudoku.Cells       // mistakes: hatched
}

// Hatched returns the cells that are drawn as wrong: mistakes, and digits that stand twice in a
// house.
func (b Board) Hatched() sudoku.Cells {
	cells := b.Wrong
	for c := range b.Grid.Conflicts() {
		cells = cells.Union(c.Cells)
	}
	return cells
}

// Showing returns the board with a step marked on it: its houses, its pattern and its
// conclusions; of a contradiction the chain, and the cell where it ends. The candidates that the
// step reasons with are drawn even where there are no marks, but for singles, which need none.
func (b Board) Showing(step logic.Step) Board {
	candidates := logic.State{Grid: b.Grid, Marks: b.Marks}.Completed().Marks
	b.Houses, b.Placements, b.Eliminations = step.Houses, step.Placements, step.Eliminations
	b.Pattern = nil
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
