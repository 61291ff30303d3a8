package daily

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/jackc/pgx/v5"
)

// Post is a row of the outbox: a message that the bot sends or changes without being asked. It is there before
// the message is, and there is one for each guild, kind, and date or number. [Store.Claim] hands it out, and
// [Store.Complete], [Store.Retry], [Store.Snooze] or [Store.Cancel] settles the claim.
type Post struct {
	ID         int64
	GuildID    string
	Kind       PostKind
	Date       calendar.Date  // of the daily, or the first of the week or the month; zero: it is about none
	Number     int64          // of the game, the race or the party; 0: it is about none
	Daily      Daily          // of a DailyPost: fixed when the row was made
	Beside     []sudoku.Shape // of the other dailies in a DailyPost: fixed too
	ChannelID  string         // where it is made
	Target     string         // the message that is changed, or below which a thread is opened
	Language   string         // as a BCP 47 tag; "": that of the guild, or of what it is about
	Version    int64          // of what a changed message is to show
	State      PostState
	Attempt    int       // claims so far, this one included; from the second on, look for the marker first
	Refused    int       // how many attempts before this one surely sent nothing
	Added      time.Time // when the row was made, by the database's clock
	FirstTried time.Time // when it was first claimed; zero: never
	Tried      time.Time // when it was claimed last
	MessageID  string    // what was made: the message or the thread
	ThreadID   string    // of a forum, where the message is in; "": it is in ChannelID
	Reason     string    // why it failed, or was refused last
}

// PostKind is the kind of a post. It is part of markers.
type PostKind string

// The kinds of posts, each with the meaning of its date or number.
const (
	DailyPost      PostKind = "daily"        // of the date
	SolversOfDay   PostKind = "solvers"      // the post of the daily of the date, changed to say who has solved it
	ThreadOfDay    PostKind = "thread"       // below the post of the daily of the date
	DaySummary     PostKind = "summary"      // of the daily of the date, when the next has come
	WeekLeaders    PostKind = "week"         // of the week that begins with the date, when it is over
	MonthLeaders   PostKind = "month"        // the same of a month
	ResultOfGame   PostKind = "result"       // of a game that was finished in a browser, as the guild wants all to learn it
	SharedResult   PostKind = "share"        // the same, as its player wants
	EndOfRace      PostKind = "duel"         // a challenge, by a game that was finished in a browser
	RaceMessage    PostKind = "duel-message" // of the race, changed to show how it stands
	DeletedRace    PostKind = "duel-deleted" // the message of a race that was deleted with a player, changed to show it
	PartyInvite    PostKind = "party-invite" // the message above that thread; a part of [PartyBoard], and in no row
	PartyBoard     PostKind = "party"        // of the party, in its thread
	PartyEnd       PostKind = "party-end"    // the messages of the party, changed to show it
	Greeting       PostKind = "greeting"     // of a guild that took the bot
	FailureMessage PostKind = "failure"      // to the contact of the guild, about the daily of the date

	ReminderMessage PostKind = "reminder"   // to a player whose streak needs the daily of the date; the number is the reminder's
	DecidedMessage  PostKind = "submission" // to a player whose submission was accepted or declined; the number is the submission's
)

// Rank orders due posts: a lower one comes first.
type Rank int16

// The ranks of posts.
const (
	RankDaily Rank = iota
	RankOther
	RankEdit     // of a message that is there
	RankSolvers  // claimed by [Store.ClaimPaced] alone, as is the next
	RankReminder // before RankSolvers; messages to players
)

// PostState is how far a post is.
type PostState string

// The states of a post.
const (
	PostDue    PostState = "due"    // perhaps claimed by an owner
	PostPosted PostState = "done"   // in the channel
	PostFailed PostState = "failed" // given up, Reason says why
)

// Marker names the row inside of a message, in at most 60 characters. Discord's guilds have 20 digits at most; a
// longer id is cut, which makes no two rows of one guild the same.
func (p Post) Marker() string {
	about := fmt.Sprint(p.Number)
	if p.Number == 0 {
		about = p.Date.String()
	}
	return fmt.Sprintf("%s:%.36s:%s", p.Kind, p.GuildID, about)
}

// Nonce is the same in all attempts, and short enough for networks that take 25 characters.
func (p Post) Nonce() string {
	if p.Kind == PartyBoard { // as it was before boards were in the outbox
		return fmt.Sprint("party-", p.Number)
	}
	sum := sha256.Sum256([]byte(p.Marker()))
	return fmt.Sprintf("%x", sum[:12])
}

const postColumns = `o.id, o.guild, o.kind, o.date, coalesce(o.number, 0) as number, o.channel, o.target, o.language, o.version, o.state, o.attempt, o.refused,
	o.added, o.first_tried, o.tried, o.message, o.thread, o.reason, coalesce(o.shape, 0) as shape, coalesce(o.tier, 0) as tier, o.beside`

func (p *Post) fields() postgres.Fields {
	return postgres.Fields{
		"id": &p.ID, "guild": &p.GuildID, "kind": &p.Kind, "date": &p.Date, "number": &p.Number, "channel": &p.ChannelID, "target": &p.Target,
		"language": &p.Language, "version": &p.Version, "state": &p.State, "attempt": &p.Attempt, "refused": &p.Refused,
		"added": &p.Added, "first_tried": postgres.Time(&p.FirstTried), "tried": postgres.Time(&p.Tried), "message": &p.MessageID, "thread": &p.ThreadID, "reason": &p.Reason,
		"shape": &p.Daily.Shape, "tier": &p.Daily.Tier, "beside": &p.Beside,
	}
}

// readPost returns the post of a query, with its daily.
func readPost(ctx context.Context, db postgres.Querier, query string, args ...any) (Post, error) {
	p, err := postgres.ReadOne(ctx, db, (*Post).fields, query, args...)
	if err == nil && p.Kind == DailyPost {
		p.Daily, err = readDaily(ctx, db, p.GuildID, dailyID{p.Date, p.Daily.Shape, p.Daily.Tier})
	}
	return p, err
}

// Claim gives an owner one post that is due, for the time of the lease: of the lowest rank, up to most, the one that
// is due the longest. Until then no other owner gets it; after that any may, and reports of the first one no longer
// count. ok is false when there is nothing to do. The times are those of the database's clock.
func (s *Store) Claim(ctx context.Context, owner string, lease time.Duration, most Rank) (p Post, ok bool, err error) {
	if owner == "" {
		return Post{}, false, errors.New("a claim needs an owner")
	}
	p, err = readPost(ctx, s.db, claim(`rank <= $3`), owner, lease, most)
	if errors.Is(err, pgx.ErrNoRows) {
		return Post{}, false, nil
	}
	return p, err == nil, postgres.Annotate(err, "claim a post")
}

// claim returns the statement that claims a post under a condition, for the owner $1 and the time $2.
func claim(condition string) string {
	return `
		update outbox o set owner = $1, leased_until = clock_timestamp() + $2, attempt = attempt + 1,
			tried = clock_timestamp(), first_tried = coalesce(first_tried, clock_timestamp())
		where id = (
			select id from outbox
			where state = 'due' and ` + condition + ` and due_at <= clock_timestamp() and (owner is null or leased_until <= clock_timestamp())
			order by rank, due_at, id limit 1
			for update skip locked
		)
		returning ` + postColumns
}

// Complete notes that a post was made: the id of the message or the thread, in the thread p.ThreadID unless that is
// empty. If a newer version of a changed message is wanted by now, the post stays due. [postgres.ErrStale] means that
// the lease ran out and another owner has the post.
func (s *Store) Complete(ctx context.Context, p Post, owner, messageID string) error {
	return s.settle(ctx, p, owner, `state = case when version = $4 then 'done' else 'due' end, message = $5, thread = $6`,
		p.Version, postgres.PlainText(messageID), postgres.PlainText(p.ThreadID))
}

// Retry gives a post back, to be claimed again after a while by any owner. The refusal is the reason why the network
// surely sent nothing; if it is empty, the message may have arrived. [postgres.ErrStale] is as for [Store.Complete].
func (s *Store) Retry(ctx context.Context, p Post, owner, refusal string, after time.Duration) error {
	return s.settle(ctx, p, owner, `
		due_at = clock_timestamp() + $4, reason = coalesce(nullif($5, ''), reason), refused = refused + case $5 when '' then 0 else 1 end`,
		after, postgres.PlainText(refusal))
}

// Snooze gives back a post like [Store.Retry], after an attempt that sent nothing because the network asked to
// wait. It does not count as an attempt.
func (s *Store) Snooze(ctx context.Context, p Post, owner string, after time.Duration) error {
	return s.settle(ctx, p, owner, `attempt = attempt - 1, due_at = clock_timestamp() + $4`, after)
}

// Cancel gives up a post at an attempt that sent nothing. [postgres.ErrStale] is as for [Store.Complete].
func (s *Store) Cancel(ctx context.Context, p Post, owner, reason string) error {
	return s.settle(ctx, p, owner, `state = 'failed', refused = refused + 1, reason = $4`, postgres.PlainText(reason))
}

// settle changes a post that is still the owner's: of this very claim, not of a later one by an owner of the same
// name.
func (s *Store) settle(ctx context.Context, p Post, owner, change string, values ...any) error {
	changed, err := s.db.Exec(ctx, `
		update outbox set owner = null, `+change+` where id = $1 and owner = $2 and attempt = $3 and state = 'due'`,
		append([]any{p.ID, owner, p.Attempt}, values...)...)
	if err == nil && changed.RowsAffected() == 0 {
		err = postgres.ErrStale
	}
	return postgres.Annotate(err, "the post %s", p.Marker())
}
