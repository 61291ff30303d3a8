package games

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Needed is how a player does at Sudokus whose hardest technique is one.
type Needed struct {
	Technique logic.Technique
	Solved    int
	Share     float64 // of the expected time, the median: 0.5 is twice as quick
	Hints     int     // in all
}

func (n *Needed) fields() postgres.Fields {
	return postgres.Fields{"hardest": &n.Technique, "solved": &n.Solved, "share": &n.Share, "hints": &n.Hints}
}

// NeededTechniques returns what a player solved anywhere on the board, by the hardest technique: what was needed most
// often first. What is apart does not count, nor do practices.
func (s *Store) NeededTechniques(ctx context.Context, playerID string) ([]Needed, error) {
	needed, err := postgres.ReadAll(ctx, s.db, (*Needed).fields, `
		select p.hardest, count(*) as solved, sum(g.hints) as hints,
			percentile_cont(0.5) within group (order by extract(epoch from g.finished - g.started)::float8 / p.score) as share
		from game g join puzzle p on p.id = g.puzzle
		where g.player = $1 and g.finished is not null and coalesce(g.earned, g.moves > 0) and g.apart = '' and g.practice = ''
		  and g.shape = 0 and p.score > 0
		group by p.hardest order by solved desc, p.hardest`, playerID)
	return needed, postgres.Annotate(err, "the techniques that player %q needed", playerID)
}

// DayPlayed is the daily of a date that counts, and what a player did with it.
type DayPlayed struct {
	Date   calendar.Date
	OnTime bool // it was solved on its day
	Late   bool // it was solved later
}

func (d *DayPlayed) fields() postgres.Fields {
	return postgres.Fields{"date": &d.Date, "on_time": &d.OnTime, "late": &d.Late}
}

// DaysPlayed returns the dates of a guild that have a Sudoku that counts, in order, and which of these a player solved.
func (s *Store) DaysPlayed(ctx context.Context, playerID, guildID string, days calendar.Days) ([]DayPlayed, error) {
	played, err := postgres.ReadAll(ctx, s.db, (*DayPlayed).fields, `
		select d.date, coalesce(g.on_time, false) as on_time, g.finished is not null and g.on_time is not true as late
		from daily d left join game g on g.guild = d.guild and g.date = d.date and g.shape = d.shape and g.slot = d.tier and g.player = $2
		where d.guild = $1 and d.counts and d.shape = 0 and d.date between $3 and $4 order by d.date`,
		guildID, playerID, days.First, days.Last)
	return played, postgres.Annotate(err, "the dailies that player %q solved", playerID)
}
