package archive

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Daily is the puzzle of a server for a nominal date, a shape and a tier.
type Daily struct {
	Server    string
	Date      Date
	Number    int // of the date among the server's dates, from 1; the same for all tiers
	Shape     sudoku.Shape
	Tier      solver.Tier // as asked for; of a Shidoku, the puzzle's
	Puzzle    Puzzle
	Transform sudoku.Transform // how it is shown
}

// Clues returns the grid as it is shown.
func (d Daily) Clues() sudoku.Grid { return d.Transform.Apply(d.Puzzle.Clues) }
