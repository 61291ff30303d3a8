package games

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Result is a finished game.
type Result struct {
	GameID   int64
	Player   Player // zero: a former player, who was deleted
	GuildID  string
	Date     calendar.Date // zero: a puzzle of the player's own
	Shape    sudoku.Shape
	Tier     logic.Tier
	Elapsed  time.Duration // from start to finish, by the store's clock
	Active   time.Duration // of that, without the gaps between events that are longer than five minutes
	Hints    int
	Deepest  play.HintLevel // of the hints
	Checks   int
	HandedIn bool // not solved on the board, by [play.Earned]: pasted in, or made by hints
	Late     bool // a daily that was not finished on its day
	Extra    bool // another daily of its date counts
	Apart    Apart
	Hidden   bool // others are not to see who it was
	Shared   bool // its player has shown it to all
	At       time.Time
	Rank     int  // among the results of the same daily, from 1; 0: not a daily, an extra, handed in, late, or apart
	Joint    bool // another has the same rank: equal to the second, in hints and in checks
}

// Apart is the reason why a result is not on the boards. Its player keeps it, and it counts for the streak.
type Apart string

const (
	NotApart Apart = ""
	TooQuick Apart = "quick"    // see [tooQuick]
	Removed  Apart = "removed"  // by an admin of the guild
	Known    Apart = "together" // the player was in a [Party] that solved the same daily, opened it in another guild first, or joined it, see [Store.Join]
)

// Finish ends a game whose grid is the solution, and returns the result; until then the
// error is [ErrUnsolved]. The time is measured here, with Ago of the game. Finishing again changes nothing and
// returns the same result, with the rank as it is then.
func (s *Store) Finish(ctx context.Context, g Game) (r Result, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		now, err := lockGame(ctx, tx, g.ID)
		if err != nil {
			return err
		}
		if now.Ago = g.Ago; now.Finished.IsZero() {
			if err := s.end(ctx, tx, now); err != nil {
				return err
			}
		}
		r, err = readResult(ctx, tx, now)
		return err
	})
	if err == nil {
		s.db.Notify(ctx, postgres.Notification{Channel: postgres.GameChannel, ID: g.ID})
	}
	return r, postgres.Annotate(err, "finish the game")
}

// end notes when a game was finished, and whether its daily was still today's then, or its rated race not over: games
// on time count for ratings.
func (s *Store) end(ctx context.Context, tx pgx.Tx, g Game) error {
	if !g.Solved() {
		return ErrUnsolved
	}
	guild, err := daily.ReadGuild(ctx, tx, g.GuildID)
	if err != nil {
		return err
	}
	moment := s.db.Now().Add(-g.Ago)
	onTime := g.IsDaily() && !g.Date.Before(guild.Today(moment))
	if g.Race != 0 {
		err := tx.QueryRow(ctx, `select exists (select from duel where id = $1 and rated and ended is null)`, g.Race).Scan(&onTime)
		if err != nil {
			return err
		}
	}
	earned, err := s.earned(ctx, tx, g)
	if err != nil {
		return err
	}
	apart := NotApart
	if tooQuick(g, moment.Sub(g.Started)) {
		apart = TooQuick
	}
	if known, err := knownBefore(ctx, tx, g); err != nil {
		return err
	} else if known {
		apart = Known
	}
	if joined, err := joinedBefore(ctx, tx, g); err != nil {
		return err
	} else if joined {
		onTime, apart = false, Known
	}
	if err := endSolvedParty(ctx, tx, g); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		update game set finished = greatest(started, $2), on_time = $3, apart = $4, earned = $5 where id = $1`,
		g.ID, moment, onTime, string(apart), earned)
	if err == nil {
		err = showSolvers(ctx, tx, g.ID)
	}
	if err != nil {
		return err
	}
	return measure(ctx, tx, g)
}

// showSolvers has the post of the daily changed that a finished game is of.
func showSolvers(ctx context.Context, db postgres.Querier, gameID int64) error {
	_, err := db.Exec(ctx, daily.ShowSolvers(`g.id = $1`), gameID)
	return err
}

// earned reports whether a finished game was solved on the board; nil for a practice, which is not compared.
func (s *Store) earned(ctx context.Context, tx pgx.Tx, g Game) (*bool, error) {
	if g.Practice != "" {
		return nil, nil
	}
	journal, err := postgres.ReadAll(ctx, tx, func(m *play.Moment) postgres.Fields {
		return postgres.Fields{"at": &m.At, "kind": &m.Kind, "grid": postgres.Grid(&m.Grid)}
	}, `select at, kind, grid from event where game = $1 order by revision`, g.ID)
	if err != nil {
		return nil, err
	}
	earned := play.Earned(g.Clues, g.Grid, g.Started, journal)
	return &earned, nil
}

// quickestPart is the part of the time that people are expected to take, which no person falls short of.
const quickestPart = 10

// tooQuick reports whether a game was solved more quickly than a person can: in less than [play.Quickest] for
// each empty cell, or than a part of the expected time. The time counts from
// opening the game, so that a pause does not make a result suspicious. A practice or a pasted puzzle is not compared.
func tooQuick(g Game, elapsed time.Duration) bool {
	cells := g.Clues.Shape().Side()*g.Clues.Shape().Side() - g.Clues.Len()
	expected := time.Duration(g.Puzzle.Score * float64(time.Second))
	return g.Practice == "" && !g.Pasted && (elapsed < time.Duration(cells)*play.Quickest(g.Shape) || elapsed < expected/quickestPart)
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
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		shared, err := tx.Exec(ctx, `
			update game set shared = $2 where id = $1 and finished is not null and shared is null`, g.ID, s.db.Now())
		if err != nil {
			return err
		}
		r, err = readResult(ctx, tx, g)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return ErrUnsolved
		case err == nil && shared.RowsAffected() == 0:
			return ErrShared
		case err == nil:
			err = showSolvers(ctx, tx, g.ID)
		}
		return err
	})
	return r, postgres.Annotate(err, "share the result of game %d", g.ID)
}

// Unshare notes that a shared result could not be posted: its player can share it again.
func (s *Store) Unshare(ctx context.Context, gameID int64) error {
	_, err := s.db.Exec(ctx, `update game set shared = null where id = $1`, gameID)
	if err == nil {
		s.db.Notify(ctx, postgres.Notification{Channel: postgres.GameChannel, ID: gameID})
		err = showSolvers(ctx, s.db, gameID)
	}
	return postgres.Annotate(err, "take back that the result of game %d is shared", gameID)
}

// SolvedBefore returns the puzzles of the games that a player finished besides one, as the archive has
// them, each once and the newest first: at most that many. Practices, and games that were handed in,
// do not count.
func (s *Store) SolvedBefore(ctx context.Context, g Game, most int) ([]sudoku.Grid, error) {
	grids, err := readGrids(ctx, s.db, `
		select p.clues from (
			select puzzle, max(finished) as at from game
			where player = $1 and id <> $2 and finished is not null and practice = '' and coalesce(earned, moves > 0)
			group by puzzle order by at desc limit $3
		) solved join puzzle p on p.id = solved.puzzle order by solved.at desc`, g.Player.ID, g.ID, most)
	return grids, postgres.Annotate(err, "the games of a player")
}

// resultColumns are the columns of a result but its rank, of the view result.
const resultColumns = `game, player, name, hidden, ` + resultRest

// publicColumns are those columns for a viewer, the argument @viewer: a hidden player has no id
// and no name for anyone else.
const publicColumns = `game, ` + seenByViewer + `, hidden, ` + resultRest

const seenByViewer = `case when hidden and player <> @viewer then '' else player end as player,
	case when hidden and player <> @viewer then '' else name end as name`

const resultRest = `guild, date, shape, tier, elapsed, active, hints, deepest, checks, handed_in, apart,
	` + late + ` as late, extra, shared, finished`

const late = `(date is not null and on_time is not true)`

func (r *Result) fields() postgres.Fields {
	return postgres.Fields{
		"game": &r.GameID, "player": &r.Player.ID, "name": &r.Player.Name, "guild": &r.GuildID, "date": &r.Date, "shape": &r.Shape,
		"tier": &r.Tier, "elapsed": &r.Elapsed, "active": &r.Active, "hints": &r.Hints, "deepest": &r.Deepest, "checks": &r.Checks,
		"handed_in": &r.HandedIn, "apart": &r.Apart, "hidden": &r.Hidden, "late": &r.Late, "extra": &r.Extra, "shared": &r.Shared, "finished": &r.At,
		"rank": &r.Rank, "joint": &r.Joint,
	}
}

// Ranked is the condition for a row of the view result, of a daily, to have a rank. A late one has none: by then the
// solution may be known to all. An extra has none, as only one daily of a date counts.
const Ranked = `(date is not null and not extra and not handed_in and apart = '' and not ` + late + `)`

// readResult returns the result of a game. Its rank is how many of the same daily are better,
// by the order of [Store.DailyResults].
func readResult(ctx context.Context, tx pgx.Tx, g Game) (Result, error) {
	return postgres.ReadOne(ctx, tx, (*Result).fields, `
		with same as (
			select game, seconds, hints, checks from result
			where (guild, date, shape, tier) = (select guild, date, shape, tier from game where id = $1) and `+Ranked+`
		)
		select `+resultColumns+`,
			case when `+Ranked+` then (
				select 1 + count(*) from same where (same.seconds, same.hints, same.checks) < (r.seconds, r.hints, r.checks)
			) else 0 end as rank,
			`+Ranked+` and exists (
				select from same where same.game <> r.game and (same.seconds, same.hints, same.checks) = (r.seconds, r.hints, r.checks)
			) as joint
		from result r where game = $1`, g.ID)
}

// DailyResults returns the results of a guild's dailies of a date for a player to see, "" for everyone: shape by
// shape, those that count before the extras, tier by tier, the best first. The quicker is better; of times that are
// equal to the second, who had fewer hints, then fewer checks. After the ranked ones come late results, results
// apart, and answers that were handed in.
func (s *Store) DailyResults(ctx context.Context, guildID string, date calendar.Date, viewer string) ([]Result, error) {
	all, err := s.AllDailyResults(ctx, guildID, date, viewer)
	return slices.DeleteFunc(all, func(r Result) bool { return r.Apart == Removed }), err
}

// AllDailyResults is [Store.DailyResults] with the results that were removed. Each is looked up by itself:
// in a join, the database may read the settings of all players.
func (s *Store) AllDailyResults(ctx context.Context, guildID string, date calendar.Date, viewer string) ([]Result, error) {
	results, err := postgres.ReadAll(ctx, s.db, (*Result).fields, `
		select `+publicColumns+`,
			case when `+Ranked+` then rank() over best else 0 end as rank,
			`+Ranked+` and count(*) over (partition by shape, tier, handed_in, apart, `+late+`, seconds, hints, checks) > 1 as joint
		from (
			select r.* from game g cross join lateral (select * from result r where r.game = g.id offset 0) r
			where g.guild = @guild and g.date = @date
		) result
		window best as (partition by shape, tier, handed_in, apart, `+late+` order by seconds, hints, checks)
		order by shape, extra, tier, handed_in, apart, `+late+`, seconds, hints, checks, finished, game`,
		pgx.NamedArgs{"guild": guildID, "date": date, "viewer": viewer})
	return results, postgres.Annotate(err, "the results of %s", date)
}

// Standing is a player's place on the leaderboard of a guild's dailies.
type Standing struct {
	Player Player
	Hidden bool // others are not to see who it is
	Solved int
	Best   time.Duration
	Mean   time.Duration
	Hints  int
	Rank   int  // from 1
	Joint  bool // another has the same
}

func (s *Standing) fields() postgres.Fields {
	return postgres.Fields{
		"player": &s.Player.ID, "name": &s.Player.Name, "hidden": &s.Hidden, "solved": &s.Solved, "best": &s.Best, "mean": &s.Mean, "hints": &s.Hints,
		"rank": &s.Rank, "joint": &s.Joint,
	}
}

// Ranking selects the results of a leaderboard, and its viewer.
type Ranking struct {
	GuildID string
	Shape   sudoku.Shape
	Days    calendar.Days
	Unaided bool   // only what was solved without a hint and without a check
	Viewer  string // the player who sees it, and so the own name; "": everyone
}

func (r Ranking) args() pgx.NamedArgs {
	return pgx.NamedArgs{"guild": r.GuildID, "shape": r.Shape, "first": r.Days.First, "last": r.Days.Last, "unaided": r.Unaided, "viewer": r.Viewer}
}

// counting is the condition for a result to count on a board of a [Ranking].
const counting = Ranked + ` and shape = @shape and player <> '' and (date >= @first or @first::date is null) and (date <= @last or @last::date is null)
	and (hints = 0 and checks = 0 or not @unaided)`

// Leaderboard returns the players who solved dailies of a shape in a guild, the best first: who solved more, then who
// needed less time on average, to the second. Late results, answers handed in and results apart do not count. Former
// players are not listed, since their results cannot be told apart. Players who want to be hidden have no id and no
// name for others. Names are looked up one by one: for a join with many results the database would read all players.
func (s *Store) Leaderboard(ctx context.Context, r Ranking) ([]Standing, error) {
	standings, err := postgres.ReadAll(ctx, s.db, (*Standing).fields, `
		with counted as (
			select player, count(*) as solved, min(elapsed) as best, avg(elapsed) as mean,
				round(avg(seconds)) as seconds, sum(hints) as hints
			from result where guild = @guild and `+counting+` group by player
		), standing as (
			select counted.*, coalesce((select p.name from player p where p.id = counted.player), '') as name,
				coalesce((select t.hidden from settings t where t.player = counted.player), false) as hidden
			from counted
		)
		select `+seenByViewer+`, hidden, solved, best, mean, hints, rank() over (order by solved desc, seconds) as rank,
			count(*) over (partition by solved, seconds) > 1 as joint
		from standing order by solved desc, seconds, mean, standing.player`, r.args())
	return standings, postgres.Annotate(err, "the leaderboard")
}

// worldwideColumns are the columns of a result on a board over all guilds: only players who want to be shown
// there has an id and a name for others.
const worldwideColumns = `game,
	case when worldwide or player = @viewer then player else '' end as player,
	case when worldwide or player = @viewer then name else '' end as name,
	not worldwide as hidden, ` + resultRest

// GlobalResults returns the results of the global daily of a date and a shape, of all guilds that had it, for a player to see; as
// [Store.DailyResults] orders them, only with a rank. A player who opened it in several guilds counts with the first
// of these games alone.
func (s *Store) GlobalResults(ctx context.Context, date calendar.Date, shape sudoku.Shape, viewer string) ([]Result, error) {
	results, err := postgres.ReadAll(ctx, s.db, (*Result).fields, `
		with opened as (
			select distinct on (coalesce(g.player, g.id::text)) g.id
			from daily d join game g on (g.guild, g.date, g.shape, g.slot) = (d.guild, d.date, d.shape, d.tier)
			where d.date = @date and d.shape = @shape and d.global and d.counts
			order by coalesce(g.player, g.id::text), g.started, g.id
		)
		select `+worldwideColumns+`, rank() over (order by seconds, hints, checks) as rank,
			count(*) over (partition by seconds, hints, checks) > 1 as joint
		from result join opened on opened.id = result.game where `+Ranked+`
		order by seconds, hints, checks, finished, game`, pgx.NamedArgs{"date": date, "shape": shape, "viewer": viewer})
	return results, postgres.Annotate(err, "the results of the global daily of %s", date)
}
