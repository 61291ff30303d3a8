package handler

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Query is a request on its way through its handler: what is asked, and the language to answer in.
type Query struct {
	chat.Request
	chat.Ask
	Now         time.Time
	Handler     Handler
	Pressed     *chat.Press                  // the button, where it was one, or that of the form
	Filled      bool                         // it was a form
	InBrowser   bool                         // games can be opened there
	Checked     *Checked                     // the channel of a schedule, where there is something to check
	Site        Site                         // where a board for all would be
	Own         chat.Speech                  // the player's
	chat.Speech                              // of the answer: the player's, or that of a party whose board it shows
	Party       func() (*games.Party, error) // whose board is meant, nil for none; it is looked up once

	// Game finds the game that is meant: in a chat the current one, of a page the one that is named.
	Game func(context.Context, *Env, Query) (games.Game, error)
}

// Option returns an option of the command, "" where it was not given.
func (q Query) Option(name string) string { return q.Options[name] }

// Answered is what the archive keeps of a request.
type Answered[T any] struct {
	PlayerID string
	Asked    string
	Reply    T
}

// Asked identifies what is asked, as text that is kept as it is. A revision belongs to that.
func (q Query) Asked() string {
	what := fmt.Sprint(q.Command, q.Options)
	if q.Pressed != nil {
		what = fmt.Sprint(what, q.Pressed.GameID, q.Pressed)
	}
	return strings.ToValidUTF8(what, "\ufffd")
}

// IsRefusal reports whether an error is a [chat.Refusal].
func IsRefusal(err error) bool { return errors.As(err, new(chat.Refusal)) }

// Interrupted reports whether an error is that of a bot that stops, or of a command that took too
// long.
func Interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Site is where a board for all would be: here, or in a thread to be opened.
type Site struct {
	Here bool
	Err  error // why there can be none
}

// Done is what a handler did with a game, as data. A chat draws a screen of it, and a page gets its
// outcome.
type Done interface {
	Screen(q Query) chat.Reply
	Outcome(q Query) chat.Outcome
}
