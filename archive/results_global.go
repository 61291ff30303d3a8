package archive

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
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
func (s *Store) GlobalResults(ctx context.Context, date Date, viewer string) ([]Result, error) {
	results, err := readAll(ctx, s.db(ctx), (*Result).fields, `
		with opened as (
			select distinct on (coalesce(g.player, g.id::text)) g.id
			from daily d join game g on (g.guild, g.date, g.shape, g.slot) = (d.guild, d.date, d.shape, d.tier)
			where d.date = @date and d.global
			order by coalesce(g.player, g.id::text), g.started, g.id
		)
		select `+worldwideColumns+`, rank() over (order by seconds, hints, checks) as rank,
			count(*) over (partition by seconds, hints, checks) > 1 as joint
		from result join opened on opened.id = result.game where `+ranked+`
		order by seconds, hints, checks, finished, game`, pgx.NamedArgs{"date": date, "viewer": viewer})
	return results, annotate(err, "the results of the global daily of %s", date)
}

// Pace is a player's place on the board over the dailies of all guilds, which compares what people
// took with what their puzzles are expected to take.
type Pace struct {
	Player Player
	Hidden bool // others are not to see who it is
	Solved int
	Share  float64 // of the expected time: 0.5 is twice as quick
	Mean   time.Duration
	Rank   int // from 1
	Joint  bool
}

func (p *Pace) fields() fields {
	return fields{
		"player": &p.Player.ID, "name": &p.Player.Name, "hidden": &p.Hidden, "solved": &p.Solved, "share": &p.Share, "mean": &p.Mean,
		"rank": &p.Rank, "joint": &p.Joint,
	}
}

// PaceLeast is how many dailies put a player on the board over all guilds: one lucky puzzle does not.
const PaceLeast = 3

// Paces returns the players who solved at least [PaceLeast] dailies of any guild, the quickest for the
// expected time first, to a hundredth of it. What counts on [Store.Leaderboard] counts here, a puzzle
// once: in the game that the player opened first. The guild of the ranking is not asked for.
func (s *Store) Paces(ctx context.Context, r Ranking) ([]Pace, error) {
	paces, err := readAll(ctx, s.db(ctx), (*Pace).fields, `
		with once as (
			select distinct on (result.player, result.puzzle) player, name, worldwide, elapsed, p.score
			from result join puzzle p on p.id = result.puzzle
			where `+counting+` and guild not like 'dm:%' and p.score > 0
			order by result.player, result.puzzle, result.started
		), pace as (
			select player, name, worldwide, count(*) as solved, avg(elapsed) as mean,
				round((sum(extract(epoch from elapsed)) / sum(score))::numeric, 2) as share
			from once group by player, name, worldwide having count(*) >= @least
		)
		select case when worldwide or player = @viewer then player else '' end as player,
			case when worldwide or player = @viewer then name else '' end as name, not worldwide as hidden,
			solved, mean, share::double precision as share, rank() over (order by share) as rank, count(*) over (partition by share) > 1 as joint
		from pace order by pace.share, solved desc, pace.player`, r.argsAtLeast(PaceLeast))
	return paces, annotate(err, "the leaderboard of all guilds")
}

func (r Ranking) argsAtLeast(least int) pgx.NamedArgs {
	args := r.args()
	args["least"] = least
	return args
}
