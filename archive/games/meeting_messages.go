package games

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// SetDuelMessage notes which public message shows a duel. A newer one takes the place of an older
// one, and is brought up to date, whatever it showed at first.
func (s *Store) SetDuelMessage(ctx context.Context, id int64, channelID, messageID string) error {
	_, err := s.db.Exec(ctx, `
		update duel set channel = $2, message = $3 where id = $1 and (channel, message) <> ($2, $3)`, id, channelID, messageID)
	return postgres.Annotate(err, "note the message of duel %d", id)
}

// LoseDuelMessage notes that a message of a duel is gone, or closed to the bot.
func (s *Store) LoseDuelMessage(ctx context.Context, id int64, messageID string) error {
	_, err := s.db.Exec(ctx, `update duel set message = '' where id = $1 and message = $2`, id, messageID)
	return postgres.Annotate(err, "note that the message of duel %d is gone", id)
}

// SetPartyMessage notes the invitation of a party, from which its thread is opened.
func (s *Store) SetPartyMessage(ctx context.Context, id int64, channelID, messageID string) error {
	_, err := s.db.Exec(ctx, `update party set message = $3 where id = $1 and channel = $2 and message = ''`, id, channelID, messageID)
	return postgres.Annotate(err, "note the invitation of party %d", id)
}

// SetPartyThread notes the channel of the board of a party.
func (s *Store) SetPartyThread(ctx context.Context, id int64, threadID string) error {
	_, err := s.db.Exec(ctx, `update party set thread = $2 where id = $1 and thread = ''`, id, threadID)
	return postgres.Annotate(err, "note the thread of party %d", id)
}

// SetPartyBoard notes the newest message with the board of a party, if it is in the party's channel.
func (s *Store) SetPartyBoard(ctx context.Context, id int64, channelID, messageID string) error {
	_, err := s.db.Exec(ctx, `update party set board = $3 where id = $1 and thread = $2 and board <> $3`, id, channelID, messageID)
	return postgres.Annotate(err, "note the board of party %d", id)
}

// MarkPartyFinal notes that nothing more is to be done for a party that ended.
func (s *Store) MarkPartyFinal(ctx context.Context, id int64) error {
	_, err := s.db.Exec(ctx, `update party set final = true where id = $1 and state <> 'open'`, id)
	return postgres.Annotate(err, "note that party %d is over", id)
}
