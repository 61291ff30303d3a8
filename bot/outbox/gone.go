package outbox

import (
	"context"
	"errors"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// ChannelGone ends the daily posts of a guild whose channel for them was deleted; with the channel
// "", those of a guild that has removed the bot. Nothing else is forgotten, so that /schedule can
// start them again, but the boards of a channel that several solve; of a guild that does not come back for [people.DepartureGrace], [Sweep]
// erases all. It can be repeated.
func ChannelGone(ctx context.Context, env *handler.Env, guildID, channelID string) error {
	stopped, err := env.Store.StopPosts(ctx, guildID, channelID)
	if stopped {
		env.Config.Log.InfoContext(ctx, "the daily posts of a guild ended", "guild", guildID, "channel", channelID)
	}
	switch {
	case err != nil:
	case channelID == "":
		err = env.Store.GuildLeft(ctx, guildID)
	default:
		err = env.Store.EndPartiesIn(ctx, guildID, channelID)
	}
	return err
}

// sweepEvery is how often a process looks for guilds whose time is over.
const sweepEvery = time.Hour

// Sweep erases the data of guilds that have been without the bot for long, now and then: it is meant
// to be called with each round of the posts. Many processes may do so at once.
func Sweep(ctx context.Context, env *handler.Env) error {
	last, now := env.Swept.Load(), env.Config.Now().Unix()
	if now-last < int64(sweepEvery/time.Second) || !env.Swept.CompareAndSwap(last, now) {
		return nil
	}
	erased, err := env.Store.EraseDeparted(ctx)
	if erased > 0 {
		env.Config.Log.InfoContext(ctx, "the data of guilds without the bot are erased", "guilds", erased)
	}
	return err
}

// Retry makes the posts due at once that guilds refused, for something changed there, which also
// says that they have the bot. It looks at no other guild, and is cheap where nothing was refused.
func Retry(ctx context.Context, env *handler.Env, guildIDs []string) error {
	if err := env.Store.GuildsPresent(ctx, guildIDs); err != nil {
		return err
	}
	posts, err := env.Store.RetryRefused(ctx, guildIDs)
	if posts > 0 {
		env.Config.Log.InfoContext(ctx, "dailies that were refused are tried again", "posts", posts)
	}
	return err
}

// dailyRefused says what becomes of a daily that the network refused: it is tried again, and whoever set the posts
// up learns it. A channel that was deleted ends the posts, and so does a guild without the bot: the event that said
// so was missed. As an outage might look the same, a guild is believed to be without the bot when a post was
// refused there before, an hour earlier.
func dailyRefused(ctx context.Context, env *handler.Env, poster chat.Poster, post daily.Post, gone chat.GoneError) error {
	problem := chat.ChannelProblem("")
	var unfit *chat.ChannelError
	if errors.As(env.CheckChannel(ctx, poster, post.GuildID, post.ChannelID), &unfit) {
		problem = unfit.Problem
		gone.Reason = chat.PostFailure{Unfit: unfit}
	}
	reason := gone.Reason.Stored()
	channelID := post.ChannelID
	switch {
	case problem == chat.NotInGuild && post.Refused > 0:
		channelID = ""
	case problem != chat.NoChannel:
		return notMade{reason: reason, report: problem != chat.NotInGuild}
	}
	if err := ChannelGone(ctx, env, post.GuildID, channelID); err != nil {
		return err // and it is tried again
	}
	return notMade{reason: reason, final: true}
}
