package player

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Names of the fields of forms.
const (
	movesField = "moves"
	GridField  = "grid"
)

// fromField gives an option the text of a field.
func fromField(option, field string) func(chat.Fill) (map[string]string, bool) {
	return func(f chat.Fill) (map[string]string, bool) { return map[string]string{option: f.Fields[field]}, true }
}

// openForm answers with a form of one field about the board below which the button stands. Networks without
// forms show the board, and how to type moves there.
func openForm(field func(handler.Query, games.Game) chat.Field) func(context.Context, *handler.Env, handler.Query) (chat.Reply, error) {
	return func(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
		game, err := screen.Unfinished(ctx, env, q)
		if err != nil {
			return screen.OrNewest(q, err)
		}
		reply := screen.Board(q, game, q.Say("form.instead", locale.Args{"Move": chat.Mention("move"), "Help": chat.Asking("help", chat.Given{Name: "command", Value: "move", Kind: chat.CommandOption})}))
		reply.Form = &chat.Form{Title: q.Own.TitleOf(game), Press: *q.Pressed, Fields: []chat.Field{field(q, game)}}
		return reply, nil
	}
}

// movesInForm is the field for moves in play's notation.
func movesInForm(q handler.Query, game games.Game) chat.Field {
	return chat.Field{Name: movesField, Label: q.Own.Text("form.moves", nil), Example: "r2c3=4 r1c1=?13", Lines: true, Most: play.MaxMoves}
}

// gridInForm is the field with the grid as text, a row in a line.
func gridInForm(q handler.Query, game games.Game) chat.Field {
	text, side := game.Grid.String(), game.Shape.Side()
	var lines []string
	for row := range side {
		lines = append(lines, text[row*side:(row+1)*side])
	}
	return chat.Field{Name: GridField, Label: q.Own.Text("form.grid", nil), Value: strings.Join(lines, "\n"), Lines: true}
}

// editGrid makes the board equal to the grid of a form, with one move for each row that
// differs. Clues that were left out stay.
func editGrid(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	var before play.Board
	game, err := screen.Change(ctx, env, q, func(game games.Game) (play.Event, error) {
		before = game.Board
		wanted, err := game.Answer(q.Option(GridField))
		if err != nil {
			return play.Event{}, err
		}
		text := rowsBetween(game.Grid, wanted)
		if text == "" {
			return play.Event{}, chat.Refuse("refusal.nothing-edited", nil)
		}
		after, err := game.Play(text)
		return play.Event{Kind: play.Moved, Text: text, Board: after}, err
	})
	if err != nil {
		return handler.Done{}, err
	}
	return afterMove(ctx, env, q, game, before)
}

// rowsBetween returns the moves that fill the rows in which two grids of one shape differ.
func rowsBetween(before, after sudoku.Grid) string {
	var moves []string
	shape := after.Shape()
	for row := range shape.Side() {
		m := play.Move{Kind: play.FillRow, Row: row, Shape: shape}
		differs := false
		for column := range shape.Side() {
			c := sudoku.CellAt(row, column)
			m.Cells[column] = after.At(c)
			differs = differs || before.At(c) != after.At(c)
		}
		if differs {
			moves = append(moves, m.String())
		}
	}
	return strings.Join(moves, " ")
}
