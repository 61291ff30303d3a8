package games

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
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

// NeededTechniques returns how many games a player solved on the board, anywhere, by the hardest technique, the one
// needed most often first. Results apart do not count, nor do practices.
func (s *Store) NeededTechniques(ctx context.Context, playerID string) ([]Needed, error) {
	needed, err := postgres.ReadAll(ctx, s.db, (*Needed).fields, `
		select hardest_of(p.hardest, p.needs) as hardest, count(*) as solved, sum(g.hints) as hints,
			percentile_cont(0.5) within group (order by extract(epoch from g.finished - g.started)::float8 / p.score) as share
		from game g join puzzle p on p.id = g.puzzle
		where g.player = $1 and g.finished is not null and coalesce(g.earned, g.moves > 0) and g.apart = '' and g.practice = ''
		  and g.shape = 0 and p.score > 0
		group by 1 order by solved desc, 1`, playerID)
	return needed, postgres.Annotate(err, "the techniques that player %q needed", playerID)
}

// DayPlayed is the daily of a date that counts, and a player's game on it.
type DayPlayed struct {
	Date   calendar.Date
	OnTime bool // it was solved on its day
	Late   bool // it was solved later
}

func (d *DayPlayed) fields() postgres.Fields {
	return postgres.Fields{"date": &d.Date, "on_time": &d.OnTime, "late": &d.Late}
}

// DaysPlayed returns the dates of a guild that have a daily of a shape that counts, in order, and which of these a player
// solved.
func (s *Store) DaysPlayed(ctx context.Context, playerID, guildID string, shape sudoku.Shape, days calendar.Days) ([]DayPlayed, error) {
	played, err := postgres.ReadAll(ctx, s.db, (*DayPlayed).fields, `
		select d.date, coalesce(g.on_time, false) as on_time, g.finished is not null and g.on_time is not true as late
		from daily d left join game g on g.guild = d.guild and g.date = d.date and g.shape = d.shape and g.slot = d.tier and g.player = $2
		where d.guild = $1 and d.counts and d.shape = $5 and d.date between $3 and $4 order by d.date`,
		guildID, playerID, days.First, days.Last, shape)
	return played, postgres.Annotate(err, "the dailies that player %q solved", playerID)
}

// Kinds are the kinds of games by which [Solved] can be narrowed: a puzzle is one of the player's own, or of a race.
var Kinds = []string{"daily", "puzzle", "practice"}

// Solved selects games that a player solved in a guild.
type Solved struct {
	PlayerID, GuildID string

	Kind    string     // one of [Kinds]; "": any
	Tier    logic.Tier // 0: any
	Unaided bool       // those without hints and checks alone
	Before  int64      // only those that were solved before that game; 0: all
}

// SolvedGames returns games that a player solved, the one solved last first: at most that many.
func (s *Store) SolvedGames(ctx context.Context, wanted Solved, most int) ([]Game, error) {
	ids, err := postgres.ReadColumn[int64](ctx, s.db, `
		select id from game
		where player = @player and guild = @guild and finished is not null
			and @kind in ('', case when practice <> '' then 'practice' when date is not null then 'daily' else 'puzzle' end)
			and @tier::int in (0, tier)
			and (not @unaided or hints = 0 and checks = 0)
			and (@before::bigint = 0 or (finished, id) < (select finished, id from game where id = @before and player = @player))
		order by finished desc, id desc limit @most`,
		pgx.NamedArgs{
			"player": wanted.PlayerID, "guild": wanted.GuildID, "kind": wanted.Kind, "tier": int(wanted.Tier),
			"unaided": wanted.Unaided, "before": wanted.Before, "most": most,
		})
	if err != nil {
		return nil, postgres.Annotate(err, "the solved games of player %q", wanted.PlayerID)
	}
	games, err := readGames(ctx, s.db, `where g.id = any($1)`, ids)
	slices.SortFunc(games, func(a, b Game) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return games, postgres.Annotate(err, "the solved games of player %q", wanted.PlayerID)
}
