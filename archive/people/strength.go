package people

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/people/glicko"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// dayEnds is how long after a day, by UTC, it is rated: all its results are committed by then.
const dayEnds = 10 * time.Minute

// RateDays rates the days that are over and not rated yet, the oldest first and at most so many, and returns how many it
// has rated. Each is a transaction, so it can be interrupted at any time; while one process is at it, others return at once.
func (s *Store) RateDays(ctx context.Context, most int) (rated int, err error) {
	for rated < most {
		done, err := s.rateNextDay(ctx)
		if err != nil || !done {
			return rated, postgres.Annotate(err, "rate players")
		}
		rated++
	}
	return rated, nil
}

func (s *Store) rateNextDay(ctx context.Context) (rated bool, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		day, err := nextDay(ctx, tx, `for update skip locked`)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && (day.IsZero() || s.db.Now().Before(endOf(day).Add(dayEnds))) {
			return nil
		}
		if err == nil {
			err = rateDay(ctx, tx, day)
		}
		if err == nil {
			_, err = tx.Exec(ctx, `update rated_day set done = $1`, day)
		}
		rated = err == nil
		return err
	})
	return rated, err
}

// nextDay returns the first day that is not rated, zero before there is any result.
func nextDay(ctx context.Context, tx pgx.Tx, lock string) (day calendar.Date, err error) {
	err = tx.QueryRow(ctx, `
		select coalesce(done + 1, (select min(finished at time zone 'UTC')::date from game where on_time and apart = ''))
		from rated_day `+lock).Scan(&day)
	return day, err
}

func endOf(day calendar.Date) time.Time { return day.AddDays(1).Midnight() }

// rateable are the results that are rated, of the times from @from to before @to: results of Sudokus that have a
// rank, or would if a rated race had ranks, of players who never had the puzzle before. Without a date only a game of
// such a race is on time. In a place where someone is alone nobody sees who else helps.
const rateable = `
	select r.game, (r.finished at time zone 'UTC')::date as day, r.player, r.puzzle, r.elapsed, p.score, r.hints
	from result r join puzzle p on p.id = r.puzzle
	where r.on_time and r.apart = '' and r.finished >= @from and r.finished < @to and r.shape = 0 and r.player <> ''
	  and p.score > 0 and r.guild not like 'dm:%' and not r.handed_in and not r.extra
	  and not exists (select from game b where b.player = r.player and b.puzzle = r.puzzle and (b.started, b.id) < (r.started, r.game))`

// ratedGame is a row of rated_game.
type ratedGame struct {
	glicko.Game
	id       int64
	day      calendar.Date
	elapsed  time.Duration // of one that is not rated yet
	expected float64
	hints    int
}

func (g *ratedGame) newFields() postgres.Fields {
	return postgres.Fields{
		"game": &g.id, "day": &g.day, "player": &g.Player, "puzzle": &g.Puzzle, "elapsed": &g.elapsed, "score": &g.expected, "hints": &g.hints,
	}
}

func (g *ratedGame) fields() postgres.Fields {
	return postgres.Fields{
		"game": &g.id, "day": &g.day, "player": &g.Player, "puzzle": &g.Puzzle, "score": &g.Score, "value": &g.Was.Value, "deviation": &g.Was.Deviation,
	}
}

// readRateable returns the games of a time that are to be rated, with their scores. Their players are not deleted
// until the transaction ends; just deleted ones are left out.
func readRateable(ctx context.Context, tx pgx.Tx, condition string, args pgx.NamedArgs) ([]ratedGame, error) {
	found, err := postgres.ReadAll(ctx, tx, (*ratedGame).newFields, rateable+condition, args)
	if err != nil {
		return nil, err
	}
	players := make([]string, len(found))
	for i, g := range found {
		players[i] = g.Player
	}
	locked, err := postgres.ReadColumn[string](ctx, tx, `select id from player where id = any($1) order by id for key share`, players)
	known := map[string]bool{}
	for _, id := range locked {
		known[id] = true
	}
	var all []ratedGame
	for _, g := range found {
		if known[g.Player] {
			g.Score = glicko.Score(g.elapsed, time.Duration(g.expected*float64(time.Second)), g.hints)
			all = append(all, g)
		}
	}
	return all, err
}

// rateDay rates the results of a day, and keeps them.
func rateDay(ctx context.Context, tx pgx.Tx, day calendar.Date) error {
	all, err := readRateable(ctx, tx, "", pgx.NamedArgs{"from": endOf(day.AddDays(-1)), "to": endOf(day)})
	if err == nil {
		err = kept.rate(ctx, tx, day, all)
	}
	if err != nil {
		return err
	}
	return addRated(ctx, tx, all)
}

func addRated(ctx context.Context, tx pgx.Tx, all []ratedGame) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"rated_game"}, []string{"game", "day", "player", "puzzle", "score", "value", "deviation"},
		pgx.CopyFromSlice(len(all), func(i int) ([]any, error) {
			g := all[i]
			return []any{g.id, g.day, g.Player, int32(g.Puzzle), g.Score, g.Was.Value, g.Was.Deviation}, nil
		}))
	return err
}

// standings are the tables that ratings are in.
type standings struct{ players, puzzles string }

var kept = standings{"strength", "puzzle_strength"}

// rate rates the games of a day, sets their players' ratings at its start, and keeps the new ones.
func (s standings) rate(ctx context.Context, tx pgx.Tx, day calendar.Date, all []ratedGame) error {
	table, err := s.read(ctx, tx, all)
	if err != nil {
		return err
	}
	list := make([]glicko.Game, len(all))
	for i, g := range all {
		list[i] = g.Game
	}
	table.Rate(day, list)
	for i, g := range list {
		all[i].Game = g
	}
	if err := insert(ctx, tx, s.players, "player", "text", day, table.Players); err != nil {
		return err
	}
	return insert(ctx, tx, s.puzzles, "puzzle", "integer", day, table.Puzzles)
}

const standingColumns = `day, value, deviation, volatility, games`

// read returns the standings of the players and puzzles of games.
func (s standings) read(ctx context.Context, tx pgx.Tx, all []ratedGame) (glicko.Table, error) {
	table := glicko.NewTable()
	for _, g := range all {
		table.Puzzles[g.Puzzle] = glicko.Standing{}
		if g.Player != "" {
			table.Players[g.Player] = glicko.Standing{}
		}
	}
	err := readInto(ctx, tx, table.Players, `
		select a.id, s.* from unnest($1::text[]) a(id)
		cross join lateral (select `+standingColumns+` from `+s.players+` where player = a.id order by day desc limit 1) s`)
	if err == nil {
		err = readInto(ctx, tx, table.Puzzles, `select puzzle as id, `+standingColumns+` from `+s.puzzles+` where puzzle = any($1::integer[])`)
	}
	return table, err
}

// readInto sets the standings of a table that have rows.
func readInto[ID comparable](ctx context.Context, tx pgx.Tx, of map[ID]glicko.Standing, query string) error {
	ids := make([]ID, 0, len(of))
	for id := range of {
		ids = append(ids, id)
	}
	rows, _ := tx.Query(ctx, query, ids)
	var id ID
	var s glicko.Standing
	_, err := pgx.ForEachRow(rows, []any{&id, &s.Day, &s.Value, &s.Deviation, &s.Volatility, &s.Games}, func() error {
		of[id] = s
		return nil
	})
	return err
}

// insert adds standings to a table, or changes them for puzzles, which have one row each.
func insert[ID comparable](ctx context.Context, tx pgx.Tx, into, column, kind string, day calendar.Date, all map[ID]glicko.Standing) error {
	var ids []ID
	var values, deviations, volatilities []float64
	var games []int
	for id, s := range all {
		ids, games = append(ids, id), append(games, s.Games)
		values, deviations, volatilities = append(values, s.Value), append(deviations, s.Deviation), append(volatilities, s.Volatility)
	}
	statement := `
		insert into ` + into + ` (` + column + `, ` + standingColumns + `)
		select id, $2::date, value, deviation, volatility, games
		from unnest($1::` + kind + `[], $3::float8[], $4::float8[], $5::float8[], $6::integer[]) a(id, value, deviation, volatility, games)`
	if column == "puzzle" {
		statement += `
		on conflict (puzzle) do update set (` + standingColumns + `) = (excluded.day, excluded.value, excluded.deviation, excluded.volatility, excluded.games)`
	}
	_, err := tx.Exec(ctx, statement, ids, day, values, deviations, volatilities, games)
	return err
}

// Strengths returns a player's rating after each day with rated games, in order.
func (s *Store) Strengths(ctx context.Context, playerID string) ([]glicko.Standing, error) {
	rows, _ := s.db.Query(ctx, `select `+standingColumns+` from strength where player = $1 order by day`, playerID)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[glicko.Standing])
	return all, postgres.Annotate(err, "the ratings of player %q", playerID)
}
