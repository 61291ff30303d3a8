package archive

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What nobody does by hand, as a time for each cell and as a part of the time that people are
// expected to take. The quickest time that Guinness World Records has for a very easy sudoku is
// above fifty seconds, for about fifty cells. With a Shidoku whole rows are typed at a glance.
const (
	quickestCell    = time.Second
	quickestShidoku = time.Second / 2
	quickestPart    = 10
)

// tooQuick reports whether a game was solved more quickly than a person can. The time counts from
// opening the game, so that a pause does not make a result suspicious.
func tooQuick(g Game, elapsed time.Duration) bool {
	perCell := quickestCell
	if g.Shape == sudoku.Shidoku {
		perCell = quickestShidoku
	}
	cells := g.Clues.Shape().Side()*g.Clues.Shape().Side() - g.Clues.Len()
	expected := time.Duration(g.Puzzle.Score * float64(time.Second))
	return g.Practice == "" && (elapsed < time.Duration(cells)*perCell || elapsed < expected/quickestPart)
}

// HidePlayer sets whether others see who a player's results are of.
func (s *Store) HidePlayer(ctx context.Context, player Player, hidden bool) error {
	err := s.transact(ctx, func(tx pgx.Tx) error {
		if err := savePlayer(ctx, tx, player); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `update player set hidden = $2 where id = $1`, player.ID, hidden)
		return err
	})
	return annotate(err, "hide player %q", player.ID)
}

// RemoveResult takes the result of a game of a guild's daily from the boards, and RestoreResult
// puts it back; its player keeps it. The error of a game that has no such result is [ErrNotFound].
func (s *Store) RemoveResult(ctx context.Context, guildID string, gameID int64) error {
	return s.setApart(ctx, guildID, gameID, Removed)
}

// RestoreResult puts a result back on the boards, also one that was too quick. See [Store.RemoveResult].
func (s *Store) RestoreResult(ctx context.Context, guildID string, gameID int64) error {
	return s.setApart(ctx, guildID, gameID, NotApart)
}

func (s *Store) setApart(ctx context.Context, guildID string, gameID int64, apart Apart) error {
	changed, err := s.db(ctx).Exec(ctx, `
		update game set apart = $3 where id = $1 and guild = $2 and date is not null and finished is not null`,
		gameID, guildID, string(apart))
	if err == nil && changed.RowsAffected() == 0 {
		err = ErrNotFound
	}
	return annotate(err, "the result of game %d", gameID)
}
