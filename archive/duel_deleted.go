package archive

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// DeletedDuel is the public message of a duel that was deleted with one of its players before it was over.
type DeletedDuel struct {
	MessageID, ChannelID, GuildID string
	Language                      string // of the message, as a BCP 47 tag
}

func (d *DeletedDuel) fields() postgres.Fields {
	return postgres.Fields{"message": &d.MessageID, "channel": &d.ChannelID, "guild": &d.GuildID, "language": &d.Language}
}

// ClaimDeletedDuels returns messages of deleted duels that still show the duel, and that no process has
// set out to change for some time. After a day they are given up.
func (s *Store) ClaimDeletedDuels(ctx context.Context, every time.Duration, most int) ([]DeletedDuel, error) {
	if _, err := s.db.Exec(ctx, `delete from deleted_duel where deleted < clock_timestamp() - $1::interval`, aDay); err != nil {
		return nil, postgres.Annotate(err, "give up the messages of deleted duels")
	}
	claimed, err := postgres.ReadAll(ctx, s.db, (*DeletedDuel).fields, `
		update deleted_duel set tried = clock_timestamp() where message in (
			select message from deleted_duel where tried <= clock_timestamp() - $1::interval
			order by tried limit $2 for update skip locked
		) returning message, channel, guild, language`, every, most)
	return claimed, postgres.Annotate(err, "the messages of deleted duels")
}

// ForgetDeletedDuel notes that the message of a deleted duel shows that it is over, or is gone.
func (s *Store) ForgetDeletedDuel(ctx context.Context, messageID string) error {
	_, err := s.db.Exec(ctx, `delete from deleted_duel where message = $1`, messageID)
	return postgres.Annotate(err, "forget the message %s of a deleted duel", messageID)
}
