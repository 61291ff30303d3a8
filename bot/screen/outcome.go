package screen

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// OutcomeOf is that of a change of a game that says no more than the board after it.
func OutcomeOf(game games.Game) chat.Outcome {
	return chat.Outcome{Game: game, GameID: game.ID, Revision: game.Revision}
}

// Judged is the outcome of a check or an answer.
func Judged(game games.Game, found chat.Judged) chat.Outcome {
	o := OutcomeOf(game)
	o.Judged = &found
	return o
}

// Outcome points at the board that the hint was asked about.
func (d Hinted) Outcome(q handler.Query) chat.Outcome {
	hint, before := d.Hint, d.Before
	h := &chat.Hinted{Level: d.Level, Words: chat.Cut(q.Hint(hint), chat.MaxText)}
	for _, m := range hint.Mistakes {
		if m.Digit != 0 {
			h.Eliminations = append(h.Eliminations, sudoku.Candidate{Cell: m.Cell, Digit: m.Digit})
		}
	}
	points := pointAt(picture.Board{Clues: before.Clues, Grid: before.Grid, Marks: before.Marks}, hint)
	h.Houses = slices.Concat(points.Houses, points.Cover)
	h.Pattern, h.Placements = points.Pattern, points.Placements
	h.Eliminations = append(h.Eliminations, points.Eliminations...)
	h.Lines = linesOfStep(d.Game.Shape, hint.Step)
	o := OutcomeOf(d.Game)
	o.Hint = h
	return o
}

// linesOfStep joins what reasons on its way through a step: the cells of a fish within each of its
// houses, and the digits of a contradiction as they follow from each other.
func linesOfStep(shape sudoku.Shape, step logic.Step) (lines [][2]sudoku.Cell) {
	for _, h := range step.Houses {
		if len(step.Cover) == 0 {
			break
		}
		var cells sudoku.Cells
		for _, c := range shape.House(h) {
			cells = cells.With(c)
		}
		lines = append(lines, pairs(step.Cells.Intersect(cells).Slice())...)
	}
	var chain []sudoku.Cell
	for _, inner := range step.Chain {
		for _, p := range inner.Placements {
			chain = append(chain, p.Cell)
		}
	}
	return append(lines, pairs(chain)...)
}

// pairs returns each cell with the next.
func pairs(cells []sudoku.Cell) (pairs [][2]sudoku.Cell) {
	for i := 1; i < len(cells); i++ {
		pairs = append(pairs, [2]sudoku.Cell{cells[i-1], cells[i]})
	}
	return pairs
}
