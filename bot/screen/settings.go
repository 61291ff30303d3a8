package screen

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// drawn is the board of a game as its player wants it, with where they are on the pad.
func drawn(q handler.Query, game games.Game) picture.Board {
	b := picture.Board{
		Clues: game.Clues, Grid: game.Grid, Marks: game.Marks,
		Theme: picture.Theme(game.Settings.Theme), Last: game.Last,
		Letters: game.Settings.Letters || game.Shape == sudoku.Shidoku, // whose buttons are called A1 to D4
	}
	switch last := game.Last.Slice(); {
	case len(last) == 1:
		b.Lit = sudoku.DigitsOf(game.Grid.At(last[0]))
	case len(last) > game.Shape.Side(): // as of all candidates: pointing at most cells shows nothing
		b.Last = sudoku.Cells{}
	}
	if v := viewOf(q, game); game.Finished.IsZero() {
		b.Box = v.box
		if v.Digit != 0 {
			b.Lit = sudoku.DigitsOf(v.Digit)
		}
		if v.box > 0 && v.cell > 0 {
			b.Box, b.Selected = 0, sudoku.CellsOf(cellOf(game.Shape, v.box, v.cell))
		}
	}
	if game.Settings.MarkMistakes {
		b.Wrong = mistakes(game)
	}
	return b
}

// mistakes are the cells of a game with a digit that is not the solution's. A puzzle whose solution cannot
// be had shows none: there are other commands that say so.
func mistakes(game games.Game) (cells sudoku.Cells) {
	solution, err := SolutionOf(game)
	if err != nil {
		return cells
	}
	for c := range game.Grid.Filled().All() {
		if game.Grid.At(c) != solution.At(c) {
			cells = cells.With(c)
		}
	}
	return cells
}
