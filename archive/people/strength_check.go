package people

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// StrengthCheck is the result of computing all ratings anew.
type StrengthCheck struct {
	Days     int // with rated games
	Games    int
	Players  int // with a rating
	Puzzles  int
	Unknown  int // games of players who were deleted, whose rating of then stands for them
	Removed  int // games that were rated and no longer count, such as results that an admin removed
	Restored int // games that count since, and were not rated
	Differ   int // ratings that are not what they are when they are computed anew
}

// CheckStrengths computes all ratings anew, from the games that were rated, and compares. With keep the new ratings
// are kept, without games that no longer count, and with games that count since.
func (s *Store) CheckStrengths(ctx context.Context, keep bool) (c StrengthCheck, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set transaction isolation level repeatable read`); err != nil {
			return err
		}
		end, err := nextDay(ctx, tx, `for update`)
		if err != nil || end.IsZero() {
			return err
		}
		if c, err = countChanged(ctx, tx, end); err != nil {
			return err
		}
		if keep {
			if err := keepChanged(ctx, tx, end); err != nil {
				return err
			}
		}
		if err := anew.make(ctx, tx); err != nil {
			return err
		}
		if c.Days, c.Differ, err = replay(ctx, tx, keep); err != nil {
			return err
		}
		for _, table := range []struct{ kept, anew, key string }{{kept.players, anew.players, "player, day"}, {kept.puzzles, anew.puzzles, "puzzle"}} {
			n, err := compare(ctx, tx, table.kept, table.anew, table.key)
			if err != nil {
				return err
			}
			c.Differ += n
		}
		if keep {
			err = anew.replace(ctx, tx)
		}
		return err
	})
	return c, postgres.Annotate(err, "compute the ratings of players anew")
}

var anew = standings{"strength_anew", "puzzle_strength_anew"}

// gone are the rated games that still exist and no longer count. notRated is the condition for a game that counts not to
// be rated.
const (
	gone = `(select r.game from rated_game r join game g on g.id = r.game
		where r.player is not null and not exists (select from counting n where n.game = r.game))`
	notRated = ` and not exists (select from rated_game d where d.player = r.player and d.puzzle = r.puzzle)`
)

func before(end calendar.Date) pgx.NamedArgs {
	return pgx.NamedArgs{"from": time.Time{}, "to": endOf(end.AddDays(-1))}
}

func countChanged(ctx context.Context, tx pgx.Tx, end calendar.Date) (c StrengthCheck, err error) {
	err = tx.QueryRow(ctx, `
		with counting as materialized (`+rateable+`)
		select count(*), count(*) filter (where player is null), (select count(distinct player) from strength),
			(select count(*) from puzzle_strength), (select count(*) from `+gone+` gone), (select count(*) from counting r where true`+notRated+`)
		from rated_game`, before(end)).Scan(&c.Games, &c.Unknown, &c.Players, &c.Puzzles, &c.Removed, &c.Restored)
	return c, err
}

// keepChanged brings rated_game up to date with the games that count now.
func keepChanged(ctx context.Context, tx pgx.Tx, end calendar.Date) error {
	_, err := tx.Exec(ctx, `with counting as materialized (`+rateable+`) delete from rated_game where game in `+gone, before(end))
	if err != nil {
		return err
	}
	restored, err := readRateable(ctx, tx, notRated, before(end))
	if err != nil {
		return err
	}
	return addRated(ctx, tx, restored)
}

// make makes empty tables of the same form, for the time of the transaction.
func (s standings) make(ctx context.Context, tx pgx.Tx) error {
	return postgres.ExecAll(ctx, tx, []string{
		`create temporary table ` + s.players + ` (like ` + kept.players + ` including all) on commit drop`,
		`create temporary table ` + s.puzzles + ` (like ` + kept.puzzles + ` including all) on commit drop`,
	})
}

// replace overwrites the kept tables with these.
func (s standings) replace(ctx context.Context, tx pgx.Tx) error {
	return postgres.ExecAll(ctx, tx, []string{
		`delete from ` + kept.players, `insert into ` + kept.players + ` select * from ` + s.players,
		`delete from ` + kept.puzzles, `insert into ` + kept.puzzles + ` select * from ` + s.puzzles,
	})
}

// replay rates all days anew. It returns the number of days with games, and the number of ratings at the start of a day
// that differ from the ratings noted with the games. With keep it notes the new ones.
func replay(ctx context.Context, tx pgx.Tx, keep bool) (days, differ int, err error) {
	all, err := postgres.ReadColumn[calendar.Date](ctx, tx, `select distinct day from rated_game order by day`)
	for _, day := range all {
		n, err := replayDay(ctx, tx, day, keep)
		if err != nil {
			return 0, 0, err
		}
		differ += n
	}
	return len(all), differ, err
}

func replayDay(ctx context.Context, tx pgx.Tx, day calendar.Date, keep bool) (differ int, err error) {
	noted, err := postgres.ReadAll(ctx, tx, (*ratedGame).fields, `
		select game, day, coalesce(player, '') as player, puzzle, score, value, deviation from rated_game where day = $1`, day)
	if err != nil {
		return 0, err
	}
	list := slices.Clone(noted)
	if err := anew.rate(ctx, tx, day, list); err != nil {
		return 0, err
	}
	var ids []int64
	var values, deviations []float64
	for i, g := range list {
		if math.Abs(g.Was.Value-noted[i].Was.Value) > tolerance || math.Abs(g.Was.Deviation-noted[i].Was.Deviation) > tolerance {
			ids, values, deviations = append(ids, g.id), append(values, g.Was.Value), append(deviations, g.Was.Deviation)
		}
	}
	if keep && len(ids) > 0 {
		_, err = tx.Exec(ctx, `
			update rated_game r set (value, deviation) = (a.value, a.deviation)
			from unnest($1::bigint[], $2::float8[], $3::float8[]) a(game, value, deviation) where r.game = a.game`, ids, values, deviations)
	}
	return len(ids), err
}

// tolerance is the greatest difference of two ratings that count as the same: machines round differently.
const tolerance = 1e-6

// compare counts the rows that two tables of standings do not share.
func compare(ctx context.Context, tx pgx.Tx, a, b, key string) (differ int, err error) {
	err = tx.QueryRow(ctx, `
		select count(*) from `+a+` a full join `+b+` b using (`+key+`)
		where a.games is distinct from b.games or abs(a.value - b.value) > $1 or abs(a.deviation - b.deviation) > $1
		   or abs(a.volatility - b.volatility) > $1`, tolerance).Scan(&differ)
	return differ, err
}
