package handler

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// CountPost counts what a player is about to post where others read it, as so many messages, and refuses it
// where that is too much.
func (env *Env) CountPost(ctx context.Context, q Query, messages int) error {
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
