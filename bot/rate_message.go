package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// About is a command on a message that anyone has written.
type About struct {
	Command string // the Key of one of [MessageCommands]
	Text    string // of the message, that of its embeds included
}

func (About) action() {}

// MessageCommand is a command that is offered on every message.
type MessageCommand struct {
	Key  string
	Name string // what people read, at most 32 characters
}

// rateMessage is the key of the command that rates the puzzle in a message.
const rateMessage = "rate"

// MessageCommands lists the commands on messages in the words of a language.
func MessageCommands(l locale.Language) []MessageCommand {
	s := speech{explain.In(l)}
	return []MessageCommand{{Key: rateMessage, Name: s.Text("message-command.rate", nil)}}
}

// commandAbout returns the handler of a command on a message.
func (q *query) commandAbout(a About) (handler, error) {
	q.Ask = Ask{Command: a.Command}
	if a.Command != rateMessage {
		return handler{}, refuse("refusal.unknown-command", locale.Args{"Name": quoted(a.Command), "Help": command("help")})
	}
	return handler{name: rateMessage, answer: func(b *Bot, ctx context.Context, q query) (Reply, error) {
		return b.rateText(ctx, q, sudoku.Narrow(a.Text))
	}}, nil
}

// rateText rates the first puzzle in a text.
func (b *Bot) rateText(ctx context.Context, q query, text string) (Reply, error) {
	clues, ok := findGrid(text)
	if !ok {
		return Reply{}, refuse("refusal.no-grid", locale.Args{"Difficulty": command("difficulty")})
	}
	rated, err := rating.Rate(clues)
	if err != nil {
		return Reply{}, q.notRated(clues, err)
	}
	title := q.Text("title.difficulty", locale.Args{"Puzzle": q.Text("name.found", nil)})
	board := picture.Board{Title: q.Difficulty(rated.Tier), Clues: clues, Grid: clues}
	reply := q.withBoard(private(title, Plain(q.rating(rated))), board)
	reply.Screen.Rows, err = b.playButtons(ctx, q, clues)
	return reply, err
}
