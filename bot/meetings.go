package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// Messenger is the chat network as duels and boards for all need it, to change messages that were
// answers at first. Its errors are those of a [Poster].
type Messenger interface {
	// Serves reports whether a guild of the archive belongs to this network.
	Serves(guildID string) bool
	Sender
	// Edit makes a message of the bot's read as a reply.
	Edit(ctx context.Context, channelID, messageID string, r Reply) error
	// OpenThread opens a thread below a message; a message has one at most, so that it can be
	// repeated.
	OpenThread(ctx context.Context, channelID, messageID, name string) (threadID string, err error)
}

const (
	// standingEvery is how often the message of a duel is changed, at most: each of fifty digits would
	// be too often for those who only read the channel.
	standingEvery = 40 * time.Second
	// partyEvery is how long a party waits for another try at its thread or its board.
	partyEvery = 20 * time.Second
	// manyMeetings is how many messages of a kind one round changes.
	manyMeetings = 20
	// meetFor is how long one round deals with a kind of message. The daily posts have their turn after it,
	// even while each call of a network that hangs takes as long as it may.
	meetFor = 10 * time.Second
)

// Meet makes one round for duels and parties: it ends those whose time is over, opens threads, and
// brings messages up to date. Like [Bot.Announce] it is meant to be called every few seconds, from
// as many processes as there are. All of it can be repeated, so a process may be killed at any time.
func (b *Bot) Meet(ctx context.Context, m Messenger) error {
	err := errors.Join(b.store.EndStaleDuels(ctx), b.store.EndIdleParties(ctx))
	duels, duelsErr := b.store.ClaimDuelMessages(ctx, standingEvery, manyMeetings)
	deleted, deletedErr := b.store.ClaimDeletedDuels(ctx, standingEvery, manyMeetings)
	parties, partiesErr := b.store.ClaimParties(ctx, partyEvery, manyMeetings)
	return errors.Join(err, duelsErr, deletedErr, partiesErr,
		inTime(b.config.Now, duels, func(d archive.Duel) error { return b.showDuel(ctx, m, d) }),
		inTime(b.config.Now, deleted, func(d archive.DeletedDuel) error { return b.showDeleted(ctx, m, d) }),
		inTime(b.config.Now, parties, func(p archive.Party) error { return b.serveParty(ctx, m, p) }))
}

// inTime serves one after another for [meetFor]. The others were claimed, and are claimed again after a while.
func inTime[T any](now func() time.Time, all []T, serve func(T) error) (err error) {
	end := now().Add(meetFor)
	for _, one := range all {
		if now().After(end) {
			break
		}
		err = errors.Join(err, serve(one))
	}
	return err
}

// showDuel brings the message of a duel up to date.
func (b *Bot) showDuel(ctx context.Context, m Messenger, d archive.Duel) error {
	reply, err := b.duelReply(ctx, speechIn(d.Language), d)
	if err != nil {
		return err
	}
	if m.Serves(d.GuildID) {
		err = m.Edit(ctx, d.ChannelID, d.MessageID, reply)
	}
	switch {
	case err == nil:
		return b.store.MarkDuelShown(ctx, d)
	case errors.As(err, new(GoneError)):
		b.config.Log.Info("the message of a duel is gone", "guild", d.GuildID, "channel", d.ChannelID, "error", err)
		return b.store.LoseDuelMessage(ctx, d)
	}
	b.config.Log.Warn("the message of a duel was not changed", "guild", d.GuildID, "channel", d.ChannelID, "error", err)
	return nil // after a while it is tried again
}

// showDeleted has the message of a deleted duel say that it is over, without names and buttons.
func (b *Bot) showDeleted(ctx context.Context, m Messenger, d archive.DeletedDuel) error {
	s := speechIn(d.Language)
	reply := Reply{Screen: Screen{Title: Plain(s.Text("title.duel", nil)), Body: s.Say("duel.deleted", nil)}}
	var err error
	if m.Serves(d.GuildID) {
		err = m.Edit(ctx, d.ChannelID, d.MessageID, reply.limited(s))
	}
	if err != nil && !errors.As(err, new(GoneError)) {
		b.config.Log.Warn("the message of a deleted duel was not changed", "guild", d.GuildID, "channel", d.ChannelID, "error", err)
		return nil // after a while it is tried again
	}
	return b.store.ForgetDeletedDuel(ctx, d.MessageID)
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
