package play

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Board is the board of a player: a comparable value. Grid holds the clues and the
// player's own digits, Marks the player's marks in open cells.
type Board struct {
	Clues sudoku.Grid
	Grid  sudoku.Grid
	Marks sudoku.Pencilmarks
}

// NewBoard returns the board of a puzzle on which nothing was done yet.
func NewBoard(clues sudoku.Grid) Board { return Board{Clues: clues, Grid: clues} }

// State returns the digits and the marks as the logic sees them.
func (b Board) State() logic.State {
	return logic.State{Grid: b.Grid, Marks: b.Marks, Placed: b.Grid.Filled().Minus(b.Clues.Filled())}
}

// ChangedSince returns the cells that differ from an earlier board, in digit or marks.
func (b Board) ChangedSince(earlier Board) (cells sudoku.Cells) {
	for _, c := range b.Clues.Shape().Cells() {
		if b.Grid.At(c) != earlier.Grid.At(c) || b.Marks[c] != earlier.Marks[c] {
			cells = cells.With(c)
		}
	}
	return cells
}

// Open returns how many cells have no digit.
func (b Board) Open() int { return len(b.Clues.Shape().Cells()) - b.Grid.Len() }

// Marked reports whether open cells have marks, all that have candidates: after [MarkAll] or
// [MarkOpen], until one is emptied.
func (b Board) Marked() bool {
	full := b
	full.markOpen()
	return full == b && b.Open() > 0
}

// markOpen marks all candidates in open cells without marks.
func (b *Board) markOpen() {
	candidates := b.Grid.Candidates()
	for _, c := range b.Clues.Shape().Cells() {
		if b.Marks[c] == 0 {
			b.Marks[c] = candidates[c]
		}
	}
}

// Solved reports whether the grid is a solution of the clues.
func (b Board) Solved() bool { return b.Grid.Solved() && b.Grid.Extends(b.Clues) }

// Solution returns the solution of the clues. The errors are as for [solver.Solve].
func (b Board) Solution() (sudoku.Grid, error) { return solver.Solve(b.Clues) }

// set writes a digit, 0 for none, takes the marks of its cell away and the digit out of the
// marks of its peers.
func (b *Board) set(c sudoku.Cell, d sudoku.Digit) {
	b.Grid = b.Grid.With(c, d)
	b.Marks[c] = 0
	for peer := range b.Clues.Shape().Peers(c).All() {
		b.Marks[peer] = b.Marks[peer].Without(d)
	}
}
