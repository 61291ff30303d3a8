package archive

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// SetDuelMessage notes which public message shows a duel. A newer one takes the place of an older
// one, and is brought up to date, whatever it showed at first.
func (s *Store) SetDuelMessage(ctx context.Context, id int64, channelID, messageID string) error {
	_, err := s.db.Exec(ctx, `
		update duel set channel = $2, message = $3 where id = $1 and (channel, message) <> ($2, $3)`, id, channelID, messageID)
	return postgres.Annotate(err, "note the message of duel %d", id)
}

// ClaimDuelMessages returns duels whose message does not show how they stand, and that no process has
// set out to change for some time; those that were accepted or have ended since do not wait. A claim
// that was not [Store.MarkDuelShown] is given to another after that time.
func (s *Store) ClaimDuelMessages(ctx context.Context, every time.Duration, most int) ([]Duel, error) {
	claimed, err := postgres.ReadAll(ctx, s.db, (*Duel).fields, `
		with claimed as (
			update duel set tried = clock_timestamp() where id in (
				select d.id from duel d
				where d.message <> '' and d.tried <= clock_timestamp() - $1::interval
				  and (d.ended is null or d.ended > clock_timestamp() - $3::interval) and d.shown <> `+duelStanding+`
				order by d.tried limit $2 for update of d skip locked
			) returning id
		)
		select `+duelColumns+duelTables+`where d.id in (select id from claimed)`, every, most, aDay)
	return claimed, postgres.Annotate(err, "the duels to show")
}

// MarkDuelShown notes that the message of a duel shows it as it was read, or that it cannot be
// changed any more.
func (s *Store) MarkDuelShown(ctx context.Context, d Duel) error {
	_, err := s.db.Exec(ctx, `update duel set shown = $2 where id = $1 and message = $3`, d.ID, d.Standing, d.MessageID)
	return postgres.Annotate(err, "note that duel %d is shown", d.ID)
}

// LoseDuelMessage notes that the message of a duel is gone, or closed to the bot.
func (s *Store) LoseDuelMessage(ctx context.Context, d Duel) error {
	_, err := s.db.Exec(ctx, `update duel set message = '' where id = $1 and message = $2`, d.ID, d.MessageID)
	return postgres.Annotate(err, "note that the message of duel %d is gone", d.ID)
}
