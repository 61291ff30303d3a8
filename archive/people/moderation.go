// Package people keeps personal data: the data about players, its export and deletion; how admins change results; and
// the browsers in which players are signed in.
package people

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// PlayerChoices are a player's choices.
type PlayerChoices struct {
	Hidden   bool // others do not see the name beside results
	Research bool // their times may be used for the score
}

// Choices returns a player's choices, the zero value if the player is not known.
func (s *Store) Choices(ctx context.Context, playerID string) (c PlayerChoices, err error) {
	err = s.db.QueryRow(ctx, `
		select coalesce(t.hidden, false), p.research is not null
		from player p left join settings t on t.player = p.id where p.id = $1`, playerID).Scan(&c.Hidden, &c.Research)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return c, postgres.Annotate(err, "the choices of player %q", playerID)
}

// HidePlayer sets whether others see who a player's results are of.
func (s *Store) HidePlayer(ctx context.Context, player games.Player, hidden bool) error {
	return s.choose(ctx, player, hidden, games.ShowNames,
		`insert into settings (player, hidden) values ($1, $2) on conflict (player) do update set hidden = $2`)
}

// SetResearch sets whether the times of a player may be used for the score; see [Store.ResearchTimes].
func (s *Store) SetResearch(ctx context.Context, player games.Player, consent bool) error {
	return s.choose(ctx, player, consent, `update player set research = case when $2 then coalesce(research, now()) end where id = $1`)
}

func (s *Store) choose(ctx context.Context, player games.Player, value bool, statements ...string) error {
	err := games.AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error { return postgres.ExecAll(ctx, tx, statements, player.ID, value) })
	return postgres.Annotate(err, "keep what player %q has chosen", player.ID)
}

// RemoveResult takes the result of a game of a guild's daily from the boards, and RestoreResult
// puts it back; its player keeps it. The error of a game that has no such result is [postgres.ErrNotFound].
func (s *Store) RemoveResult(ctx context.Context, guildID string, gameID int64) error {
	return s.setApart(ctx, guildID, gameID, games.Removed)
}

// RestoreResult puts a result back on the boards, also one that was too quick. See [Store.RemoveResult].
func (s *Store) RestoreResult(ctx context.Context, guildID string, gameID int64) error {
	return s.setApart(ctx, guildID, gameID, games.NotApart)
}

func (s *Store) setApart(ctx context.Context, guildID string, gameID int64, apart games.Apart) error {
	changed, err := s.db.Exec(ctx, `
		update game set apart = $3 where id = $1 and guild = $2 and date is not null and finished is not null`,
		gameID, guildID, string(apart))
	switch {
	case err == nil && changed.RowsAffected() == 0:
		err = postgres.ErrNotFound
	case err == nil:
		_, err = s.db.Exec(ctx, daily.ShowSolvers(`g.id = $1`), gameID)
	}
	return postgres.Annotate(err, "the result of game %d", gameID)
}

// Store keeps personal data in a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns a store on a database.
func New(db *postgres.DB) *Store { return &Store{db} }

// Timing is how long a player who consents took for a puzzle.
type Timing struct {
	Player int // a number that is drawn anew for each reading, from 1
	Clues  sudoku.Grid
	Tier   int
	Active time.Duration
	Hints  int
}

func (t *Timing) fields() postgres.Fields {
	return postgres.Fields{"player": &t.Player, "clues": postgres.Grid(&t.Clues), "tier": &t.Tier, "active": &t.Active, "hints": &t.Hints}
}

// ResearchTimes yields the solved games of players who let their times be used for the score: without ids, names,
// guilds and dates, in a random order. The players' numbers are random too, and differ in each reading. Games that
// were not solved on the board, that are apart or that began in the middle of a puzzle are left out. The clues are
// the same for all isomorphs.
func (s *Store) ResearchTimes(ctx context.Context) iter.Seq2[Timing, error] {
	return postgres.Stream(ctx, s.db, (*Timing).fields, `
		select p.number as player, z.clues, z.tier, g.active, g.hints
		from (select id, row_number() over (order by random()) as number from player where research is not null) p
		join game g on g.player = p.id
		join puzzle z on z.id = g.puzzle
		where g.finished is not null and coalesce(g.earned, g.moves > 0) and g.apart = '' and g.practice = ''
		order by random()`)
}
