// Package handler has the parts of handlers of commands. A [Handler] is a row of the table of commands: its
// options, its buttons, its preparation, and the function that answers it. That function gets the [Env], which is the
// same for all requests, and the [Query], which is one request on its way.
//
// A handler of a game returns its result as data: a [Done]. A chat draws a screen of it, a page in a browser
// gets its outcome.
//
// The package also reads options that several handlers share: days, time zones, the schedule of a guild, pasted puzzles.
package handler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Handler is a command without its words, and the function that answers it.
type Handler struct {
	Name    string
	Alias   string // another name of the command; "": none
	Options []chat.Option
	Example []chat.Given
	Prepare Prepare
	Before  func(context.Context, *Env, *Query) error // asks the network, or imports a file, before the transaction; nil: nothing to do
	Answer  func(context.Context, *Env, Query) (chat.Reply, error)
	Play    func(context.Context, *Env, Query) (Done, error) // of a game, in place of Answer
	Buttons []Button                                         // that it answers
	Of      string                                           // the command that it belongs to: itself, or that of its button
}

// Prepare is a set of steps before a handler runs.
type Prepare uint8

const (
	Admin   Prepare = 1 << iota // checks that the player manages the guild
	Slow                        // defers the answer, which may take minutes
	Writes                      // begins a transaction that remembers the request, and locks the player
	OnBoard                     // finds out whose board is shown: the player's, or that of a party, in whose language the reply is
)

// Has reports whether a part of the preparation is needed.
func (p Prepare) Has(part Prepare) bool { return p&part != 0 }

// Button is a row of a command: the options of a press of one of its buttons, and its handler.
type Button struct {
	Verb    chat.Verb
	Options func(chat.Fill) (map[string]string, bool) // by the press, and what was typed; false: nothing that the bot made; nil: none
	Handler *Handler                                  // what answers it; nil: the command
	Sent    *Button                                   // its form, when that is sent; nil: it opens none
}

// ArgumentAs gives an option the argument of a press.
func ArgumentAs(option string) func(chat.Fill) (map[string]string, bool) {
	return func(f chat.Fill) (map[string]string, bool) { return map[string]string{option: f.Press.Argument}, true }
}

// Answers are buttons whose verbs end in an answer of the command.
func Answers(prefix string, list []string) (all []Button) {
	for _, answer := range list {
		all = append(all, Button{Verb: chat.Verb(prefix + answer), Options: func(chat.Fill) (map[string]string, bool) {
			return map[string]string{"answer": answer}, true
		}})
	}
	return all
}

// Query is a request on its way through its handler: the command with its options, and the language of the answer.
type Query struct {
	chat.Request
	chat.Ask
	Now         time.Time
	Handler     Handler
	Pressed     *chat.Press                  // the button, where it was one, or that of the form
	Filled      bool                         // it was a form
	InBrowser   bool                         // games can be opened there
	Checked     *Checked                     // the channel of a schedule; nil: not checked
	Imported    Imported                     // the file that was imported first
	Site        Site                         // where a board for all would be
	Own         chat.Speech                  // the player's
	chat.Speech                              // of the answer: the player's, or that of a party whose board it shows
	Party       func() (*games.Party, error) // whose board is meant, nil for none; it is looked up once

	// Game finds the game that is meant, finished or not: in a chat the current one, of a page the one that is named.
	Game func(context.Context, *Env, Query) (games.Game, error)
}

// Option returns an option of the command, "" if it was not given.
func (q Query) Option(name string) string { return q.Options[name] }

// Answered is the stored answer to a request.
type Answered[T any] struct {
	PlayerID string
	Asked    string
	Reply    T
}

// Asked identifies the command, its options and the board of a request, in valid UTF-8. It includes the revision.
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

// Site is the channel for public messages: the guild's channel of games, or this one. A board goes into a thread that is
// opened there, unless this is one.
type Site struct {
	GamesID string // "": here
	Here    bool
	Err     error // why it cannot be there
}

// Imported is a file that waited to be confirmed, and the report of its import.
type Imported struct {
	File   importing.Pending
	Report importing.Report
	Err    error // the request may have been answered before, and the file be gone
}

// Done is the result of a handler for a game: its outcome as data, for a page, and the function that draws its screen in a
// chat.
type Done struct {
	Outcome chat.Outcome
	Screen  func() chat.Reply
}

// Config configures a bot; every field is optional.
type Config struct {
	// Now is the clock by which it is a date; nil is time.Now. It should be the archive's.
	Now func() time.Time
	// Lease is how long one process may take for one post before another takes over;
	// 0 is a minute.
	Lease time.Duration
	// Progress reports the progress of the jobs that machines share; nil: not known.
	Progress func(context.Context) (chat.Progress, error)
	// WebURL is the address at which package web serves the same archive, such as
	// "https://sudoku.example.org"; "": none, and no links to it are given.
	WebURL string
	// Ledger stores answers and posts; nil is the store. Tests inject faults by it.
	Ledger Ledger
	// Log takes messages for the operator; nil is silent.
	Log *slog.Logger
	// Metrics counts posts; nil counts nothing.
	Metrics *metrics.Metrics
}

// Env is the environment of handlers: the archive, the clock, the log, and the memory of this process. It is safe for
// concurrent use.
type Env struct {
	Store      *archive.Store
	Config     Config
	Paths      logic.Paths   // of the puzzles whose steps players look at
	Due        sync.Map      // guild ID to the newest date whose post is in the outbox
	Followed   sync.Map      // guild ID and kind of follow-up to the newest date that is in the outbox
	Complaints sync.Map      // guild ID to the error that is in the log already
	Swept      atomic.Int64  // when data of guilds were erased last, in Unix seconds
	Checking   chan struct{} // holds one element for each channel that is being checked for /schedule
}

// Ledger makes an answer or a post happen once: it has the requests with their answers, and the outbox.
type Ledger interface {
	Once(ctx context.Context, request string, work func(context.Context) ([]byte, error)) ([]byte, error)
	OnceBy(ctx context.Context, request, playerID string, work func(context.Context) ([]byte, error)) ([]byte, error)
	AddPost(ctx context.Context, daily daily.Daily, channelID string, beside ...sudoku.Shape) error
	Claim(ctx context.Context, owner string, lease time.Duration, most daily.Rank) (daily.Post, bool, error)
	ClaimPaced(ctx context.Context, owner string, lease time.Duration) (post daily.Post, ok, wait bool, err error)
	Complete(ctx context.Context, post daily.Post, owner, messageID string) error
	Retry(ctx context.Context, post daily.Post, owner, refusal string, after time.Duration) error
	Snooze(ctx context.Context, post daily.Post, owner string, after time.Duration) error
	Cancel(ctx context.Context, post daily.Post, owner, reason string) error
}

// New returns the environment of a bot on a store.
func New(store *archive.Store, config Config) *Env {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Ledger == nil {
		config.Ledger = store
	}
	config.Lease = cmp.Or(config.Lease, time.Minute)
	return &Env{Store: store, Config: config, Checking: make(chan struct{}, MaxChecks)}
}

// CountPost counts a public post of a player, as a number of messages, and refuses it if the player or the guild posts too
// often.
func (env *Env) CountPost(ctx context.Context, q Query, messages float64) error {
	if q.Place.Private && !q.Place.Page {
		return nil
	}
	err := env.Store.CountPost(ctx, q.Place.GuildID, q.Player.ID, messages, q.Now)
	var often *games.OftenError
	if !errors.As(err, &often) {
		return err
	}
	key := "refusal.posted-often"
	if often.Guild {
		key = "refusal.posted-often-all"
	}
	return chat.Refuse(key, locale.Args{"When": q.FromNow(often.Until, q.Now)})
}
