package bot

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Names of the fields of forms.
const (
	movesField = "moves"
	gridField  = "grid"
)

// typeMoves is the button of the form for moves in play's notation, which /move makes.
func typeMoves() button {
	return button{
		verb: TypeMoves, handler: &handler{name: "moves-form", board: true, answer: (*Bot).openMoves},
		sent: &button{options: fromField("moves", movesField)},
	}
}

// editsGrid is the button of the form that has the grid as text.
func editsGrid() button {
	return button{
		verb: EditGrid, handler: &handler{name: "grid-form", board: true, answer: (*Bot).openGrid},
		sent: &button{
			options: fromField(gridField, gridField),
			handler: &handler{name: "edited-grid", options: []Option{{Name: gridField}}, board: true, writes: true, play: (*Bot).editGrid},
		},
	}
}

// fromField gives an option what was typed into a field.
func fromField(option, field string) func(Fill) (map[string]string, bool) {
	return func(f Fill) (map[string]string, bool) { return map[string]string{option: f.Fields[field]}, true }
}

// openMoves opens the form for moves in play's notation.
func (b *Bot) openMoves(ctx context.Context, q query) (Reply, error) {
	return b.open(ctx, q, func(game games.Game) Field {
		example := "r4c5=7 r1c1=?37"
		if game.Shape == sudoku.Shidoku {
			example = "r2c3=4 r1c1=?13"
		}
		return Field{Name: movesField, Label: q.own.Text("form.moves", nil), Example: example, Lines: true, Most: play.MaxMoves}
	})
}

// openGrid opens the form that has the grid as text, to be changed there.
func (b *Bot) openGrid(ctx context.Context, q query) (Reply, error) {
	return b.open(ctx, q, func(game games.Game) Field {
		return Field{Name: gridField, Label: q.own.Text("form.grid", nil), Value: linesOf(game.Grid), Lines: true}
	})
}

// open shows a form of one field about the board below which the button stands. Networks without
// forms show the board, and how to type moves there.
func (b *Bot) open(ctx context.Context, q query, field func(games.Game) Field) (Reply, error) {
	game, err := b.unfinished(ctx, q)
	if err == nil {
		err = q.fits(game)
	}
	if err != nil {
		return q.orFinished(err)
	}
	reply := q.board(game, q.Say("form.instead", locale.Args{"Move": command("move"), "Help": asking("help", Given{"command", "move", CommandOption})}))
	reply.Form = &Form{Title: q.own.titleOf(game), Press: *q.pressed, Fields: []Field{field(game)}}
	return reply, nil
}

// linesOf writes a grid a row a line.
func linesOf(g sudoku.Grid) string {
	text, side := g.String(), g.Shape().Side()
	var lines []string
	for row := range side {
		lines = append(lines, text[row*side:(row+1)*side])
	}
	return strings.Join(lines, "\n")
}

// editGrid makes the board read as the text of a form does, with one move for each row that
// differs. Clues that were left out stay.
func (b *Bot) editGrid(ctx context.Context, q query) (done, error) {
	var before play.Board
	game, err := b.change(ctx, q, func(game games.Game) (play.Event, error) {
		before = game.Board
		wanted, err := game.Answer(q.option(gridField))
		if err != nil {
			return play.Event{}, err
		}
		text := rowsBetween(game.Grid, wanted)
		if text == "" {
			return play.Event{}, refuse("refusal.nothing-edited", nil)
		}
		after, err := game.Play(text)
		return play.Event{Kind: play.Moved, Text: text, Board: after}, err
	})
	if err != nil {
		return nil, err
	}
	return b.moved(ctx, q, game, before)
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

// limited keeps a form within what networks take.
func (f Form) limited() Form {
	f.Title = cut(f.Title, MaxFormTitle)
	fields := make([]Field, min(len(f.Fields), MaxFields))
	for i := range fields {
		field := f.Fields[i]
		if field.Most == 0 || field.Most > MaxField {
			field.Most = MaxField
		}
		field.Label, field.Value = cut(field.Label, MaxFormTitle), cut(field.Value, field.Most)
		field.Example = cut(field.Example, 100)
		fields[i] = field
	}
	f.Fields = fields
	return f
}
