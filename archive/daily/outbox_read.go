package daily

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/jackc/pgx/v5"
)

// Post returns the post of the daily of a guild and a date, or [postgres.ErrNotFound].
func (s *Store) Post(ctx context.Context, guildID string, date calendar.Date) (Post, error) {
	p, err := s.newestPost(ctx, `date = $2`, guildID, date)
	return p, postgres.Annotate(err, "the post of %s", date)
}

// LastPost returns the newest post of a daily of a guild, or [postgres.ErrNotFound].
func (s *Store) LastPost(ctx context.Context, guildID string) (Post, error) {
	p, err := s.newestPost(ctx, `true`, guildID)
	return p, postgres.Annotate(err, "the last post")
}

// LastPosted returns the newest post of a daily of a guild that is in the channel, or [postgres.ErrNotFound].
func (s *Store) LastPosted(ctx context.Context, guildID string) (Post, error) {
	p, err := s.newestPost(ctx, `state = 'done'`, guildID)
	return p, postgres.Annotate(err, "the last post in the channel")
}

// LastFailed returns the newest post of a daily of a guild that was given up, or that waits after it was refused,
// or [postgres.ErrNotFound].
func (s *Store) LastFailed(ctx context.Context, guildID string) (Post, error) {
	p, err := s.newestPost(ctx, `state <> 'done' and reason <> ''`, guildID)
	return p, postgres.Annotate(err, "the last failed post")
}

// PostBefore returns the newest post of a daily of a guild before a date that is in the channel, or
// [postgres.ErrNotFound].
func (s *Store) PostBefore(ctx context.Context, guildID string, date calendar.Date) (Post, error) {
	p, err := s.newestPost(ctx, `date < $2 and state = 'done'`, guildID, date)
	return p, postgres.Annotate(err, "the post before %s", date)
}

// newestPost returns the newest post of a daily of a guild, which is $1, under a condition.
func (s *Store) newestPost(ctx context.Context, condition string, args ...any) (Post, error) {
	return readPost(ctx, s.db, `
		select `+postColumns+` from outbox o where guild = $1 and kind = 'daily' and `+condition+` order by date desc limit 1`, args...)
}

// ThreadOf returns the id of the thread of a daily, "" where it has none.
func (s *Store) ThreadOf(ctx context.Context, guildID string, date calendar.Date) (threadID string, err error) {
	err = s.db.QueryRow(ctx, `
		select message from outbox where guild = $1 and kind = 'thread' and date = $2 and state = 'done'`, guildID, date).Scan(&threadID)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return threadID, postgres.Annotate(err, "the thread of %s", date)
}

// NotPosted reports whether the result of a game was to be shared and could not be posted.
func (s *Store) NotPosted(ctx context.Context, gameID int64) (failed bool, err error) {
	err = s.db.QueryRow(ctx, `
		select exists (select from outbox where game = $1 and kind = 'share' and state = 'failed')`, gameID).Scan(&failed)
	return failed, postgres.Annotate(err, "whether the result of game %d was posted", gameID)
}

// RetryPost makes the post of a daily that failed or waits due at once, and reports whether there is one. If
// every attempt was refused the message is nowhere yet, and may go to another channel.
func (s *Store) RetryPost(ctx context.Context, guildID string, date calendar.Date, channelID string) (ok bool, err error) {
	changed, err := s.db.Exec(ctx, `
		update outbox
		set state = 'due', due_at = clock_timestamp(), channel = case when refused = attempt then $3 else channel end
		where guild = $1 and kind = 'daily' and date = $2 and state <> 'done'`, guildID, date, channelID)
	return err == nil && changed.RowsAffected() > 0, postgres.Annotate(err, "retry the post of %s", date)
}

// RetryRefused makes the dailies of guilds due at once that the network refused and that wait to be
// tried again, and returns how many there are. A guild where something changes all the time has
// ten attempts at once, and then one in five minutes.
func (s *Store) RetryRefused(ctx context.Context, guildIDs []string) (posts int, err error) {
	changed, err := s.db.Exec(ctx, `
		update outbox set due_at = case when attempt < 10 then clock_timestamp() else least(due_at,
			greatest(clock_timestamp(), tried + interval '5 minutes')) end
		where guild = any($1) and kind = 'daily' and state = 'due' and owner is null and refused > 0 and due_at > clock_timestamp()`, guildIDs)
	return int(changed.RowsAffected()), postgres.Annotate(err, "retry the refused posts of %d guilds", len(guildIDs))
}
