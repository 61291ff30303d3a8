package picture

import "github.com/gridkeeper/gridkeeper/sudoku"

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
