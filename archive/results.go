package archive

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Result is a finished game.
type Result struct {
	GameID   int64
	Player   Player // zero: a former player, who was deleted
	GuildID  string
	Date     Date // zero: a puzzle of the player's own
	Shape    sudoku.Shape
	Tier     logic.Tier
	Elapsed  time.Duration // from start to finish, by the store's clock
	Active   time.Duration // of that, without the gaps between events that are longer than five minutes
	Hints    int
	Deepest  play.HintLevel // of the hints
	Checks   int
	HandedIn bool // without a move of the player's own: pasted in, or made by hints
	Late     bool // a daily that was not finished on its day
	Apart    Apart
	Hidden   bool // others are not to see who it was
	At       time.Time
	Rank     int // among the results of the same daily, from 1, equals share one; 0: not a daily, handed in, or apart
}

// Apart says why a result is not on the boards. Its player keeps it, and it counts for the streak.
type Apart string

const (
	NotApart Apart = ""
	TooQuick Apart = "quick"   // see [tooQuick]
	Removed  Apart = "removed" // by an admin of the guild
)

// Finish ends a game whose grid is the solution, and returns the result; until then the
// error is [ErrUnsolved]. The time is measured here. Finishing again changes nothing and
// returns the same result, with the rank as it is then.
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
	if err == nil {
		s.changed(ctx, g.ID)
	}
	return r, annotate(err, "finish the game")
}

// end notes when a game was finished, and whether its daily was still today's then.
func (s *Store) end(ctx context.Context, tx pgx.Tx, g Game) error {
	if !g.Solved() {
		return ErrUnsolved
	}
	guild, err := readGuild(ctx, tx, g.GuildID)
	if err != nil {
		return err
	}
	moment := s.now()
	onTime := g.IsDaily() && !g.Date.Before(guild.Today(moment))
	apart := NotApart
	if tooQuick(g, moment.Sub(g.Started)) {
		apart = TooQuick
	}
	_, err = tx.Exec(ctx, `
		update game set finished = greatest(started, $2), on_time = $3, apart = $4 where id = $1`, g.ID, moment, onTime, string(apart))
	if err != nil {
		return err
	}
	return measure(ctx, tx, g)
}

// Pause is how long a player may do nothing and still be at it.
const Pause = 5 * time.Minute

// measure notes the active time of a finished game, by its journal.
func measure(ctx context.Context, tx pgx.Tx, g Game) error {
	_, err := tx.Exec(ctx, `
		update game set active = least(finished - started, (
			select coalesce(sum(gap) filter (where gap <= $2), interval '0') from (
				select at - lag(at) over (order by at) as gap from (
					select started as at union all select at from event where game = $1 union all select finished
				) moment
			) between_moments
		)) where id = $1`, g.ID, Pause)
	return err
}

// Share notes that the result of a finished game was shared, and returns it. The second time the
// error is [ErrShared], and [ErrUnsolved] for a game that is not finished.
func (s *Store) Share(ctx context.Context, g Game) (r Result, err error) {
	err = s.transact(ctx, func(tx pgx.Tx) error {
		shared, err := tx.Exec(ctx, `
			update game set shared = $2 where id = $1 and finished is not null and shared is null`, g.ID, s.now())
		if err != nil {
			return err
		}
		r, err = readResult(ctx, tx, g)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return ErrUnsolved
		case err == nil && shared.RowsAffected() == 0:
			return ErrShared
		}
		return err
	})
	return r, annotate(err, "share the result of game %d", g.ID)
}

// SolvedBefore returns the puzzles of the games that a player finished besides one, as the archive has
// them, each once and the newest first: at most that many. Practices, and games that were handed in,
// do not count.
func (s *Store) SolvedBefore(ctx context.Context, g Game, most int) ([]sudoku.Grid, error) {
	rows, err := s.db(ctx).Query(ctx, `
		select p.clues from (
			select puzzle, max(finished) as at from game
			where player = $1 and id <> $2 and finished is not null and practice = '' and moves > 0
			group by puzzle order by at desc limit $3
		) solved join puzzle p on p.id = solved.puzzle order by solved.at desc`, g.Player.ID, g.ID, most)
	if err != nil {
		return nil, annotate(err, "the games of a player")
	}
	grids, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (grid sudoku.Grid, err error) {
		err = row.Scan(gridColumn{&grid})
		return grid, err
	})
	return grids, annotate(err, "the games of a player")
}

// resultColumns are the columns of a result but its rank, of the view result.
const resultColumns = `game, player, name, hidden, ` + resultRest

// publicColumns are those columns for others to see: who wants to be hidden has no id and no name.
const publicColumns = `game, case when hidden then '' else player end as player, case when hidden then '' else name end as name, hidden, ` + resultRest

const resultRest = `guild, date, shape, tier, elapsed, active, hints, deepest, checks, handed_in, apart,
	date is not null and not on_time as late, finished`

func (r *Result) fields() fields {
	return fields{
		"game": &r.GameID, "player": &r.Player.ID, "name": &r.Player.Name, "guild": &r.GuildID, "date": &r.Date, "shape": &r.Shape,
		"tier": &r.Tier, "elapsed": &r.Elapsed, "active": &r.Active, "hints": &r.Hints, "deepest": &r.Deepest, "checks": &r.Checks,
		"handed_in": &r.HandedIn, "apart": &r.Apart, "hidden": &r.Hidden, "late": &r.Late, "finished": &r.At, "rank": &r.Rank,
	}
}

// readResult returns the result of a game. Its rank is how many of the same daily are better,
// by the order of [Store.DailyResults].
func readResult(ctx context.Context, tx pgx.Tx, g Game) (Result, error) {
	return readOne(ctx, tx, (*Result).fields, `
		select `+resultColumns+`, case when date is null or handed_in or apart <> '' then 0 else (
			select 1 + count(*) from result better
			where better.guild = r.guild and better.date = r.date and better.shape = r.shape and better.tier = r.tier
			  and not better.handed_in and better.apart = '' and (better.elapsed, better.hints, better.checks) < (r.elapsed, r.hints, r.checks)
		) end as rank
		from result r where game = $1`, g.ID)
}

// DailyResults returns the results of a guild's dailies of a date: shape by shape, tier by
// tier, the best first. The quicker is better; of equal times, who had fewer hints, then
// fewer checks. Those that were handed in come last.
func (s *Store) DailyResults(ctx context.Context, guildID string, date Date) ([]Result, error) {
	all, err := s.AllDailyResults(ctx, guildID, date)
	return slices.DeleteFunc(all, func(r Result) bool { return r.Apart == Removed }), err
}

// AllDailyResults is [Store.DailyResults] with the results that were removed.
func (s *Store) AllDailyResults(ctx context.Context, guildID string, date Date) ([]Result, error) {
	results, err := readAll(ctx, s.db(ctx), (*Result).fields, `
		select `+publicColumns+`, case when handed_in or apart <> '' then 0 else
		       rank() over (partition by shape, tier, handed_in, apart order by elapsed, hints, checks) end as rank
		from result where guild = $1 and date = $2
		order by shape, tier, handed_in, apart, rank, finished, game`, guildID, date)
	return results, annotate(err, "the results of %s", date)
}

// Standing is a player's place on the leaderboard of a guild's dailies.
type Standing struct {
	Player Player
	Hidden bool // others are not to see who it is
	Solved int
	Best   time.Duration
	Mean   time.Duration
	Hints  int
}

func (s *Standing) fields() fields {
	return fields{
		"player": &s.Player.ID, "name": &s.Player.Name, "hidden": &s.Hidden, "solved": &s.Solved, "best": &s.Best, "mean": &s.Mean, "hints": &s.Hints,
	}
}

// Leaderboard returns the players who solved dailies of a guild of a date and later, the
// best first: who solved more, then who needed less time on average. The zero date means
// all dailies. What was solved late or handed in does not count, nor what is apart, and former
// players are not listed: nothing says which results were of the same one. Players who want to be
// hidden have no id and no name.
func (s *Store) Leaderboard(ctx context.Context, guildID string, since Date) ([]Standing, error) {
	standings, err := readAll(ctx, s.db(ctx), (*Standing).fields, `
		select case when hidden then '' else player end as player, case when hidden then '' else name end as name, hidden,
			count(*) as solved, min(elapsed) as best, avg(elapsed) as mean, sum(hints) as hints
		from result
		where guild = $1 and date is not null and on_time and not handed_in and apart = '' and player <> '' and (date >= $2 or $2::date is null)
		group by result.player, result.name, hidden order by solved desc, mean, result.player`, guildID, since)
	return standings, annotate(err, "the leaderboard")
}

// Streak counts consecutive nominal dates with a daily solved while it was today's.
type Streak struct {
	Current int // up to today, or up to yesterday while today's is not solved
	Longest int
}

// Streak returns the player's streak in a guild. Any daily of a date will do, if it was
// finished while the date was the guild's [Guild.Today].
func (s *Store) Streak(ctx context.Context, playerID, guildID string, today Date) (Streak, error) {
	rows, err := s.db(ctx).Query(ctx, `
		select distinct date from game where player = $1 and guild = $2 and on_time order by date`, playerID, guildID)
	if err != nil {
		return Streak{}, annotate(err, "the streak")
	}
	dates, err := pgx.CollectRows(rows, pgx.RowTo[Date])
	return streakOf(dates, today), annotate(err, "the streak")
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
