package daily

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Contact is the player who set up the posts of a guild. The bot writes to them when a post fails.
type Contact struct {
	PlayerID  string // "": nobody is known
	ChannelID string // where they set them up
	Language  string // theirs, as a BCP 47 tag
}

const contactColumns = `set_up_by, set_up_in, set_up_language`

func (c *Contact) columns() []any { return []any{&c.PlayerID, &c.ChannelID, &c.Language} }

// Contact returns who set up the posts of a guild, the zero Contact if nobody is known.
func (s *Store) Contact(ctx context.Context, guildID string) (c Contact, err error) {
	err = s.db.QueryRow(ctx, `select `+contactColumns+` from guild where id = $1`, guildID).Scan(c.columns()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return Contact{}, nil
	}
	return c, postgres.Annotate(err, "the contact of guild %q", guildID)
}

// SetContact keeps who set up the posts of a guild that has settings. The bot writes
// to them about the next failure.
func (s *Store) SetContact(ctx context.Context, guildID string, c Contact) error {
	_, err := s.db.Exec(ctx, `
		update guild set (`+contactColumns+`, told) = ($2, $3, $4, null) where id = $1`,
		guildID, postgres.PlainText(c.PlayerID), postgres.PlainText(c.ChannelID), postgres.PlainText(c.Language))
	return postgres.Annotate(err, "the contact of guild %q", guildID)
}

// StopPosts ends the posts of a guild in a channel that is no longer there, or, with the channel
// "", all of its posts. It reports whether there were any. The other settings stay.
func (s *Store) StopPosts(ctx context.Context, guildID, channelID string) (stopped bool, err error) {
	changed, err := s.db.Exec(ctx, `
		update guild set scheduled = false, channel = case when $2 = '' then channel else '' end
		where id = $1 and scheduled and $2 in ('', channel)`, guildID, channelID)
	return err == nil && changed.RowsAffected() > 0, postgres.Annotate(err, "end the posts of guild %q", guildID)
}
