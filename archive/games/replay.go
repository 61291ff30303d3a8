package games

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
)

// Moment is an entry of a game's journal with the time at which it was made.
type Moment struct {
	play.Entry
	At time.Time
}

// Journal returns what was done in a game, from the start. The boards have no clues of their own.
func (s *Store) Journal(ctx context.Context, gameID int64) ([]Moment, error) {
	moments, err := postgres.ReadAll(ctx, s.db, func(m *Moment) postgres.Fields {
		return entryFields(&m.Entry).And(postgres.Fields{"at": &m.At})
	}, `select kind, text, level, grid, marks, revision, head, before, at from event where game = $1 order by revision`, gameID)
	return moments, postgres.Annotate(err, "the journal of game %d", gameID)
}

// BoardAt returns the board that stood in a game after the event of a revision, 0 for the start.
func (s *Store) BoardAt(ctx context.Context, g Game, revision int) (play.Board, error) {
	switch {
	case revision == g.Revision:
		return g.Board, nil
	case revision == 0 && g.Practice != "":
		return g.Start, nil
	case revision == 0:
		return play.NewBoard(g.Clues), nil
	}
	e, err := postgres.ReadOne(ctx, s.db, entryFields, `
		select kind, text, level, grid, marks, revision, head, before from event where game = $1 and revision = $2`, g.ID, revision)
	e.Board.Clues = g.Clues
	return e.Board, postgres.Annotate(err, "revision %d of game %d", revision, g.ID)
}

// Active returns how long a player has been at a game, by the rule of [Result.Active]: until now, or
// until its end.
func (s *Store) Active(ctx context.Context, g Game) (active time.Duration, err error) {
	until := g.Finished
	if until.IsZero() {
		until = s.db.Now()
	}
	err = s.db.QueryRow(ctx, `
		select least($4 - $3, coalesce(sum(gap) filter (where gap <= $2), interval '0')) from (
			select at - lag(at) over (order by at) as gap from (
				select $3::timestamptz as at union all select at from event where game = $1 union all select $4::timestamptz
			) moment
		) between_moments`, g.ID, Pause, g.Started, until).Scan(&active)
	return active, postgres.Annotate(err, "the active time of game %d", g.ID)
}

// Games returns the games of a player in a guild, the one opened last first: at most that many.
func (s *Store) GamesOf(ctx context.Context, playerID, guildID string, most int) ([]Game, error) {
	games, err := readGames(ctx, s.db, `where g.player = $1 and g.guild = $2 order by g.opened desc limit $3`, playerID, guildID, most)
	return games, postgres.Annotate(err, "the games of player %q", playerID)
}
