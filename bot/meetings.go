package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
)

// standingEvery is how often the message of a duel is changed, at most: each of fifty digits would
// be too often for those who only read the channel.
const standingEvery = 40 * time.Second

// enterMeetings ends the duels and parties whose time is over, and puts the messages into the outbox that do not
// show how theirs stands.
func (b *Bot) enterMeetings(ctx context.Context) error {
	return errors.Join(b.store.EndStaleDuels(ctx), b.store.EndIdleParties(ctx), b.store.AddMeetings(ctx, standingEvery))
}

// duelStands is the message of a duel as it stands now.
func (b *Bot) duelStands(ctx context.Context, _ daily.Guild, post daily.Post) (Reply, error) {
	d, err := b.store.Duel(ctx, post.Number)
	if err != nil {
		return Reply{}, err
	}
	return b.duelReply(ctx, speechIn(d.Language), d)
}

// duelShown forgets a message that is gone: what is typed then answers with another.
func (b *Bot) duelShown(ctx context.Context, post daily.Post, o outcome) error {
	if !o.closed {
		return nil
	}
	return b.store.LoseDuelMessage(ctx, post.Number, post.Target)
}

// duelDeleted has the message of a deleted duel say that it is over, without names and buttons.
func (b *Bot) duelDeleted(_ context.Context, _ daily.Guild, post daily.Post) (Reply, error) {
	s := speechIn(post.Language)
	reply := Reply{Screen: Screen{Title: Plain(s.Text("title.duel", nil)), Body: s.Say("duel.deleted", nil)}}
	return reply.limited(s), nil
}

// Shown notes which message a network made of a reply, by [Reply.Tracks].
func (b *Bot) Shown(ctx context.Context, tracks, channelID, messageID string) error {
	what, number, _ := strings.Cut(tracks, " ")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil // of another version
	}
	switch what {
	case "duel":
		return b.store.SetDuelMessage(ctx, id, channelID, messageID)
	case "invitation":
		return b.store.SetPartyMessage(ctx, id, channelID, messageID)
	case "party":
		return b.store.SetPartyBoard(ctx, id, channelID, messageID)
	}
	return nil
}
