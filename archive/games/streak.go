package games

import (
	"context"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Streak counts dates whose daily of a shape was solved while it was today's, one after another: the one that counts.
// Dates on which none of the shape was posted do not break it, nor do as many missed ones of a month as the guild has
// [daily.Rules.Freezes].
type Streak struct {
	Current int // up to today, or up to yesterday while today's is not solved
	Longest int
	Frozen  int // missed dates within Current
	Left    int // freezes of today's month that are not used
}

// Streak returns the player's streak in a guild with dailies of a shape, at today, which is the guild's
// [daily.Guild.Today]. It is computed from the results and the outbox of posts each time, so that nothing can put it out
// of step with them.
func (s *Store) Streak(ctx context.Context, playerID, guildID string, shape sudoku.Shape, today calendar.Date) (Streak, error) {
	streaks, err := s.Streaks(ctx, guildID, shape, []string{playerID}, today)
	return streaks[playerID], err
}

// Streaks returns the streaks of some players in a guild; see [Store.Streak].
func (s *Store) Streaks(ctx context.Context, guildID string, shape sudoku.Shape, playerIDs []string, today calendar.Date) (map[string]Streak, error) {
	days, err := readPostDays(ctx, s.db, guildID, shape)
	if err != nil {
		return nil, postgres.Annotate(err, "the streaks of guild %q", guildID)
	}
	rows, _ := s.db.Query(ctx, `
		select g.player, array_agg(g.date order by g.date) `+streakGames+` and g.player = any($3) group by g.player`, guildID, shape, playerIDs)
	streaks := map[string]Streak{}
	for _, id := range playerIDs { // also for those who have solved nothing
		streaks[id] = streakOf(nil, today, days)
	}
	var id string
	var dates []calendar.Date
	_, err = pgx.ForEachRow(rows, []any{&id, &dates}, func() error {
		streaks[id] = streakOf(dates, today, days)
		return nil
	})
	return streaks, postgres.Annotate(err, "the streaks of guild %q", guildID)
}

// streakGames are the games of the guild $1 that its streaks of the shape $2 count.
const streakGames = `
	from game g join daily d on d.guild = g.guild and d.date = g.date and d.shape = g.shape and d.tier = g.slot
	where g.guild = $1 and g.on_time and d.counts and d.shape = $2`

// SolvedDates returns which of some dates count for a player's streak in a guild with dailies of a shape.
func (s *Store) SolvedDates(ctx context.Context, playerID, guildID string, shape sudoku.Shape, days calendar.Days) ([]calendar.Date, error) {
	dates, err := postgres.ReadColumn[calendar.Date](ctx, s.db, `
		select g.date `+streakGames+` and g.player = $3 and g.date between $4 and $5 order by g.date`, guildID, shape, playerID, days.First, days.Last)
	return dates, postgres.Annotate(err, "the solved dates of a player")
}

// AtRisk returns the streaks of the players who have not solved today's daily of a shape in a guild: without it, their
// streaks end or take a freeze. If it is not posted, none does.
func (s *Store) AtRisk(ctx context.Context, guildID string, shape sudoku.Shape, playerIDs []string, today calendar.Date) (map[string]Streak, error) {
	streaks, err := s.Streaks(ctx, guildID, shape, playerIDs, today)
	if err != nil {
		return nil, err
	}
	tomorrow, err := s.Streaks(ctx, guildID, shape, playerIDs, today.AddDays(1))
	maps.DeleteFunc(streaks, func(id string, s Streak) bool {
		then := tomorrow[id]
		return s.Current == 0 || then.Current > 0 && then.Frozen == s.Frozen
	})
	return streaks, err
}

// postDays reports the dates on which a guild had a daily of a shape to solve: the dates of its posts with one, from the
// first to the last; all dates before, after, and if none was ever posted.
type postDays struct {
	first, last calendar.Date // zero: none was posted
	posted      map[calendar.Date]bool
	freezes     int // a month
}

func readPostDays(ctx context.Context, db postgres.Querier, guildID string, shape sudoku.Shape) (postDays, error) {
	guild, err := daily.ReadGuild(ctx, db, guildID)
	if err != nil {
		return postDays{}, err
	}
	dates, err := postgres.ReadColumn[calendar.Date](ctx, db, `
		select date from outbox where guild = $1 and kind = 'daily' and state = 'done' and (coalesce(shape, 0) = $2 or $2 = any(beside)) order by date`,
		guildID, shape)
	days := postDays{posted: map[calendar.Date]bool{}, freezes: guild.Rules.Freezes}
	for _, d := range dates {
		days.posted[d] = true
	}
	if n := len(dates); n > 0 {
		if days.first = dates[0]; !guild.Scheduled {
			days.last = dates[n-1]
		}
	}
	return days, err
}

// had reports whether there was a daily to solve on a date.
func (p postDays) had(d calendar.Date) bool {
	outside := p.first.IsZero() || d.Before(p.first) || !p.last.IsZero() && p.last.Before(d)
	return outside || p.posted[d]
}

// missed counts the dates between two for which a player needs freezes, by the first date of their
// month.
func (p postDays) missed(after, before calendar.Date) map[calendar.Date]int {
	needs := map[calendar.Date]int{}
	for d := after.AddDays(1); d.Before(before); d = d.AddDays(1) {
		if p.had(d) {
			needs[calendar.MonthOf(d).First]++
		}
	}
	return needs
}

// streakOf takes the dates in order, each once. Dates after today do not count. Freezes are used only if they are
// enough for the whole gap.
func streakOf(dates []calendar.Date, today calendar.Date, days postDays) Streak {
	streak := Streak{}
	used := map[calendar.Date]int{} // by the first date of the month
	run, frozen, last := 0, 0, calendar.Date{}
	bridge := func(to calendar.Date) bool {
		needs := days.missed(last, to)
		for month, n := range needs {
			if used[month]+n > days.freezes {
				return false
			}
		}
		for month, n := range needs {
			used[month] += n
			frozen += n
		}
		return true
	}
	for _, date := range dates {
		if today.Before(date) {
			break
		}
		if run == 0 || !bridge(date) {
			run, frozen = 0, 0
		}
		run, last = run+1, date
		streak.Longest = max(streak.Longest, run)
	}
	if run > 0 && bridge(today) {
		streak.Current, streak.Frozen = run, frozen
	}
	streak.Left = days.freezes - used[calendar.MonthOf(today).First]
	return streak
}

// Best is a player's best time for a kind of puzzle. It is never reset.
type Best struct {
	Shape   sudoku.Shape
	Tier    logic.Tier
	Solved  int           // how many were solved in all
	Elapsed time.Duration // of the quickest
	Hints   int           // of the quickest
	Deepest play.HintLevel
	Checks  int
	At      time.Time
}

func (b *Best) fields() postgres.Fields {
	return postgres.Fields{
		"shape": &b.Shape, "tier": &b.Tier, "solved": &b.Solved, "elapsed": &b.Elapsed, "hints": &b.Hints, "deepest": &b.Deepest, "checks": &b.Checks, "finished": &b.At,
	}
}

// PersonalBests returns a player's best times, by shape and tier: of all puzzles that the player solved anywhere with
// moves of their own, dailies or not. Results apart do not count, nor do practices and pasted puzzles. Of equal times the one with less
// help is the better, and then the older.
func (s *Store) PersonalBests(ctx context.Context, playerID string) ([]Best, error) {
	bests, err := postgres.ReadAll(ctx, s.db, (*Best).fields, `
		select distinct on (r.shape, r.tier) r.shape, r.tier, count(*) over (partition by r.shape, r.tier) as solved,
			r.elapsed, r.hints, r.deepest, r.checks, r.finished
		from (select id from game where player = $1 and practice = '' and clues is null offset 0) g
		cross join lateral (select * from result r where r.game = g.id offset 0) r
		where not r.handed_in and r.apart = ''
		order by r.shape, r.tier, r.seconds, r.hints, r.checks, r.finished`, playerID)
	return bests, postgres.Annotate(err, "the records of a player")
}

// SolvedDaily returns the daily of a date that a player solved in a guild, or [postgres.ErrNotFound]: of several the one
// that counts, by shape, then the extra that was solved last.
func (s *Store) SolvedDaily(ctx context.Context, playerID, guildID string, date calendar.Date) (Game, error) {
	g, err := readGame(ctx, s.db, `
		where g.player = $1 and g.guild = $2 and g.date = $3 and g.finished is not null order by `+extra+`, g.shape, g.finished desc limit 1`,
		playerID, guildID, date)
	return g, postgres.Annotate(err, "the daily of %s that player %q solved", date, playerID)
}
