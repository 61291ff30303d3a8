package games

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

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

// PersonalBests returns a player's best times, by shape and tier: of all puzzles that the player solved
// anywhere with moves of their own, dailies or not. What is apart does not count, nor do practices. Of
// equal times the one with less help is the better, and then the older.
func (s *Store) PersonalBests(ctx context.Context, playerID string) ([]Best, error) {
	bests, err := postgres.ReadAll(ctx, s.db, (*Best).fields, `
		select distinct on (r.shape, r.tier) r.shape, r.tier, count(*) over (partition by r.shape, r.tier) as solved,
			r.elapsed, r.hints, r.deepest, r.checks, r.finished
		from (select id from game where player = $1 and practice = '' offset 0) g
		cross join lateral (select * from result r where r.game = g.id offset 0) r
		where not r.handed_in and r.apart = ''
		order by r.shape, r.tier, r.seconds, r.hints, r.checks, r.finished`, playerID)
	return bests, postgres.Annotate(err, "the records of a player")
}

// SolvedDaily returns the daily of a date that a player solved in a guild, or [postgres.ErrNotFound]: of several the one
// that counts, then the Shidoku, then the extra that was solved last.
func (s *Store) SolvedDaily(ctx context.Context, playerID, guildID string, date calendar.Date) (Game, error) {
	g, err := readGame(ctx, s.db, `
		where g.player = $1 and g.guild = $2 and g.date = $3 and g.finished is not null order by `+extra+`, g.shape, g.finished desc limit 1`,
		playerID, guildID, date)
	return g, postgres.Annotate(err, "the daily of %s that player %q solved", date, playerID)
}
