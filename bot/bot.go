// Package bot is Gridkeeper's bot with no chat network in it: a [chat.Request] goes in, a
// [chat.Reply] comes out.
//
//	b := bot.New(store, bot.Config{})
//	reply := b.Handle(ctx, chat.Request{
//		ID:     "1234",
//		Player: games.Player{ID: "42", Name: "Ann"},
//		Place:  chat.Place{GuildID: "7"},
//		Action: chat.Ask{Command: "move", Options: map[string]string{"moves": "r4c5=7 r1c1=?37"}},
//	})
//
// [Commands] is the table of commands: a network registers it, and a prompt parses
// by it. Buttons of a reply come back as [chat.Press], its form as [chat.Fill]. [Bot.Handle] answers every request: it never
// panics, never returns an empty reply, keeps within the limits of this package, and checks the
// rights of administrators itself. All state is in the
// archive, so that any process may answer the next request of a game. A request that
// reaches two processes is done once.
//
// A network that draws boards itself, such as pages in a browser, calls [Bot.Play] for requests about a game, and
// gets the outcome as data. A network that has to know how to treat a request before it is handled looks up its
// target with [Find].
//
// Nothing that would spoil a puzzle for others is public: boards, moves, hints and answers come
// with [chat.Reply.Private]. So do results, until the player shares one, or if the guild wants all
// of them announced.
//
// [outbox.Outbox.Deliver] is one round of all posts that answer no request: a network that implements
// [chat.Poster] calls it every few seconds, from as many processes as it likes, and each guild gets exactly
// one post for each date.
//
// This package is the way of a request: Handle finds the target, checks the rights, prepares the query, lets the handler
// answer in one transaction, and turns errors into words. The commands themselves are in packages player, meet and admin,
// posts in outbox, the board in screen. To add a command, see handlers: a file of its own in one of these, its name in the
// table, its words in the catalogue.
package bot

import (
	"cmp"
	"context"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/logs"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Bot answers requests, and posts by its Outbox. Make one with [New]; it is safe for concurrent use.
type Bot struct {
	outbox.Outbox
	env *handler.Env
}

// Config configures a bot; every field is optional.
type Config = handler.Config

// New returns a bot on a store.
func New(store *archive.Store, config Config) *Bot {
	env := handler.New(store, config)
	return &Bot{outbox.New(env), env}
}

// First returns the command that opens a board for a player who has asked for nothing in
// particular; see [player.First].
func (b *Bot) First(ctx context.Context, r chat.Request) (chat.Ask, error) {
	return player.First(ctx, b.env, r)
}

// Postable reports whether sharing would post a game; see [player.Postable].
func (b *Bot) Postable(ctx context.Context, place chat.Place, game games.Game) (bool, error) {
	return player.Postable(ctx, b.env, place, game)
}

// Play answers a request about a game as data, for networks that draw boards themselves: a [chat.Press] or a
// [chat.Batch] on the game whose number it has, or an [chat.Ask] that starts one. An action on a board that has
// changed since is not done. The error is [postgres.ErrNotFound] for a game that is not the player's, or
// of another guild.
func (b *Bot) Play(ctx context.Context, r chat.Request) (chat.Outcome, error) {
	env := b.env
	ctx = logs.With(ctx, r.ID)
	q := queryOf(ctx, env, r)
	q.Game = player.PressedGame
	h, err := understand(ctx, env, &q)
	var o chat.Outcome
	if err == nil {
		o, err = safely(ctx, env, h, func() (chat.Outcome, error) {
			work := func(ctx context.Context) (chat.Outcome, error) {
				done, err := h.Play(ctx, env, q)
				return done.Outcome, err
			}
			switch {
			case h.Play == nil:
				return chat.Outcome{}, chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
			case !h.Prepare.Has(handler.Writes):
				return work(ctx)
			}
			return once(ctx, env, q, func(words chat.Text) chat.Outcome { return chat.Outcome{Problem: words} }, work)
		})
	}
	if err != nil {
		p := problemFor(ctx, env, q, err)
		o = chat.Outcome{Problem: p.words.Limited(chat.MaxText), Stale: p.stale, Retry: p.retry}
	}
	if q.Pressed == nil || o.Game.ID != 0 || o.Retry {
		return o, nil
	}
	o.GameID = q.Pressed.GameID
	if o.Game, err = env.Store.Game(ctx, o.GameID); err == nil && !player.Owns(q, o.Game) {
		err = postgres.ErrNotFound
	}
	return o, err
}

// Chosen returns the settings of a player, by the options of the command settings.
func Chosen(s games.Settings) map[string]string {
	chosen := map[string]string{}
	for _, one := range player.Settings() {
		chosen[one.Option] = cmp.Or(one.Get(s), one.Values[0])
	}
	return chosen
}
