package player

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// First returns the command that opens a board for whoever makes a request without a wish: today's
// daily. A newcomer has an easy one, whatever the weekday's, unless they are at another one already.
func First(ctx context.Context, env *handler.Env, r chat.Request) (chat.Ask, error) {
	ask := chat.Ask{Command: "daily"}
	newcomer, err := env.Store.Newcomer(ctx, r.Player.ID)
	if err != nil || !newcomer {
		return ask, err
	}
	s, err := env.Schedule(ctx, r.Place.GuildID)
	if err != nil {
		return ask, err
	}
	today := s.Today(env.Config.Now())
	tier, err := firstTier(ctx, env, r, today)
	if err != nil {
		return ask, err
	}
	easy, err := env.Store.Daily(ctx, s.Guild, today, sudoku.Sudoku, tier)
	switch {
	case errors.Is(err, library.ErrNoPuzzle):
		return ask, nil
	case err != nil || !easy.Extra:
		return ask, err
	}
	ask.Options = map[string]string{"tier": strings.ToLower(chat.SpeechIn(r.Language).Difficulty(tier))}
	return ask, nil
}

// firstTier is that of the daily which a newcomer is at, else the easiest.
func firstTier(ctx context.Context, env *handler.Env, r chat.Request, today calendar.Date) (logic.Tier, error) {
	game, err := env.Store.CurrentGame(ctx, r.Player.ID, r.Place.GuildID)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return logic.TierSingletons, nil
	case err == nil && game.Date == today && game.Shape == sudoku.Sudoku:
		return game.Tier, nil
	}
	return logic.TierSingletons, err
}
