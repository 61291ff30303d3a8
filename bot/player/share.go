package player

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/locale"
)

// ShareCommand is /share.
func ShareCommand() handler.Handler {
	return handler.Handler{
		Name: "share", Options: []chat.Option{{Name: "date", Kind: chat.DateOption}}, Prepare: handler.Writes, Before: outbox.FindSite, Play: share,
		Buttons: []handler.Button{{Verb: chat.ShareResult}, {Verb: chat.CopyResult, Handler: &handler.Handler{Name: "copying", Play: copyResult}}},
	}
}

// share posts a finished game of the player for all, once: that of the button, the daily of a date, or the current one. From
// a page, or if the guild has a channel of games, [outbox.Outbox.Deliver] posts it.
func share(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	game, err := toShare(ctx, env, q)
	if err != nil {
		return handler.Done{}, err
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	switch {
	case err != nil:
		return handler.Done{}, err
	case game.Practice != "":
		return handler.Done{}, chat.Refuse("refusal.share-practice", nil)
	case game.Party != 0:
		return handler.Done{}, chat.Refuse("refusal.share-party", nil)
	case !q.Place.Reaches(guild):
		return handler.Done{}, chat.Refuse("refusal.nobody-here", nil)
	case game.Finished.IsZero():
		return handler.Done{}, chat.Refuse("refusal.not-finished", locale.Args{"Game": q.NameOf(game), "Board": chat.Mention("board")})
	}
	if err := outbox.Refusal(q.Site, q); err != nil {
		return handler.Done{}, err
	}
	if game.Shared.IsZero() {
		if err := env.CountPost(ctx, q, 1); err != nil {
			return handler.Done{}, err
		}
	}
	result, err := env.Store.Share(ctx, game)
	if errors.Is(err, games.ErrShared) {
		return handler.Done{}, chat.Refuse("refusal.shared", locale.Args{"Game": q.NameOf(game)})
	}
	if err != nil {
		return handler.Done{}, err
	}
	if q.Place.Page || q.Site.GamesID != "" {
		return outbox.PostLater(ctx, env, q, game)
	}
	drawn, err := outbox.Drawn(ctx, env, q, game, result)
	return shared(game, drawn, chat.Reply{Screen: chat.Screen{Body: q.Say("share.done", nil)}, Private: true, Notices: []chat.Notice{
		{Body: outbox.DrawnBy(q.Speech, game.Player, drawn), Shares: game.ID},
	}}), err
}

// shared is a result that was shared, or is to be copied. Its outcome leaves the game out, which has changed since it was
// read.
func shared(game games.Game, drawn chat.Text, reply chat.Reply) handler.Done {
	return handler.Done{Outcome: chat.Outcome{Revision: game.Revision, Shared: drawn}, Screen: func() chat.Reply { return reply }}
}

// Postable reports whether [ShareResult] would share a game from a place: one that can be shared, was not
// yet, and has others of the guild to share it with.
func Postable(ctx context.Context, env *handler.Env, place chat.Place, game games.Game) (bool, error) {
	if game.Finished.IsZero() || !game.Shared.IsZero() || game.Practice != "" || game.Party != 0 {
		return false, nil
	}
	guild, err := env.Store.Guild(ctx, place.GuildID)
	return place.Reaches(guild), err
}

// copyResult gives the player the text of /share without their name, and posts nothing.
func copyResult(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	game, err := toShare(ctx, env, q)
	switch {
	case err != nil:
		return handler.Done{}, err
	case game.Practice != "":
		return handler.Done{}, chat.Refuse("refusal.share-practice", nil)
	case game.Finished.IsZero():
		return handler.Done{}, chat.Refuse("refusal.not-finished", locale.Args{"Game": q.NameOf(game), "Board": chat.Mention("board")})
	}
	result, err := env.Store.Finish(ctx, game) // again, which changes nothing
	if err != nil {
		return handler.Done{}, err
	}
	drawn, err := outbox.Drawn(ctx, env, q, game, result)
	return shared(game, drawn, chat.Reply{Screen: chat.Screen{Body: drawn}, Private: true}), err
}

func toShare(ctx context.Context, env *handler.Env, q handler.Query) (games.Game, error) {
	if q.Pressed != nil {
		return PressedGame(ctx, env, q)
	}
	if q.Option("date") == "" {
		return q.Game(ctx, env, q)
	}
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return games.Game{}, err
	}
	date, err := env.Day(ctx, q, q.Option("date"), s.Today(env.Config.Now()))
	if err != nil {
		return games.Game{}, err
	}
	game, err := env.Store.SolvedDaily(ctx, q.Player.ID, q.Place.GuildID, date)
	if errors.Is(err, postgres.ErrNotFound) {
		err = chat.Refuse("refusal.not-solved", locale.Args{"Day": q.Day(date), "Daily": chat.Asking("daily", chat.Given{Name: "date", Value: date.String()})})
	}
	return game, err
}

// PressedGame returns the game that a button names, if it is the player's and of this place.
func PressedGame(ctx context.Context, env *handler.Env, q handler.Query) (games.Game, error) {
	game, err := env.Store.Game(ctx, q.Pressed.GameID)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && (game.Player.ID != q.Player.ID || game.GuildID != q.Place.GuildID) {
		err = chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	return game, err
}
