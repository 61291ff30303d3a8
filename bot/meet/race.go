package meet

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
)

// RaceCommand is /race: a duel of whoever joins. The buttons of its message are those of a duel.
func RaceCommand() handler.Handler {
	return handler.Handler{
		Name: "race",
		Options: []chat.Option{
			chat.OptionOfTier(), {Name: "rated", Kind: chat.ChoiceOption, Choices: []string{"yes"}},
			{Name: "number", Kind: chat.TextOption},
		},
		Example: []chat.Given{{Name: "tier", Value: "hidden"}}, Writes: true, Posts: true, Play: race,
	}
}

// race opens a race, or the board of one by its number; a player who has an open one is shown that.
func race(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	switch number := q.Option("number"); {
	case q.Place.GuildID == people.PrivateGuild(q.Player.ID):
		return handler.Done{}, chat.Refuse("refusal.meet-alone", nil)
	case number != "":
		return joinRace(ctx, env, q, number)
	}
	tier, _, err := handler.KindOf(q)
	if err != nil {
		return handler.Done{}, err
	}
	if rated := q.Option("rated"); rated != "" && rated != "yes" {
		return handler.Done{}, q.RefuseGiven("rated")
	}
	reply, err := openRace(ctx, env, q, games.Duel{
		GuildID: q.Place.GuildID, ChannelID: cmp.Or(q.Site.GamesID, q.Place.ChannelID), Language: q.Language,
		Challenger: q.Player, Tier: tier, Rated: q.Option("rated") != "",
	})
	// A page joins races, and opens none.
	return handler.Done{Outcome: chat.Outcome{Problem: reply.Screen.Body}, Screen: func() chat.Reply { return reply }}, err
}

// joinRace opens the player's board in a race.
func joinRace(ctx context.Context, env *handler.Env, q handler.Query, number string) (handler.Done, error) {
	none := chat.Refuse("refusal.no-race", locale.Args{"Race": chat.Mention("race")})
	d, err := duelNumbered(ctx, env, q, number, none)
	if err == nil && !d.IsRace() && !d.Has(q.Player.ID) {
		err = none
	}
	if err != nil {
		return handler.Done{}, err
	}
	game, err := env.Store.StartDuelGame(ctx, d.ID, q.Player)
	return screen.Started(q, game), notJoined(err)
}

func openRace(ctx context.Context, env *handler.Env, q handler.Query, wish games.Duel) (chat.Reply, error) {
	if err := outbox.Refusal(q.Site, q); err != nil {
		return chat.Reply{}, err
	}
	open, err := env.Store.OpenDuels(ctx, q.Player.ID, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	for _, d := range open {
		if d.IsRace() && d.Challenger.ID == q.Player.ID {
			return alreadyOpen(ctx, env, q, d)
		}
	}
	if err := env.CountPost(ctx, q, 1); err != nil { // before the race has a number, which players see
		return chat.Reply{}, err
	}
	d, err := env.Store.OpenRace(ctx, wish)
	if at, ok := errors.AsType[*games.OpenDuelError](err); ok {
		return alreadyOpen(ctx, env, q, at.Duel)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	if q.Site.GamesID != "" {
		return outbox.InGames(q, q.Site.GamesID), env.Store.AddMeeting(ctx, d.GuildID, daily.DuelMessage, d.ID, d.ChannelID, 0)
	}
	return outbox.DuelReply(ctx, env, chat.SpeechIn(d.Language), d)
}

// alreadyOpen shows a player the race that they have opened.
func alreadyOpen(ctx context.Context, env *handler.Env, q handler.Query, d games.Duel) (chat.Reply, error) {
	reply, err := outbox.DuelReply(ctx, env, q.Speech, d)
	reply.Private, reply.Tracks = true, ""
	reply.Screen.Body = chat.Join("\n", q.Say("race.already", nil), reply.Screen.Body)
	return reply, err
}

// duelNumbered returns a duel of the guild by its number, or the error for none.
func duelNumbered(ctx context.Context, env *handler.Env, q handler.Query, number string, none error) (games.Duel, error) {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return games.Duel{}, none
	}
	d, err := env.Store.Duel(ctx, id)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && d.GuildID != q.Place.GuildID {
		err = none
	}
	return d, err
}

// leaveRace has a player's unfinished game be their own.
func leaveRace(ctx context.Context, env *handler.Env, q handler.Query, d games.Duel) (games.Duel, error) {
	if err := env.Store.LeaveRace(ctx, d.ID, q.Player.ID); err != nil {
		return d, err
	}
	return env.Store.Duel(ctx, d.ID)
}

// notJoined says why a player cannot play in a race.
func notJoined(err error) error {
	again := locale.Args{"Race": chat.Mention("race")}
	switch {
	case errors.Is(err, games.ErrRaceClosed), errors.Is(err, games.ErrNotOpen):
		return chat.Refuse("refusal.race-closed", again)
	case errors.Is(err, games.ErrHad):
		return chat.Refuse("refusal.race-had", again)
	}
	return err
}
