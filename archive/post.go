package archive

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
)

// PostState is how far a post of a daily is.
type PostState string

// The states of a post.
const (
	PostDue    PostState = "due"    // to be posted, perhaps claimed by an owner
	PostPosted PostState = "posted" // in the channel
	PostFailed PostState = "failed" // given up, Reason says why
)

// Post is a row of the ledger of daily posts: one for each guild and nominal date.
type Post struct {
	GuildID    string
	Date       calendar.Date
	Daily      Daily // what is posted, fixed when the row was made
	ChannelID  string
	State      PostState
	Attempt    int       // claims so far, this one included; from the second on, look for the marker first
	Refused    int       // how many attempts before this one surely sent nothing
	Nonce      string    // the same in all attempts, 24 characters
	Marker     string    // names the row inside of the message, at most 60 characters
	MessageID  string    // of the posted message
	ThreadID   string    // of a forum, where the message is in; "": it is in ChannelID
	Reason     string    // why it failed, or why the last attempt did
	FirstTried time.Time // when it was first claimed, by the database's clock; zero: never
}

// AddPost puts the post of a daily into the ledger, to be claimed. It does nothing if that
// date of the guild is there already, whatever its state.
func (s *Store) AddPost(ctx context.Context, d Daily, channelID string) error {
	_, err := s.db.Exec(ctx, `
		insert into post (guild, date, shape, tier, channel) values ($1, $2, $3, $4, $5) on conflict do nothing`,
		d.GuildID, d.Date, d.Shape, library.Slot(d.Shape, d.Tier), channelID)
	return postgres.Annotate(err, "add the post of %s", d.Date)
}

// What a claim of a row in the ledgers of posts and follow-ups asks and sets: $1 is the owner, $2 the lease.
const (
	isClaimable = `state = 'due' and retry_at <= clock_timestamp() and (owner is null or leased_until <= clock_timestamp())`
	newClaim    = `owner = $1, leased_until = clock_timestamp() + $2, attempt = attempt + 1, first_tried = coalesce(first_tried, clock_timestamp())`
)

// ClaimPost gives an owner one post that is due, for the time of the lease. Until then no other
// owner gets it; after that any may, and what the first one says of it no longer counts.
// ok is false when there is nothing to do. The times are those of the database's clock.
func (s *Store) ClaimPost(ctx context.Context, owner string, lease time.Duration) (p Post, ok bool, err error) {
	if owner == "" {
		return Post{}, false, errors.New("a claim needs an owner")
	}
	attempt := 0 // of this claim: by the time the row is read, the lease may have run out
	err = s.db.QueryRow(ctx, `
		update post set `+newClaim+`
		where (guild, date) = (
			select guild, date from post where `+isClaimable+`
			order by date, guild limit 1
			for update skip locked
		)
		returning guild, date, attempt`, owner, lease).Scan(&p.GuildID, &p.Date, &attempt)
	if errors.Is(err, pgx.ErrNoRows) {
		return Post{}, false, nil
	}
	if err == nil {
		p, err = readPost(ctx, s.db, p.GuildID, p.Date)
		p.Attempt = attempt
	}
	return p, err == nil, postgres.Annotate(err, "claim a post")
}

// MarkPosted notes that the message is in the channel, in a thread of p.ThreadID where that is not
// empty. [postgres.ErrStale] means that the lease ran out and another owner has the post.
func (s *Store) MarkPosted(ctx context.Context, p Post, owner, messageID string) error {
	return s.settle(ctx, p, owner, `state = 'posted', message = ($5::text[])[1], thread = ($5::text[])[2]`,
		[]string{postgres.PlainText(messageID), postgres.PlainText(p.ThreadID)})
}

// MarkPostFailed gives a post up at an attempt that sent nothing. [postgres.ErrStale] is as for
// [Store.MarkPosted].
func (s *Store) MarkPostFailed(ctx context.Context, p Post, owner, reason string) error {
	return s.settle(ctx, p, owner, `state = 'failed', refused = refused + 1, reason = $5`, postgres.PlainText(reason))
}

// ReleasePost gives a post back, to be claimed again after a while by any owner. [postgres.ErrStale]
// is as for [Store.MarkPosted].
func (s *Store) ReleasePost(ctx context.Context, p Post, owner string, retryAfter time.Duration) error {
	return s.settle(ctx, p, owner, `owner = null, retry_at = clock_timestamp() + $5`, retryAfter)
}

// PutOffPost gives back a post like [Store.ReleasePost], after an attempt that sent nothing because
// the network asked to wait. It does not count as an attempt.
func (s *Store) PutOffPost(ctx context.Context, p Post, owner string, retryAfter time.Duration) error {
	return s.settle(ctx, p, owner, `owner = null, attempt = attempt - 1, retry_at = clock_timestamp() + $5`, retryAfter)
}

// RefusePost gives back a post that the network refused for certain, to be claimed again after a
// while. [postgres.ErrStale] is as for [Store.MarkPosted].
func (s *Store) RefusePost(ctx context.Context, p Post, owner, reason string, retryAfter time.Duration) error {
	return s.settle(ctx, p, owner, `
		owner = null, refused = refused + 1, reason = ($5::text[])[1],
		retry_at = clock_timestamp() + ($5::text[])[2]::interval`, []string{postgres.PlainText(reason), retryAfter.String()})
}

// RetryPost makes a post that failed or waits due at once, and reports whether there is one. If
// every attempt was refused the message is nowhere yet, and may go to another channel.
func (s *Store) RetryPost(ctx context.Context, guildID string, date calendar.Date, channelID string) (ok bool, err error) {
	changed, err := s.db.Exec(ctx, `
		update post
		set state = 'due', retry_at = clock_timestamp(), channel = case when refused = attempt then $3 else channel end,
		    owner = case when state = 'failed' then null else owner end
		where guild = $1 and date = $2 and state <> 'posted'`, guildID, date, channelID)
	return err == nil && changed.RowsAffected() > 0, postgres.Annotate(err, "retry the post of %s", date)
}

// LastPost returns the newest row of a guild, or [postgres.ErrNotFound].
func (s *Store) LastPost(ctx context.Context, guildID string) (Post, error) {
	return s.newestPost(ctx, guildID, `true`)
}

// LastPosted returns the newest row of a guild whose message is in the channel, or [postgres.ErrNotFound].
func (s *Store) LastPosted(ctx context.Context, guildID string) (Post, error) {
	return s.newestPost(ctx, guildID, `state = 'posted'`)
}

// LastFailed returns the newest row of a guild that was given up, or that waits after it was refused,
// or [postgres.ErrNotFound].
func (s *Store) LastFailed(ctx context.Context, guildID string) (Post, error) {
	return s.newestPost(ctx, guildID, `state <> 'posted' and reason <> ''`)
}

func (s *Store) newestPost(ctx context.Context, guildID, condition string) (Post, error) {
	var date calendar.Date
	err := s.db.QueryRow(ctx, `select date from post where guild = $1 and `+condition+` order by date desc limit 1`, guildID).Scan(&date)
	if err != nil {
		return Post{}, postgres.Annotate(err, "the last post")
	}
	return s.Post(ctx, guildID, date)
}

// settle changes a post that is still the owner's: of this very claim, not of a later one by
// an owner of the same name.
func (s *Store) settle(ctx context.Context, p Post, owner, change string, value any) error {
	err := stillOwned(s.db.Exec(ctx, `
		update post set `+change+`
		where guild = $1 and date = $2 and owner = $3 and attempt = $4 and state = 'due'`,
		p.GuildID, p.Date, owner, p.Attempt, value))
	return postgres.Annotate(err, "the post of %s", p.Date)
}

// stillOwned returns [postgres.ErrStale] where a change of a row in one of the ledgers found it with another owner.
func stillOwned(changed pgconn.CommandTag, err error) error {
	if err == nil && changed.RowsAffected() == 0 {
		return postgres.ErrStale
	}
	return err
}

// Post returns the row of a guild and a date, or [postgres.ErrNotFound].
func (s *Store) Post(ctx context.Context, guildID string, date calendar.Date) (Post, error) {
	p, err := readPost(ctx, s.db, guildID, date)
	return p, postgres.Annotate(err, "the post of %s", date)
}

func (p *Post) fields() postgres.Fields {
	return p.Daily.fields().And(postgres.Fields{
		"channel": &p.ChannelID, "state": &p.State, "attempt": &p.Attempt, "refused": &p.Refused, "message": &p.MessageID, "thread": &p.ThreadID, "reason": &p.Reason,
		"first_tried": postgres.Time(&p.FirstTried),
	})
}

func readPost(ctx context.Context, db postgres.Querier, guildID string, date calendar.Date) (Post, error) {
	p, err := postgres.ReadOne(ctx, db, (*Post).fields, `
		select o.channel, o.state, o.attempt, o.refused, o.message, o.thread, o.reason, o.first_tried, `+dailyColumns+`
		from post o
		join daily d on d.guild = o.guild and d.date = o.date and d.shape = o.shape and d.tier = o.tier
		join entered_puzzle p on p.import = d.import and p.position = d.position
		where o.guild = $1 and o.date = $2`, guildID, date)
	p.GuildID, p.Date = guildID, date
	p.Marker = marker(guildID, date)
	p.Nonce = nonceOf(p.Marker)
	return p, err
}

// nonceOf returns the nonce of the row that a marker names. It is short enough for networks that take 25
// characters.
func nonceOf(marker string) string {
	sum := sha256.Sum256([]byte(marker))
	return fmt.Sprintf("%x", sum[:12])
}

// marker names the row. Discord's guilds have 20 digits at most; a longer id is cut, which
// makes no two rows of one guild the same.
func marker(guildID string, date calendar.Date) string {
	return fmt.Sprintf("daily:%.40s:%s", guildID, date)
}
