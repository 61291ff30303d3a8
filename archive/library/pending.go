package library

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// PendingImport is a file that a player was shown a preview of, until they confirm it. It is in the
// database, as another process may take the confirmation, or this one after a restart; and as a whole,
// as the address under which a chat network has it ends.
type PendingImport struct {
	ID         int64
	GuildID    string
	PlayerID   string
	Collection string // as it was asked for; "": named after File
	File       string
	Content    []byte // as it was sent, packed or not
}

func (p *PendingImport) fields() postgres.Fields {
	return postgres.Fields{
		"id": &p.ID, "guild": &p.GuildID, "player": &p.PlayerID, "collection": &p.Collection, "file": &p.File, "content": &p.Content,
	}
}

const (
	pendingFor = `interval '1 hour'`
	maxPending = 512 << 20 // bytes of all of them
)

// ErrManyPending is the error of a file that does not fit beside those that wait for confirmation.
var ErrManyPending = errors.New("too many files wait for a confirmation: try again later")

// ErrBegun is the error for a file that can no longer be cancelled.
var ErrBegun = errors.New("its import has begun")

// AddPending keeps a file for an hour and returns its number. A player has one in a guild: an earlier
// one is dropped. The error wraps [ErrManyPending] where too many wait.
func (s *Store) AddPending(ctx context.Context, p PendingImport) (id int64, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			delete from pending_import where at < clock_timestamp() - `+pendingFor+` or (guild, player) = ($1, $2)`, p.GuildID, p.PlayerID)
		if err != nil {
			return err
		}
		bytes := 0
		if err := tx.QueryRow(ctx, `select coalesce(sum(length(content)), 0) from pending_import`).Scan(&bytes); err != nil {
			return err
		}
		if bytes+len(p.Content) > maxPending {
			return ErrManyPending
		}
		return tx.QueryRow(ctx, `
			insert into pending_import (guild, player, collection, file, content) values ($1, $2, $3, $4, $5)
			on conflict (guild, player) do update set
				id = default, at = excluded.at, collection = excluded.collection, file = excluded.file, content = excluded.content
			returning id`, p.GuildID, p.PlayerID, postgres.PlainText(p.Collection), postgres.PlainText(p.File), p.Content).Scan(&id)
	})
	return id, postgres.Annotate(err, "keep the file of player %q", p.PlayerID)
}

// BeginPending returns a file of a guild that waits, to be imported: from now on [Store.CancelPending] refuses
// it, in every process. It can begin again, where the import stopped. The error for a file that does not wait
// wraps [postgres.ErrNotFound].
func (s *Store) BeginPending(ctx context.Context, guildID string, id int64) (PendingImport, error) {
	p, err := postgres.ReadOne(ctx, s.db, (*PendingImport).fields, `
		update pending_import set begun = coalesce(begun, clock_timestamp())
		where guild = $1 and id = $2 and at > clock_timestamp() - `+pendingFor+`
		returning id, guild, player, collection, file, content`, guildID, id)
	return p, postgres.Annotate(err, "file %d", id)
}

// WaitingImport returns the file that a player has waiting in a guild, without its content; the error
// where there is none wraps [postgres.ErrNotFound].
func (s *Store) WaitingImport(ctx context.Context, guildID, playerID string) (PendingImport, error) {
	p, err := postgres.ReadOne(ctx, s.db, (*PendingImport).fields, `
		select id, guild, player, collection, file, ''::bytea as content from pending_import
		where (guild, player) = ($1, $2) and at > clock_timestamp() - `+pendingFor, guildID, playerID)
	return p, postgres.Annotate(err, "the file of player %q", playerID)
}

// CancelPending forgets a file that waits, of which nothing was imported. The error wraps [ErrBegun] if its
// import has begun, and [postgres.ErrNotFound] if it does not wait.
func (s *Store) CancelPending(ctx context.Context, guildID string, id int64) error {
	done, err := s.db.Exec(ctx, `delete from pending_import where guild = $1 and id = $2 and begun is null`, guildID, id)
	if err == nil && done.RowsAffected() == 0 {
		begun := false
		err = s.db.QueryRow(ctx, `
			select exists (select from pending_import where guild = $1 and id = $2 and at > clock_timestamp() - `+pendingFor+`)`, guildID, id).Scan(&begun)
		if err == nil {
			err = postgres.ErrNotFound
		}
		if begun {
			err = ErrBegun
		}
	}
	return postgres.Annotate(err, "cancel file %d", id)
}

// DropPending forgets a file that was imported.
func (s *Store) DropPending(ctx context.Context, guildID string, id int64) error {
	_, err := s.db.Exec(ctx, `delete from pending_import where guild = $1 and id = $2`, guildID, id)
	return postgres.Annotate(err, "forget file %d", id)
}
