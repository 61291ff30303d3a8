package archive

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// The kinds of follow-ups that are about a game, which was finished in a browser.
const (
	ResultOfGame FollowUpKind = "result" // as the guild wants all to learn it
	SharedResult FollowUpKind = "share"  // as its player wants
	EndOfDuel    FollowUpKind = "duel"   // which the game ended
)

// AddNotice records that a finished game is to be announced: in the channel of its duel, else in the thread
// of its daily, else in the guild's channel. [Store.ClaimFollowUp] hands the notice out. A second notice of
// one game and kind changes nothing, unless the first one failed; and neither does one that has no channel.
// It reports whether the notice is for the thread of a daily.
func (s *Store) AddNotice(ctx context.Context, gameID int64, kind FollowUpKind) (inThread bool, err error) {
	err = s.db.QueryRow(ctx, `
		with target as (
			select g.id, d.guild, d.channel, false as in_thread from game g join duel d on d.id = g.duel where g.id = $1 and $2 = 'duel'
			union all
			select g.id, g.guild, coalesce(t.thread, u.channel), t.thread is not null
			from game g join guild u on u.id = g.guild, lateral (select coalesce(
				(select nullif(message, '') from follow_up f where f.guild = g.guild and f.kind = 'thread' and f.date = g.date and f.state = 'done'),
				(select nullif(thread, '') from post p -- in a forum, which has no other place for a message
				 where p.guild = g.guild and p.state = 'posted' and p.date = coalesce(g.date, p.date) order by p.date desc limit 1)
			) as thread) t
			where g.id = $1 and $2 <> 'duel' and u.channel <> ''
		), added as (
			insert into notice (game, kind, guild, channel) select id, $2, guild, channel from target
			on conflict (game, kind) do update set
				state = 'due', channel = excluded.channel, reason = '', owner = null, retry_at = now(), refused = notice.attempt
				where notice.state = 'failed'
		)
		select coalesce(bool_or(in_thread), false) from target`, gameID, string(kind)).Scan(&inThread)
	return inThread, postgres.Annotate(err, "add a notice of game %d", gameID)
}

// NotPosted reports whether the result of a game was to be shared and could not be posted.
func (s *Store) NotPosted(ctx context.Context, gameID int64) (failed bool, err error) {
	err = s.db.QueryRow(ctx, `
		select exists (select from notice where game = $1 and kind = 'share' and state = 'failed')`, gameID).Scan(&failed)
	return failed, postgres.Annotate(err, "whether the result of game %d was posted", gameID)
}

// claimNotice is [Store.ClaimFollowUp] for what is about a game.
func (s *Store) claimNotice(ctx context.Context, owner string, lease time.Duration) (FollowUp, error) {
	return postgres.ReadOne(ctx, s.db, (*FollowUp).noticeFields, `
		update notice set `+newClaim+`
		where (game, kind) = (
			select game, kind from notice where `+isClaimable+` order by game, kind limit 1 for update skip locked
		)
		returning guild, kind, game, channel, attempt, refused, first_tried`, owner, lease)
}

func (f *FollowUp) noticeFields() postgres.Fields {
	return postgres.Fields{
		"guild": &f.GuildID, "kind": &f.Kind, "game": &f.GameID, "channel": &f.ChannelID,
		"attempt": &f.Attempt, "refused": &f.Refused, "first_tried": &f.FirstTried,
	}
}
