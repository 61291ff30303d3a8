package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// rateMessage is the key of the command that rates the puzzle in a message.
const rateMessage = "rate"

// MessageCommands lists the commands on messages in the words of a language.
func MessageCommands(l locale.Language) []chat.MessageCommand {
	s := chat.Speech{Words: explain.In(l)}
	return []chat.MessageCommand{{Key: rateMessage, Name: s.Text("message-command.rate", nil)}}
}

// commandAbout returns the handler of a command on a message.
func commandAbout(q *handler.Query, a chat.About) (handler.Handler, error) {
	q.Ask = chat.Ask{Command: a.Command}
	if a.Command != rateMessage {
		return handler.Handler{}, chat.Refuse("refusal.unknown-command", locale.Args{"Name": chat.Quoted(a.Command), "Help": chat.Mention("help")})
	}
	return handler.Handler{Name: rateMessage, Answer: func(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
		return player.RateText(ctx, env, q, sudoku.Narrow(a.Text))
	}}, nil
}
