package archive

import (
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Puzzle is a grid with exactly one solution, as stored: one for all its isomorphs.
type Puzzle struct {
	ID           int64
	Key          canon.Key
	Clues        sudoku.Grid // as the line showed it that brought the puzzle in
	Tier         solver.Tier
	Score        float64 // expected solving time, seconds
	Hardest      solver.Technique
	Name, Author string // of that line, "" where it had none
}
