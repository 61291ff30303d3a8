package games

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
)

// worldwideColumns are the columns of a result on a board over all guilds: only who wants to be shown
// there has an id and a name for others.
const worldwideColumns = `game,
	case when worldwide or player = @viewer then player else '' end as player,
	case when worldwide or player = @viewer then name else '' end as name,
	not worldwide as hidden, ` + resultRest

// GlobalResults returns the results of the global daily of a date, of all guilds that had it, for a
// player to see; as [Store.DailyResults] orders them, without those that have no rank. A player who
// opened it in several guilds counts with the first of these games alone.
func (s *Store) GlobalResults(ctx context.Context, date calendar.Date, viewer string) ([]Result, error) {
	results, err := postgres.ReadAll(ctx, s.db, (*Result).fields, `
		with opened as (
			select distinct on (coalesce(g.player, g.id::text)) g.id
			from daily d join game g on (g.guild, g.date, g.shape, g.slot) = (d.guild, d.date, d.shape, d.tier)
			where d.date = @date and d.global and d.counts
			order by coalesce(g.player, g.id::text), g.started, g.id
		)
		select `+worldwideColumns+`, rank() over (order by seconds, hints, checks) as rank,
			count(*) over (partition by seconds, hints, checks) > 1 as joint
		from result join opened on opened.id = result.game where `+ranked+`
		order by seconds, hints, checks, finished, game`, pgx.NamedArgs{"date": date, "viewer": viewer})
	return results, postgres.Annotate(err, "the results of the global daily of %s", date)
}
