package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// First returns the command that opens a board for whoever makes a request without a wish: today's
// daily. A newcomer has an easy one, whatever the weekday's, unless they are at another one already.
func (b *Bot) First(ctx context.Context, r Request) (Ask, error) {
	ask := Ask{Command: "daily"}
	newcomer, err := b.store.Newcomer(ctx, r.Player.ID)
	if err != nil || !newcomer {
		return ask, err
	}
	s, err := b.schedule(ctx, r.Place.GuildID)
	if err != nil {
		return ask, err
	}
	today := s.Today(b.config.Now())
	tier, err := b.firstTier(ctx, r, today)
	if err != nil || tier == s.Tier(today) && s.Searches[today.Weekday()] == 0 {
		return ask, err
	}
	switch _, err := b.store.Daily(ctx, s.Guild, today, sudoku.Sudoku, tier); {
	case errors.Is(err, library.ErrNoPuzzle):
		return ask, nil
	case err != nil:
		return ask, err
	}
	ask.Options = map[string]string{"tier": strings.ToLower(speechIn(r.Language).Difficulty(tier))}
	return ask, nil
}

// firstTier is that of the daily which a newcomer is at, else the easiest.
func (b *Bot) firstTier(ctx context.Context, r Request, today calendar.Date) (logic.Tier, error) {
	game, err := b.store.CurrentGame(ctx, r.Player.ID, r.Place.GuildID)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return logic.TierSingletons, nil
	case err == nil && game.Date == today && game.Shape == sudoku.Sudoku:
		return game.Tier, nil
	}
	return logic.TierSingletons, err
}
