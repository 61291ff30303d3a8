package archive

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
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

// TellOnce records that the bot writes to the contact of a guild about the failed daily of a date.
// first is false if it has written already: about this one, or about an earlier one since which
// nothing was posted. The record comes before the message, so that one of many processes sends it;
// if that process dies first, the message is lost.
func (s *Store) TellOnce(ctx context.Context, guildID string, date calendar.Date) (c Contact, first bool, err error) {
	err = s.db.QueryRow(ctx, `
		update guild g set told = $2
		where id = $1 and set_up_by <> '' and (told is null or exists (
			select from post where guild = g.id and state = 'posted' and date >= g.told
		))
		returning `+contactColumns, guildID, date).Scan(c.columns()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return Contact{}, false, nil
	}
	return c, err == nil, postgres.Annotate(err, "note that guild %q is told", guildID)
}

// StopPosts ends the posts of a guild in a channel that is no longer there, or, with the channel
// "", all of its posts. It reports whether there were any. The other settings stay.
func (s *Store) StopPosts(ctx context.Context, guildID, channelID string) (stopped bool, err error) {
	changed, err := s.db.Exec(ctx, `
		update guild set scheduled = false, channel = case when $2 = '' then channel else '' end
		where id = $1 and scheduled and $2 in ('', channel)`, guildID, channelID)
	return err == nil && changed.RowsAffected() > 0, postgres.Annotate(err, "end the posts of guild %q", guildID)
}

// RetryRefused makes the posts of guilds due at once that the network refused and that wait to be
// tried again, and returns how many there are. A guild where something changes all the time has
// ten attempts at once, and then one in five minutes: leased_until is shortly after the last one.
func (s *Store) RetryRefused(ctx context.Context, guildIDs []string) (posts int, err error) {
	changed, err := s.db.Exec(ctx, `
		update post set retry_at = case when attempt < 10 then clock_timestamp() else least(retry_at,
			greatest(clock_timestamp(), leased_until + interval '5 minutes')) end
		where guild = any($1) and state = 'due' and owner is null and refused > 0 and retry_at > clock_timestamp()`, guildIDs)
	return int(changed.RowsAffected()), postgres.Annotate(err, "retry the refused posts of %d guilds", len(guildIDs))
}
