package people

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// PlayerChoices are what a player has chosen.
type PlayerChoices struct {
	Hidden   bool // others do not see the name beside results
	Research bool // their times may be used for the score
}

// Choices returns what a player has chosen, nothing where they are not known.
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
	return s.choose(ctx, player, `
		insert into settings (player, hidden) values ($1, $2) on conflict (player) do update set hidden = $2`, hidden)
}

// SetResearch sets whether the times of a player may be used for the score; see [Store.ResearchTimes].
func (s *Store) SetResearch(ctx context.Context, player games.Player, consent bool) error {
	return s.choose(ctx, player, `update player set research = case when $2 then coalesce(research, now()) end where id = $1`, consent)
}

func (s *Store) choose(ctx context.Context, player games.Player, statement string, value bool) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		if err := games.SavePlayer(ctx, tx, player); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, statement, player.ID, value)
		return err
	})
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
	if err == nil && changed.RowsAffected() == 0 {
		err = postgres.ErrNotFound
	}
	return postgres.Annotate(err, "the result of game %d", gameID)
}
