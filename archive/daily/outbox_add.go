package daily

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// AddPost puts the post of a daily into the outbox, to be claimed. It does nothing if that date of the guild is there
// already, in any state. Dailies of other shapes may stand beside it in the post.
func (s *Store) AddPost(ctx context.Context, d Daily, channelID string, beside ...sudoku.Shape) error {
	stand := make([]int16, len(beside))
	for i, shape := range beside {
		stand[i] = int16(shape)
	}
	row := pgx.NamedArgs{"guild": d.GuildID, "kind": DailyPost, "rank": RankDaily, "date": d.Date,
		"shape": d.Shape, "tier": library.KeyTier(d.Shape, d.Tier), "beside": stand, "channel": channelID}
	_, err := s.db.Exec(ctx, postgres.Insert("outbox", row)+` on conflict do nothing`, row)
	return postgres.Annotate(err, "add the post of %s", d.Date)
}

// keptDays is how long follow-ups of dailies and games stay in the outbox once they are settled. Each new one deletes
// some older ones of its guild and kind: none so old is ever added again. Dailies stay, since streaks count them, and
// so do messages that may still change.
const keptDays = 90

// forgetFollowUps deletes old follow-ups of the guild $1, of a kind, before the date $2.
const forgetFollowUps = `
	gone as (
		delete from outbox where id in (
			select id from outbox where guild = $1 and kind = $3 and date < $2::date - $4::integer and state <> 'due'
			order by date limit 20 for update skip locked
		)
	)`

// AddFollowUp puts a summary or a board into the outbox, to be claimed. It does nothing if it is there already, in
// any state. An empty channel notes that there is nothing to post.
func (s *Store) AddFollowUp(ctx context.Context, guildID string, kind PostKind, date calendar.Date, channelID string) error {
	_, err := s.db.Exec(ctx, `
		with `+forgetFollowUps+`
		insert into outbox (guild, kind, date, channel, state) values ($1, $3, $2, $5, case when $5 = '' then 'done' else 'due' end)
		on conflict do nothing`, guildID, date, kind, keptDays, channelID)
	return postgres.Annotate(err, "add the %s of %s", kind, date)
}

// AddThread puts the thread of a daily into the outbox, if its post is in the channel by now, and
// reports whether it is in the outbox. In a forum the post is a thread already, and nothing is due.
func (s *Store) AddThread(ctx context.Context, guildID string, date calendar.Date) (added bool, err error) {
	err = s.db.QueryRow(ctx, `
		with `+forgetFollowUps+`, added as (
			insert into outbox (guild, kind, date, channel, target, message, state)
			select guild, $3, date, channel, message, thread, case when thread = '' then 'due' else 'done' end
			from outbox where guild = $1 and kind = 'daily' and date = $2 and state = 'done'
			on conflict do nothing
		)
		select exists (select from outbox where guild = $1 and kind = 'daily' and date = $2 and state = 'done')`, guildID, date, ThreadOfDay, keptDays).Scan(&added)
	return added, postgres.Annotate(err, "add the thread of %s", date)
}

// AddNotice records that a finished game is to be announced: in the channel of its race, a shared one in the guild's
// channel of games, else in the thread of its daily, else in the guild's channel. A second notice of one game and kind changes nothing, unless the
// first one failed; and neither does one that has no channel. It reports whether the notice is for the thread of a
// daily.
func (s *Store) AddNotice(ctx context.Context, gameID int64, kind PostKind) (inThread bool, err error) {
	err = s.db.QueryRow(ctx, `
		with target as (
			select g.id, d.guild, d.channel, false as in_thread from game g join duel d on d.id = g.duel where g.id = $1 and $2 = 'duel'
			union all
			select g.id, g.guild, coalesce(s.channel, t.thread, u.channel), s.channel is null and t.thread is not null
			from game g join guild u on u.id = g.guild, lateral (select case when $2 = 'share' then nullif(u.games_channel, '') end as channel) s, lateral (select coalesce(
				(select nullif(message, '') from outbox o where o.guild = g.guild and o.kind = 'thread' and o.date = g.date and o.state = 'done'),
				(select nullif(thread, '') from outbox o -- in a forum, which has no other place for a message
				 where o.guild = g.guild and o.kind = 'daily' and o.state = 'done' and o.date = coalesce(g.date, o.date) order by o.date desc limit 1)
			) as thread) t
			where g.id = $1 and $2 <> 'duel' and (u.channel <> '' or s.channel is not null)
		), gone as (
			delete from outbox where id in (
				select id from outbox where id = any(array( -- those of the first games, by the index
					select id from outbox where guild = (select guild from target) and kind = $2 and date is null order by date, number limit 20
				)) and state <> 'due' and added < clock_timestamp() - make_interval(days => $3)
				for update skip locked
			)
		), added as (
			insert into outbox (guild, kind, number, channel) select guild, $2, id, channel from target
			on conflict (guild, kind, date, number) do update set
				state = 'due', channel = excluded.channel, reason = '', due_at = excluded.due_at, refused = outbox.attempt
				where outbox.state = 'failed'
		)
		select coalesce(bool_or(in_thread), false) from target`, gameID, string(kind), keptDays).Scan(&inThread)
	return inThread, postgres.Annotate(err, "add a notice of game %d", gameID)
}

// AddGreeting puts the greeting of a guild into the outbox, unless it was greeted before, or is known: it has
// settings or dailies, or has removed the bot and its data are not erased yet. An empty channel notes that there is
// nothing to post.
func (s *Store) AddGreeting(ctx context.Context, guildID, channelID, language string) error {
	_, err := s.db.Exec(ctx, `
		insert into outbox (guild, kind, channel, language, state)
		select $1, 'greeting', $2, $3, case when $2 = '' then 'done' else 'due' end
		where not exists (select from guild where id = $1) and not exists (select from departure where guild = $1)
		on conflict do nothing`, guildID, channelID, postgres.PlainText(language))
	return postgres.Annotate(err, "add the greeting of guild %q", guildID)
}

// AddFailure puts a message to the contact of a guild about the failed daily of a date into the outbox, unless
// there was one already: about this one, or about an earlier one since which nothing was posted.
func (s *Store) AddFailure(ctx context.Context, guildID string, date calendar.Date) error {
	_, err := s.db.Exec(ctx, `
		with news as (
			update guild g set told = $2
			where id = $1 and set_up_by <> '' and (told is null or exists (
				select from outbox where guild = g.id and kind = 'daily' and state = 'done' and date >= g.told
			))
			returning id
		)
		insert into outbox (guild, kind, date) select id, 'failure', $2 from news
		on conflict (guild, kind, date, number) do update set -- to another contact, since the posts were set up anew
			state = 'due', due_at = excluded.due_at, added = excluded.added, first_tried = null, refused = outbox.attempt`, guildID, date)
	return postgres.Annotate(err, "add a message about the daily of %s", date)
}

// AddMeetings puts the messages of races and parties into the outbox that are out of date. They are an edit of a
// race's message, at most once in every so long unless it has begun or ended; the board of a party, in the
// thread that is opened for it; and the end of a party. The message of a race that has been over for a day stays as
// it is.
func (s *Store) AddMeetings(ctx context.Context, every time.Duration) error {
	_, err := s.db.Exec(ctx, `
		insert into outbox as o (guild, kind, rank, number, channel, target, version, due_at)
		select d.guild, 'duel-message', $2::smallint, d.id, d.channel, d.message, d.standing,
			case when greatest(d.accepted, d.ended) >= b.tried then clock_timestamp() else greatest(clock_timestamp(), b.tried + $1::interval) end
		from (select *, `+RaceStanding+` as standing from duel d where message <> '') d left join outbox b on b.duel = d.id
		where (d.ended is null or d.ended > clock_timestamp() - $3::interval)
		  and case when b.id is null then d.standing > 0
		      else (greatest(b.version, 0), coalesce(nullif(b.target, ''), b.message)) <> (d.standing, d.message) and (b.state <> 'failed' or b.target <> d.message) end
		on conflict (guild, kind, date, number) do update set
			state = 'due', version = excluded.version, channel = excluded.channel, target = excluded.target, due_at = excluded.due_at`,
		every, RankEdit, 24*time.Hour)
	if err == nil {
		_, err = s.db.Exec(ctx, `
			insert into outbox (guild, kind, rank, number, channel, target, due_at)
			select a.guild, k.kind, k.rank, a.id, a.thread, a.message, clock_timestamp() + case when k.kind = 'party' and a.thread <> '' then $1::interval else '0' end
			from party a, lateral (select case a.state when 'open' then 'party' else 'party-end' end as kind, case a.state when 'open' then $2::smallint else $3 end as rank) k
			where not a.final and (a.state <> 'open' or a.board = '' and (a.thread <> '' or a.message <> ''))
			  and not exists (select from outbox o where o.party = a.id and o.kind = k.kind)
			on conflict do nothing`, replyIn, RankOther, RankEdit)
	}
	return postgres.Annotate(err, "add the messages of races and parties")
}

// AddMeeting puts the first message of a race or a party into the outbox, whose channel differs from the one of the
// request.
func (s *Store) AddMeeting(ctx context.Context, guildID string, kind PostKind, id int64, channelID string, version int64) error {
	row := pgx.NamedArgs{"guild": guildID, "kind": kind, "rank": RankOther, "number": id, "channel": channelID, "version": version}
	_, err := s.db.Exec(ctx, postgres.Insert("outbox", row)+` on conflict do nothing`, row)
	return postgres.Annotate(err, "add the %s %d", kind, id)
}

// QuietRace is the version of the first message of a challenge that notifies nobody.
const QuietRace = -1

// replyIn is how long the board of a party that is started in a thread has to be known: it is the reply to the
// request.
const replyIn = 20 * time.Second

// RaceStanding changes with everything that others can see of a race d, so not with marks. It is 0 for an
// invitation, so that the first post need not be posted again. Players leave a race, and digits are taken back: a sum
// could return to an earlier value, so it is a hash.
var RaceStanding = fmt.Sprintf(`(case when d.accepted is null and d.ended is null then 0
	else (select hashtextextended(concat_ws(' ', d.state, d.opponent = '' and d.asked <= clock_timestamp() - interval '%d seconds',
		string_agg(concat_ws(':', g.id, g.grid, g.finished is null, g.hints, g.deepest, g.checks), ' ' order by g.id)), 0) & 9223372036854775807
		from game g where g.duel = d.id) end)`, int(InvitationLife.Seconds()))

// InvitationLife is how long a race can be joined, and a challenge accepted.
const InvitationLife = 15 * time.Minute

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

// ThreadOf returns the id of the thread of a daily, "" if it has none. coming reports whether it may still be opened,
// if dailies have threads: neither it nor the post of the daily was refused. The post need not be there yet: a round
// may have begun before it was due.
func (s *Store) ThreadOf(ctx context.Context, guildID string, date calendar.Date) (threadID string, coming bool, err error) {
	err = s.db.QueryRow(ctx, `
		select coalesce(max(message) filter (where kind = 'thread' and state = 'done'), ''),
			count(*) = 0 or bool_or(state = 'due' and refused = 0) or bool_or(state = 'done') and not bool_or(kind = 'thread')
		from outbox where guild = $1 and kind in ('daily', 'thread') and date = $2`, guildID, date).Scan(&threadID, &coming)
	return threadID, coming, postgres.Annotate(err, "the thread of %s", date)
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
