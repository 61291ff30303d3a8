package archive

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
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
	Guild      string
	Date       Date
	Daily      Daily // what is posted, fixed when the row was made
	Channel    string
	State      PostState
	Attempt    int       // claims so far, this one included; from the second on, look for the marker first
	Nonce      string    // the same in all attempts, 24 characters
	Marker     string    // names the row inside of the message, at most 60 characters
	MessageID  string    // of the posted message
	Reason     string    // why it failed
	FirstTried time.Time // when it was first claimed, by the database's clock; zero: never
}

// Due puts the post of a daily into the ledger. It does nothing if that date of the guild
// is there already, whatever its state.
func (s *Store) Due(ctx context.Context, d Daily, channel string) error {
	_, err := s.pool.Exec(ctx, `
		insert into post (guild, date, shape, tier, channel) values ($1, $2, $3, $4, $5) on conflict do nothing`,
		d.Guild, d.Date, d.Shape, slot(d.Shape, d.Tier), channel)
	return failed(err, "note the daily of %s as due", d.Date)
}

// Claim gives an owner one post that is due, for the time of the lease. Until then nobody
// else gets it; after that anybody may, and the owner's word counts no more. ok is false
// when there is nothing to do. The times are those of the database's clock.
func (s *Store) Claim(ctx context.Context, owner string, lease time.Duration) (p Post, ok bool, err error) {
	if owner == "" {
		return Post{}, false, errors.New("a claim needs an owner")
	}
	var guild string
	var date Date
	err = s.pool.QueryRow(ctx, `
		update post
		set owner = $1, leased_until = clock_timestamp() + $2, attempt = attempt + 1,
		    first_tried = coalesce(first_tried, clock_timestamp())
		where (guild, date) = (
			select guild, date from post
			where state = 'due' and retry_at <= clock_timestamp() and (owner is null or leased_until <= clock_timestamp())
			order by date, guild limit 1
			for update skip locked
		)
		returning guild, date`, owner, lease).Scan(&guild, &date)
	if errors.Is(err, pgx.ErrNoRows) {
		return Post{}, false, nil
	}
	if err == nil {
		p, err = readPost(ctx, s.pool, guild, date)
	}
	return p, err == nil, failed(err, "claim a post")
}

// Posted notes that the message is in the channel. [ErrStale] means that the lease ran out
// and somebody else has the post.
func (s *Store) Posted(ctx context.Context, p Post, owner, messageID string) error {
	return s.settle(ctx, p, owner, `state = 'posted', message = $5`, plainText(messageID))
}

// Failed gives a post up. [ErrStale] is as for [Store.Posted].
func (s *Store) Failed(ctx context.Context, p Post, owner, reason string) error {
	return s.settle(ctx, p, owner, `state = 'failed', reason = $5`, plainText(reason))
}

// Release gives a post back, to be claimed again after a while by anybody. [ErrStale] is as
// for [Store.Posted].
func (s *Store) Release(ctx context.Context, p Post, owner string, retryAfter time.Duration) error {
	return s.settle(ctx, p, owner, `owner = null, retry_at = clock_timestamp() + $5`, retryAfter)
}

// settle changes a post that is still the owner's: of this very claim, and not by then
// claimed by another, even if that has the same name.
func (s *Store) settle(ctx context.Context, p Post, owner, change string, value any) error {
	changed, err := s.pool.Exec(ctx, `
		update post set `+change+`
		where guild = $1 and date = $2 and owner = $3 and attempt = $4 and state = 'due'`,
		p.Guild, p.Date, owner, p.Attempt, value)
	if err == nil && changed.RowsAffected() == 0 {
		err = ErrStale
	}
	return failed(err, "the post of %s", p.Date)
}

// Post returns the row of a guild and a date, or [ErrNotFound].
func (s *Store) Post(ctx context.Context, guild string, date Date) (Post, error) {
	p, err := readPost(ctx, s.pool, guild, date)
	return p, failed(err, "the post of %s", date)
}

func readPost(ctx context.Context, db queryer, guild string, date Date) (p Post, err error) {
	columns := []any{&p.Channel, &p.State, &p.Attempt, &p.MessageID, &p.Reason, timeColumn{&p.FirstTried}}
	err = db.QueryRow(ctx, `
		select o.channel, o.state, o.attempt, o.message, o.reason, o.first_tried, `+dailyColumns+`
		from post o
		join daily d on d.guild = o.guild and d.date = o.date and d.shape = o.shape and d.tier = o.tier
		join named_puzzle p on p.id = d.puzzle
		where o.guild = $1 and o.date = $2`, guild, date).Scan(append(columns, p.Daily.columns()...)...)
	p.Daily.showTier()
	p.Guild, p.Date = guild, date
	p.Nonce, p.Marker = nonce(guild, date), marker(guild, date)
	return p, err
}

// nonce is short enough for networks that take 25 characters.
func nonce(guild string, date Date) string {
	sum := sha256.Sum256([]byte(marker(guild, date)))
	return fmt.Sprintf("%x", sum[:12])
}

// marker names the row. Discord's guilds have 20 digits at most; a longer id is cut, which
// makes no two rows of one guild the same.
func marker(guild string, date Date) string {
	return fmt.Sprintf("daily:%.40s:%s", guild, date)
}
