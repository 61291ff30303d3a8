package games

import (
	"context"
	"encoding/json"
	"errors"
	"maps"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Notes are what a player notes beside a game that the rules of play do not know, such as colours, by
// the names of cells. What a note says is up to who shows it.
type Notes map[string]json.RawMessage

// Notes returns the notes of a game.
func (s *Store) Notes(ctx context.Context, gameID int64) (Notes, error) {
	notes, err := readNotes(ctx, s.db, gameID, ``)
	return notes, postgres.Annotate(err, "the notes of game %d", gameID)
}

func readNotes(ctx context.Context, db postgres.Querier, gameID int64, lock string) (notes Notes, err error) {
	err = db.QueryRow(ctx, `select cells from note where game = $1 `+lock, gameID).Scan(&notes)
	if errors.Is(err, pgx.ErrNoRows) {
		return Notes{}, nil
	}
	return notes, err
}

// SaveNotes changes the notes of some cells of a game, and leaves the others. A nil note takes that of
// its cell away.
func (s *Store) SaveNotes(ctx context.Context, gameID int64, changes Notes) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `insert into note (game, cells) values ($1, '{}') on conflict do nothing`, gameID); err != nil {
			return err
		}
		notes, err := readNotes(ctx, tx, gameID, `for update`)
		if err != nil {
			return err
		}
		maps.Copy(notes, changes)
		maps.DeleteFunc(notes, func(_ string, note json.RawMessage) bool { return note == nil })
		_, err = tx.Exec(ctx, `update note set cells = $2 where game = $1`, gameID, notes)
		return err
	})
	if err == nil {
		s.db.Notify(ctx, postgres.Notification{Channel: postgres.GameChannel, ID: gameID})
	}
	return postgres.Annotate(err, "save notes of game %d", gameID)
}
