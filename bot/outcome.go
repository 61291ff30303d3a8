package bot

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/logs"
)

// Play answers a request about a game as data, for networks that draw boards themselves: a [Press] or a
// [Batch] on the game whose number it has, or an [Ask] that starts one. An action on a board that has
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
		o, err = safely(ctx, env, h, func() (chat.Outcome, error) { return playing(ctx, env, h, q) })
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

// playing lets a handler answer in data, as run does in a chat.
func playing(ctx context.Context, env *handler.Env, h handler.Handler, q handler.Query) (chat.Outcome, error) {
	if h.Play == nil {
		return chat.Outcome{}, chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	var game games.Game // which is not kept with the answer
	work := func(ctx context.Context) (chat.Outcome, error) {
		done, err := h.Play(ctx, env, q)
		if err != nil {
			return chat.Outcome{}, err
		}
		o := done.Outcome(q)
		game = o.Game
		return o, nil
	}
	if !h.Writes {
		return work(ctx)
	}
	o, err := once(ctx, env, q, func(words chat.Text) chat.Outcome { return chat.Outcome{Problem: words} }, work)
	o.Game = game
	return o, err
}

// isStale reports whether an error is that of a board that has changed since.
func isStale(err error) bool {
	_, old := errors.AsType[screen.OldButton](err)
	return old || errors.Is(err, postgres.ErrStale)
}
