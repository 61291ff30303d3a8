package archive

import (
	"context"
	"time"
)

// The kinds of follow-ups that are about a game, which was finished in a browser.
const (
	ResultOfGame FollowUpKind = "result" // as the guild wants all to learn it
	SharedResult FollowUpKind = "share"  // as its player wants
	EndOfDuel    FollowUpKind = "duel"   // which the game ended
)

// AddNotice records that a finished game is to be announced: in the channel of its duel, else in the thread
// of its daily, else in the guild's channel. [Store.ClaimFollowUp] hands the notice out. A second notice of
// one game and kind changes nothing, and neither does one that has no channel.
func (s *Store) AddNotice(ctx context.Context, gameID int64, kind FollowUpKind) error {
	_, err := s.db(ctx).Exec(ctx, `
		insert into notice (game, kind, guild, channel)
		select g.id, $2, d.guild, d.channel from game g join duel d on d.id = g.duel where g.id = $1 and $2 = 'duel'
		union all
		select g.id, $2, g.guild, coalesce(
			(select nullif(message, '') from follow_up f where f.guild = g.guild and f.kind = 'thread' and f.date = g.date and f.state = 'done'),
			(select nullif(thread, '') from post p -- in a forum, which has no other place for a message
			 where p.guild = g.guild and p.state = 'posted' and p.date = coalesce(g.date, p.date) order by p.date desc limit 1),
			u.channel)
		from game g join guild u on u.id = g.guild where g.id = $1 and $2 <> 'duel' and u.channel <> ''
		on conflict do nothing`, gameID, string(kind))
	return annotate(err, "add a notice of game %d", gameID)
}

// claimNotice is [Store.ClaimFollowUp] for what is about a game.
func (s *Store) claimNotice(ctx context.Context, owner string, lease time.Duration) (FollowUp, error) {
	return readOne(ctx, s.db(ctx), (*FollowUp).noticeFields, `
		update notice set `+newClaim+`
		where (game, kind) = (
			select game, kind from notice where `+isClaimable+` order by game, kind limit 1 for update skip locked
		)
		returning guild, kind, game, channel, attempt, refused, first_tried`, owner, lease)
}

func (f *FollowUp) noticeFields() fields {
	return fields{
		"guild": &f.GuildID, "kind": &f.Kind, "game": &f.GameID, "channel": &f.ChannelID,
		"attempt": &f.Attempt, "refused": &f.Refused, "first_tried": &f.FirstTried,
	}
}
