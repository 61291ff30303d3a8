package archive

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Streak counts consecutive nominal dates with a daily solved while it was today's.
type Streak struct {
	Current int // up to today, or up to yesterday where today's is not solved yet
	Longest int
}

// Streak returns the player's streak on a guild. Any daily of a date will do, if it was
// finished while the date was the guild's [Guild.Today].
func (s *Store) Streak(ctx context.Context, playerID, guild string, today Date) (Streak, error) {
	rows, err := s.pool.Query(ctx, `
		select distinct date from game where player = $1 and guild = $2 and on_time order by date`, playerID, guild)
	if err != nil {
		return Streak{}, failed(err, "the streak")
	}
	dates, err := pgx.CollectRows(rows, pgx.RowTo[Date])
	return streakOf(dates, today), failed(err, "the streak")
}

// streakOf takes the dates in order, each once. Those after today do not count.
func streakOf(dates []Date, today Date) Streak {
	var streak Streak
	run, last := 0, Date{}
	for _, date := range dates {
		if today.Before(date) {
			break
		}
		if run == 0 || date != last.AddDays(1) {
			run = 0
		}
		run, last = run+1, date
		streak.Longest = max(streak.Longest, run)
	}
	if last == today || last == today.AddDays(-1) {
		streak.Current = run
	}
	return streak
}
