package bot

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Names of handlers that only buttons and forms reach.
const (
	formOfMoves = "moves-form"
	formOfGrid  = "grid-form"
	editedGrid  = "edited-grid"

	confirmedImport = "confirmed-import"
	cancelledImport = "cancelled-import"

	rewinding = "rewinding"
	batching  = "batching"
	copying   = "copying"
)

// Names of the fields of forms.
const (
	movesField = "moves"
	gridField  = "grid"
)

// findHidden returns the handler of something that is not a command.
func findHidden(name string) (h handler, ok bool) {
	switch name {
	case formOfMoves:
		return handler{name: name, board: true, answer: (*Bot).openMoves}, true
	case formOfGrid:
		return handler{name: name, board: true, answer: (*Bot).openGrid}, true
	case confirmedImport:
		return handler{name: name, admin: true, answer: (*Bot).confirmImport}, true
	case cancelledImport:
		return handler{name: name, admin: true, answer: (*Bot).cancelImport}, true
	case copying:
		return handler{name: name, answer: (*Bot).copyResult}, true
	case playingFound:
		return foundHandler(), true
	case rewinding:
		return handler{name: name, board: true, writes: true, answer: (*Bot).rewind}, true
	case batching:
		return handler{name: name, options: batchOptions(), writes: true, answer: (*Bot).batch}, true
	case editedGrid:
		return handler{name: name, options: []Option{{Name: gridField}}, board: true, writes: true, answer: (*Bot).editGrid}, true
	}
	return setupHandler(name)
}

// ask returns the command that a form stands for.
func (f Fill) ask() (Ask, error) {
	switch f.Press.Verb {
	case TypeMoves:
		return Ask{Command: "move", Options: map[string]string{"moves": f.Fields[movesField]}}, nil
	case EditGrid:
		return Ask{Command: editedGrid, Options: map[string]string{gridField: f.Fields[gridField]}}, nil
	case SetUpForm:
		return Ask{Command: setupScreen, Options: map[string]string{"page": mainPage, timeField: f.Fields[timeField], zoneField: f.Fields[zoneField]}}, nil
	}
	return Ask{}, refuse("refusal.old-button", locale.Args{"Help": command("help")})
}

// openMoves opens the form for moves in play's notation.
func (b *Bot) openMoves(ctx context.Context, q query) (Reply, error) {
	return b.open(ctx, q, func(game archive.Game) Field {
		example := "r4c5=7 r1c1=?37"
		if game.Shape == sudoku.Shidoku {
			example = "r2c3=4 r1c1=?13"
		}
		return Field{Name: movesField, Label: q.own.Text("form.moves", nil), Example: example, Lines: true, Most: play.MaxMoves}
	})
}

// openGrid opens the form that has the grid as text, to be changed there.
func (b *Bot) openGrid(ctx context.Context, q query) (Reply, error) {
	return b.open(ctx, q, func(game archive.Game) Field {
		return Field{Name: gridField, Label: q.own.Text("form.grid", nil), Value: linesOf(game.Grid), Lines: true}
	})
}

// open shows a form of one field about the board below which the button stands. Networks without
// forms show the board, and how to type moves there.
func (b *Bot) open(ctx context.Context, q query, field func(archive.Game) Field) (Reply, error) {
	game, err := b.unfinished(ctx, q)
	if err == nil {
		err = q.fits(game)
	}
	if err != nil {
		return q.orFinished(err)
	}
	reply := q.board(game, q.Say("form.instead", locale.Args{"Move": command("move"), "Help": asking("help", Given{"command", "move"})}))
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
func (b *Bot) editGrid(ctx context.Context, q query) (Reply, error) {
	var before play.Board
	game, err := b.change(ctx, q, func(game archive.Game) (play.Event, error) {
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
		return q.orNewest(err)
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
