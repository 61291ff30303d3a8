package bot

import (
	"context"
	"errors"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
)

// ChannelGone ends the daily posts of a guild whose channel for them was deleted; with the channel
// "", those of a guild that has removed the bot. Nothing else is forgotten, so that /schedule can
// start them again; of a guild that does not come back for [people.DepartureGrace], [Bot.Sweep]
// erases all. It can be repeated.
func (b *Bot) ChannelGone(ctx context.Context, guildID, channelID string) error {
	stopped, err := b.store.StopPosts(ctx, guildID, channelID)
	if stopped {
		b.config.Log.Info("the daily posts of a guild ended", "guild", guildID, "channel", channelID)
	}
	if err == nil && channelID == "" {
		err = b.store.GuildLeft(ctx, guildID)
	}
	return err
}

// sweepEvery is how often a process looks for guilds whose time is over.
const sweepEvery = time.Hour

// Sweep erases the data of guilds that have been without the bot for long, now and then: it is meant
// to be called with each round of the posts. Many processes may do so at once.
func (b *Bot) Sweep(ctx context.Context) error {
	last, now := b.swept.Load(), b.config.Now().Unix()
	if now-last < int64(sweepEvery/time.Second) || !b.swept.CompareAndSwap(last, now) {
		return nil
	}
	erased, err := b.store.EraseDeparted(ctx)
	if erased > 0 {
		b.config.Log.Info("the data of guilds without the bot are erased", "guilds", erased)
	}
	return err
}

// Retry makes the posts due at once that guilds refused, for something changed there, which also
// says that they have the bot. It looks at no other guild, and is cheap where nothing was refused.
func (b *Bot) Retry(ctx context.Context, guildIDs []string) error {
	if err := b.store.GuildsPresent(ctx, guildIDs); err != nil {
		return err
	}
	posts, err := b.store.RetryRefused(ctx, guildIDs)
	if posts > 0 {
		b.config.Log.Info("dailies that were refused are tried again", "posts", posts)
	}
	return err
}

// dailyRefused says what becomes of a daily that the network refused: it is tried again, and whoever set the posts
// up learns it. A channel that was deleted ends the posts, and so does a guild without the bot: the event that said
// so was missed. As an outage might look the same, a guild is believed to be without the bot when a post was
// refused there before, an hour earlier.
func (b *Bot) dailyRefused(ctx context.Context, poster Poster, post daily.Post, gone GoneError) error {
	problem := ChannelProblem("")
	var unfit *ChannelError
	if errors.As(b.checkChannel(ctx, poster, post.GuildID, post.ChannelID), &unfit) {
		problem = unfit.Problem
		gone.Reason = PostFailure{Unfit: unfit}
	}
	reason := gone.Reason.stored()
	channelID := post.ChannelID
	switch {
	case problem == NotInGuild && post.Refused > 0:
		channelID = ""
	case problem != NoChannel:
		return notMade{reason: reason, report: problem != NotInGuild}
	}
	if err := b.ChannelGone(ctx, post.GuildID, channelID); err != nil {
		return err // and it is tried again
	}
	return notMade{reason: reason, final: true}
}
