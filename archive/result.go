package archive

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Result is a finished game.
type Result struct {
	Game    int64
	Player  Player
	Guild   string
	Date    Date // zero: a puzzle of one's own
	Shape   sudoku.Shape
	Tier    logic.Tier
	Elapsed time.Duration // from start to finish, by the store's clock
	Hints   int
	Checks  int
	At      time.Time
	Rank    int // among the results of the same daily, from 1, equals share one; 0: no daily
}

// Finish ends a game whose grid is the solution, and returns the result; until then the
// error is [ErrUnsolved]. The time is measured here. Finishing again changes nothing and
// returns the same result, with the rank as it has become.
func (s *Store) Finish(ctx context.Context, g Game) (r Result, err error) {
	err = s.transact(ctx, func(tx pgx.Tx) error {
		now, err := lockGame(ctx, tx, g.ID)
		if err != nil {
			return err
		}
		if now.Finished.IsZero() {
			if err := s.end(ctx, tx, now); err != nil {
				return err
			}
		}
		r, err = readResult(ctx, tx, now)
		return err
	})
	return r, failed(err, "finish the game")
}

// end notes when a game was finished, and whether its daily was still today's then.
func (s *Store) end(ctx context.Context, tx pgx.Tx, g Game) error {
	if !g.Grid.Solved() || !g.Grid.Extends(g.Clues) {
		return ErrUnsolved
	}
	guild, err := readGuild(ctx, tx, g.Guild)
	if err != nil {
		return err
	}
	moment := s.now()
	onTime := g.IsDaily() && !g.Date.Before(guild.Today(moment))
	_, err = tx.Exec(ctx, `update game set finished = greatest(started, $2), on_time = $3 where id = $1`, g.ID, moment, onTime)
	return err
}

// resultColumns are what columns takes, of the view result.
const resultColumns = `game, player, name, guild, date, shape, tier, elapsed, hints, checks, finished`

// columns returns where Scan puts the resultColumns.
func (r *Result) columns() []any {
	return []any{&r.Game, &r.Player.ID, &r.Player.Name, &r.Guild, &r.Date, &r.Shape, &r.Tier, &r.Elapsed, &r.Hints, &r.Checks, &r.At}
}

// readResult reads the result of a game. Its rank is how many of the same daily are better,
// by the order of [Store.DailyResults].
func readResult(ctx context.Context, tx pgx.Tx, g Game) (r Result, err error) {
	if err := tx.QueryRow(ctx, `select `+resultColumns+` from result where game = $1`, g.ID).Scan(r.columns()...); err != nil {
		return Result{}, err
	}
	if !g.IsDaily() {
		return r, nil
	}
	err = tx.QueryRow(ctx, `
		select 1 + count(*) from result
		where guild = $1 and date = $2 and shape = $3 and tier = $4 and (elapsed, hints, checks) < ($5, $6, $7)`,
		r.Guild, r.Date, r.Shape, r.Tier, r.Elapsed, r.Hints, r.Checks).Scan(&r.Rank)
	return r, err
}

// DailyResults returns the results of a guild's dailies of a date: shape by shape, tier by
// tier, the best first. The quicker is better; of equal times, who had fewer hints, then
// fewer checks.
func (s *Store) DailyResults(ctx context.Context, guild string, date Date) ([]Result, error) {
	rows, err := s.pool.Query(ctx, `
		select `+resultColumns+`, rank() over (partition by shape, tier order by elapsed, hints, checks) as place
		from result where guild = $1 and date = $2
		order by shape, tier, place, finished, game`, guild, date)
	if err != nil {
		return nil, failed(err, "the results of %s", date)
	}
	results, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Result, err error) {
		err = row.Scan(append(r.columns(), &r.Rank)...)
		return r, err
	})
	return results, failed(err, "the results of %s", date)
}
