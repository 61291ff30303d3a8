package meet

import (
	"cmp"
	"context"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Summary shows the solution and the summary of a daily that is over, yesterday's if none is named.
func Summary(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	today := s.Today(env.Config.Now())
	date, err := env.Day(ctx, q, cmp.Or(q.Option("which"), today.AddDays(-1).String()), today)
	if err != nil {
		return chat.Reply{}, err
	}
	if !date.Before(today) {
		return chat.Reply{}, chat.Refuse("refusal.not-over", locale.Args{"Day": q.Day(date), "Leaderboard": chat.Mention("leaderboard")})
	}
	chosen, err := env.Store.NumberedDates(ctx, s.ID, date, 1)
	if err == nil && (len(chosen) == 0 || chosen[0].Date != date) {
		err = chat.Refuse("refusal.no-daily", locale.Args{"Day": q.Day(date)})
	}
	if err != nil {
		return chat.Reply{}, err
	}
	daily, err := env.Store.Daily(ctx, s.Guild, date, sudoku.Sudoku, 0)
	if err != nil {
		return chat.Reply{}, err
	}
	reply, err := outbox.Summarized(ctx, env, q.Speech, daily, func(games.Result) bool { return true })
	reply.Private = true
	return reply, err
}
