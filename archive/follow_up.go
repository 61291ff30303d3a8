package archive

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
)

// FollowUpKind says what follows the posts of the dailies.
type FollowUpKind string

// The kinds of follow-ups, each with what its date is.
const (
	ThreadOfDay FollowUpKind = "thread"  // below the post of the daily of the date
	DaySummary  FollowUpKind = "summary" // of the daily of the date, when the next has come
	WeekBoard   FollowUpKind = "week"    // of the week that begins with the date, when it is over
	MonthBoard  FollowUpKind = "month"   // the same of a month
)

// FollowUp is a row of the ledger of what follows the posts, one for each guild, kind and date, or of the
// ledger of notices, one for each game and kind; see [Store.AddNotice]. It is claimed with a lease as a
// [Post] is.
type FollowUp struct {
	GuildID    string
	Kind       FollowUpKind
	Date       calendar.Date // zero for a notice
	GameID     int64         // of a notice, else 0
	ChannelID  string        // where it is made; the thread of the day may take the place of the guild's channel
	Target     string        // of a thread, the message that it is made from
	Attempt    int           // claims so far, this one included; from the second on, look for the marker first
	Refused    int           // how many attempts before this one surely made nothing
	Nonce      string        // the same in all attempts, 24 characters
	Marker     string        // names the row inside of a message, at most 60 characters
	FirstTried time.Time
}

func (f *FollowUp) fields() postgres.Fields {
	return postgres.Fields{
		"guild": &f.GuildID, "kind": &f.Kind, "date": &f.Date, "channel": &f.ChannelID, "target": &f.Target,
		"attempt": &f.Attempt, "refused": &f.Refused, "first_tried": &f.FirstTried,
	}
}

// AddFollowUp puts a summary or a board into the ledger, to be claimed. It does nothing if it is there already,
// whatever its state. An empty channel notes that there is nothing to post.
func (s *Store) AddFollowUp(ctx context.Context, guildID string, kind FollowUpKind, date calendar.Date, channelID string) error {
	_, err := s.db.Exec(ctx, `
		insert into follow_up (guild, kind, date, channel, state) values ($1, $2, $3, $4, case when $4 = '' then 'done' else 'due' end)
		on conflict do nothing`, guildID, string(kind), date, channelID)
	return postgres.Annotate(err, "add the %s of %s", kind, date)
}

// AddThread puts the thread of a daily into the ledger, if its post is in the channel by now, and
// reports whether it is in the ledger. In a forum the post is a thread already, and nothing is due.
func (s *Store) AddThread(ctx context.Context, guildID string, date calendar.Date) (added bool, err error) {
	err = s.db.QueryRow(ctx, `
		with added as (
			insert into follow_up (guild, kind, date, channel, target, message, state)
			select guild, 'thread', date, channel, message, thread, case when thread = '' then 'due' else 'done' end
			from post where guild = $1 and date = $2 and state = 'posted'
			on conflict do nothing
		)
		select exists (select from post where guild = $1 and date = $2 and state = 'posted')`, guildID, date).Scan(&added)
	return added, postgres.Annotate(err, "add the thread of %s", date)
}

// ThreadOf returns the id of the thread of a daily, "" where it has none.
func (s *Store) ThreadOf(ctx context.Context, guildID string, date calendar.Date) (threadID string, err error) {
	err = s.db.QueryRow(ctx, `
		select message from follow_up where guild = $1 and kind = 'thread' and date = $2 and state = 'done'`, guildID, date).Scan(&threadID)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return threadID, postgres.Annotate(err, "the thread of %s", date)
}

// PostBefore returns the newest daily of a guild before a date whose post is in the channel, or
// [postgres.ErrNotFound].
func (s *Store) PostBefore(ctx context.Context, guildID string, date calendar.Date) (Post, error) {
	var last calendar.Date
	err := s.db.QueryRow(ctx, `
		select date from post where guild = $1 and date < $2 and state = 'posted' order by date desc limit 1`, guildID, date).Scan(&last)
	if err != nil {
		return Post{}, postgres.Annotate(err, "the post before %s", date)
	}
	return s.Post(ctx, guildID, last)
}

// ClaimFollowUp gives an owner one follow-up that is due, as [Store.ClaimPost] does.
func (s *Store) ClaimFollowUp(ctx context.Context, owner string, lease time.Duration) (f FollowUp, ok bool, err error) {
	f, err = postgres.ReadOne(ctx, s.db, (*FollowUp).fields, `
		update follow_up set `+newClaim+`
		where (guild, kind, date) = (
			select guild, kind, date from follow_up where `+isClaimable+`
			order by date, guild, kind limit 1
			for update skip locked
		)
		returning guild, kind, date, channel, target, attempt, refused, first_tried`, owner, lease)
	if errors.Is(err, pgx.ErrNoRows) {
		f, err = s.claimNotice(ctx, owner, lease)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return FollowUp{}, false, nil
	}
	f.Marker = fmt.Sprintf("%s:%.36s:%s", f.Kind, f.GuildID, f.about())
	f.Nonce = nonceOf(f.Marker)
	return f, err == nil, postgres.Annotate(err, "claim what follows a post")
}

// about names what a follow-up is about: a date or a game.
func (f FollowUp) about() string {
	if f.GameID != 0 {
		return strconv.FormatInt(f.GameID, 10)
	}
	return f.Date.String()
}

// MarkFollowUp notes what was made: the id of the message or of the thread. [postgres.ErrStale] means that the
// lease ran out and another owner has it.
func (s *Store) MarkFollowUp(ctx context.Context, f FollowUp, owner, made string) error {
	return settleFollowUp(ctx, s.db, f, owner, `state = 'done', message = $1`, postgres.PlainText(made))
}

// FailFollowUp gives a follow-up up. A result that its player shared does not count as shared then; see
// [Store.NotPosted]. [postgres.ErrStale] is as for [Store.MarkFollowUp].
func (s *Store) FailFollowUp(ctx context.Context, f FollowUp, owner, reason string) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		err := settleFollowUp(ctx, tx, f, owner, `state = 'failed', reason = $1`, postgres.PlainText(reason))
		if err == nil && f.Kind == SharedResult {
			_, err = tx.Exec(ctx, `update game set shared = null where id = $1`, f.GameID)
		}
		return err
	})
	if err == nil && f.Kind == SharedResult {
		s.changed(ctx, f.GameID)
	}
	return err
}

// ReleaseFollowUp gives a follow-up back, to be claimed again after a while; sure says that this
// attempt made nothing. [postgres.ErrStale] is as for [Store.MarkFollowUp].
func (s *Store) ReleaseFollowUp(ctx context.Context, f FollowUp, owner, reason string, sure bool, retryAfter time.Duration) error {
	refused := "0"
	if sure {
		refused = "1"
	}
	return settleFollowUp(ctx, s.db, f, owner, `
		owner = null, reason = ($1::text[])[1], retry_at = clock_timestamp() + ($1::text[])[2]::interval,
		refused = refused + ($1::text[])[3]::integer`, []string{postgres.PlainText(reason), retryAfter.String(), refused})
}

// settleFollowUp changes a follow-up that is still the owner's, of this very claim. The value is $1.
func settleFollowUp(ctx context.Context, db postgres.Querier, f FollowUp, owner, change string, value any) error {
	row, key := `follow_up`, `guild = $4 and kind = $5 and date = $6`
	args := []any{value, owner, f.Attempt, f.GuildID, string(f.Kind), f.Date}
	if f.GameID != 0 {
		row, key = `notice`, `guild = $4 and kind = $5 and game = $6`
		args[5] = f.GameID
	}
	err := stillOwned(db.Exec(ctx, `
		update `+row+` set `+change+` where owner = $2 and attempt = $3 and state = 'due' and `+key, args...))
	return postgres.Annotate(err, "the %s of %s", f.Kind, f.about())
}
