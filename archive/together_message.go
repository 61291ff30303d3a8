package archive

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// SetPartyMessage notes the invitation of a party, from which its thread is opened.
func (s *Store) SetPartyMessage(ctx context.Context, id int64, channelID, messageID string) error {
	_, err := s.db.Exec(ctx, `update party set message = $3, tried = '-infinity' where id = $1 and channel = $2 and message = ''`, id, channelID, messageID)
	return postgres.Annotate(err, "note the invitation of party %d", id)
}

// SetPartyThread notes the channel of the board of a party.
func (s *Store) SetPartyThread(ctx context.Context, id int64, threadID string) error {
	_, err := s.db.Exec(ctx, `update party set thread = $2, tried = clock_timestamp() where id = $1 and thread = ''`, id, threadID)
	return postgres.Annotate(err, "note the thread of party %d", id)
}

// SetPartyBoard notes the newest message with the board of a party, if it is in the party's channel.
func (s *Store) SetPartyBoard(ctx context.Context, id int64, channelID, messageID string) error {
	_, err := s.db.Exec(ctx, `update party set board = $3 where id = $1 and thread = $2 and board <> $3`, id, channelID, messageID)
	return postgres.Annotate(err, "note the board of party %d", id)
}

// ClaimParties returns parties that wait for something on the network, and that no process has set
// out to do for some time: a thread below the invitation, a board in the thread, or a board that
// says how the party ended. A claim that came to nothing is given to another after that time.
func (s *Store) ClaimParties(ctx context.Context, every time.Duration, most int) ([]Party, error) {
	claimed, err := postgres.ReadAll(ctx, s.db, (*Party).fields, `
		with claimed as (
			update party set tried = clock_timestamp() where id in (
				select a.id from party a
				where not a.final and a.tried <= clock_timestamp() - $1::interval
				  and (a.state = 'open' and a.board = '' and (a.thread <> '' or a.message <> '') or a.state <> 'open')
				order by a.tried limit $2 for update skip locked
			) returning id
		)
		select `+partyColumns+partyTables+`where a.id in (select id from claimed)`, every, most)
	return claimed, postgres.Annotate(err, "the parties that wait")
}

// MarkPartyFinal notes that nothing more is to be done for a party that ended.
func (s *Store) MarkPartyFinal(ctx context.Context, id int64) error {
	_, err := s.db.Exec(ctx, `update party set final = true where id = $1 and state <> 'open'`, id)
	return postgres.Annotate(err, "note that party %d is over", id)
}
