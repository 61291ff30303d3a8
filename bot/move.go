package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func moveCommand() handler {
	return handler{Command{
		Name:        "move",
		Description: "Write digits and marks on your board",
		Options: []Option{{
			Name: "moves", Description: "r4c5=7 or 457 or E4 7; marks r4c5=?37; clear -r4c5; row r4=53..7....", Required: true, Kind: Text,
		}},
		Example: "/move r4c5=7 r1c1=?37",
		Details: `Several moves at once, apart by blanks, commas or lines: all are made, or none.
r4c5=7, 457, E4 7: a digit (E4 is column E, the fifth, of row 4)
r4c5=?37: marks; ? alone marks all candidates everywhere, -? takes all marks away
-r4c5: empties the cell
r4=53..7....: the whole row as it shall read, . for an empty cell; clues stay`,
	}, (*Bot).move}
}

func (b *Bot) move(ctx context.Context, r Request) (Reply, error) {
	text := r.option("moves")
	game, err := b.change(ctx, r, func(game archive.Game) (play.Event, error) {
		after, err := typed{game.Clues, logic.State{Grid: game.Grid, Marks: game.Marks}}.play(text)
		return play.Event{Kind: play.Moved, Text: text, Board: play.Board{Clues: game.Clues, Grid: after.Grid, Marks: after.Marks}}, err
	})
	if err != nil {
		return Reply{}, err
	}
	return b.changed(ctx, game)
}

// changed shows a board after a change, and finishes the game where it is solved.
func (b *Bot) changed(ctx context.Context, game archive.Game) (Reply, error) {
	switch {
	case game.Grid.Solved():
		return b.finish(ctx, game)
	case game.Grid.Len() == len(game.Shape.Cells()):
		return boardReply(game, "The board is full, and something in it is wrong: /check counts mistakes, /hint shows them."), nil
	}
	text := capital(toGo(game)) + "."
	if found := conflicts(game.Grid); found != "" {
		text += " Conflict: " + found + "."
	}
	return boardReply(game, "%s", text), nil
}
