// Package outbox makes what the bot posts and edits without being asked: dailies, threads, summaries, leaderboards,
// results, the messages of duels and of boards that several solve.
//
// All of it goes through one table of the archive. [Outbox.Deliver] is one round, of any number of processes: what is due is put
// there, claimed, posted and completed, and each post is made exactly once whatever happens in between. [kinds] says for each kind of
// post when it is no longer wanted, how it looks, and how it is sent.
package outbox

import (
	"context"
	"errors"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// Outbox is what a bot posts. The zero value is not usable; see [New].
type Outbox struct{ env *handler.Env }

// New returns the outbox of a bot.
func New(env *handler.Env) Outbox { return Outbox{env} }

// kind says how posts of a kind are made, and what else changes by them.
type kind struct {
	// unwanted returns a [leftOut] for a post that should no longer be made; nil: all should.
	unwanted func(context.Context, *handler.Env, daily.Guild, daily.Post) error
	// reply is the message that is sent, with the marker.
	reply func(context.Context, *handler.Env, daily.Guild, daily.Post) (chat.Reply, error)
	// send makes what is not one new message. It must do no harm when it is repeated.
	send func(context.Context, *handler.Env, chat.Poster, daily.Guild, daily.Post) (chat.Posted, error)
	// refused says what becomes of a post whose channel is gone or closed. Where it is nil and once is not set, it
	// is tried again every hour, as long as that can change.
	refused func(context.Context, *handler.Env, chat.Poster, daily.Post, chat.GoneError) error
	once    bool
	// settled notes elsewhere in the archive that a post was made, or was given up.
	settled func(context.Context, *handler.Env, daily.Post, outcome) error
	// then puts into the outbox what follows a post that was made.
	then func(context.Context, *handler.Env, daily.Post) error
}

// kinds are all that the outbox may have.
var kinds = map[daily.PostKind]kind{
	daily.DailyPost:      {unwanted: dailyUnwanted, reply: dailyReply, refused: dailyRefused, then: solvedBefore},
	daily.SolversOfDay:   {send: showSolvers, once: true},
	daily.ThreadOfDay:    {unwanted: followUpUnwanted, send: openThread},
	daily.DaySummary:     {unwanted: followUpUnwanted, reply: summaryReply},
	daily.WeekLeaders:    {unwanted: followUpUnwanted, reply: leaders},
	daily.MonthLeaders:   {unwanted: followUpUnwanted, reply: leaders},
	daily.ResultOfGame:   {unwanted: noticeUnwanted, reply: noticeReply},
	daily.SharedResult:   {unwanted: noticeUnwanted, reply: noticeReply, settled: resultShared},
	daily.EndOfDuel:      {unwanted: noticeUnwanted, reply: noticeReply},
	daily.DuelMessage:    {send: showDuel, once: true, settled: duelShown},
	daily.DeletedDuel:    {unwanted: dayOld, send: edited(duelDeleted), once: true},
	daily.PartyBoard:     {send: openBoard, once: true, settled: boardOpened},
	daily.PartyEnd:       {send: endParty, once: true, settled: partyShown},
	daily.Greeting:       {unwanted: dayOld, reply: greeting, once: true},
	daily.FailureMessage: {unwanted: dayOld, send: tellContact, once: true},

	daily.ReminderMessage: {send: remind, once: true, settled: reminderRefused},
}

// edited changes a message that is there.
func edited(reply func(context.Context, *handler.Env, daily.Guild, daily.Post) (chat.Reply, error)) func(context.Context, *handler.Env, chat.Poster, daily.Guild, daily.Post) (chat.Posted, error) {
	return func(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
		r, err := reply(ctx, env, guild, post)
		if err == nil {
			err = poster.Edit(ctx, post.ChannelID, post.Target, r)
		}
		return chat.Posted{MessageID: post.Target}, err
	}
}

// dayOld leaves out what has waited for a day.
func dayOld(_ context.Context, _ *handler.Env, _ daily.Guild, post daily.Post) error {
	if post.Tried.Sub(post.Added) > 24*time.Hour {
		return leftOut("it is too late by now")
	}
	return nil
}

// ChannelGone ends the daily posts of a guild whose channel for them was deleted; with the channel "", those of a
// guild that has removed the bot. Nothing else is forgotten, so that /schedule can start them again, except the
// boards that several solve in a channel; of a guild that does not come back for [people.DepartureGrace], [Outbox.Sweep]
// erases all. It can be repeated.
func (o Outbox) ChannelGone(ctx context.Context, guildID, channelID string) error {
	env := o.env
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

// Listed notes which guilds have removed the bot while it was not connected: those of a shard that Discord does not list.
func (o Outbox) Listed(ctx context.Context, shard, count int, guildIDs []string) error {
	gone, err := o.env.Store.GuildsListed(ctx, shard, count, guildIDs)
	if gone > 0 {
		o.env.Config.Log.InfoContext(ctx, "guilds have removed the bot meanwhile", "guilds", gone)
	}
	return err
}

// sweepEvery is how often a process looks for guilds whose time is over.
const sweepEvery = time.Hour

// sweepDays is how many days a sweep rates at most, between two rounds of posts.
const sweepDays = 7

// Sweep erases the data of guilds that removed the bot long ago, and rates the players of days that are over, now and
// then: it is meant to be called with each round of the posts. Many processes may do so at once.
func (o Outbox) Sweep(ctx context.Context) error {
	env := o.env
	last, now := env.Swept.Load(), env.Config.Now().Unix()
	if now-last < int64(sweepEvery/time.Second) || !env.Swept.CompareAndSwap(last, now) {
		return nil
	}
	erased, err := env.Store.EraseDeparted(ctx)
	if erased > 0 {
		env.Config.Log.InfoContext(ctx, "the data of guilds without the bot are erased", "guilds", erased)
	}
	rated, failed := env.Store.RateDays(ctx, sweepDays)
	if rated == sweepDays {
		env.Swept.Store(last) // there may be more
	}
	return errors.Join(err, failed)
}

// Retry makes the posts due at once that guilds refused, because something changed there, which
// also shows that they have the bot. It looks at no other guild, and is cheap where nothing was
// refused.
func (o Outbox) Retry(ctx context.Context, guildIDs []string) error {
	env := o.env
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
// refused there before, and first tried an hour earlier: in between, what changes there has it tried again.
func dailyRefused(ctx context.Context, env *handler.Env, poster chat.Poster, post daily.Post, gone chat.GoneError) error {
	problem := chat.ChannelProblem("")
	if unfit, ok := errors.AsType[*chat.ChannelError](env.CheckChannel(ctx, poster, post.GuildID, post.ChannelID)); ok {
		problem = unfit.Problem
		gone.Reason = chat.PostFailure{Unfit: unfit}
	}
	reason := gone.Reason.Stored()
	channelID := post.ChannelID
	switch {
	case problem == chat.NotInGuild && post.Refused > 0 && post.Tried.Sub(post.FirstTried) >= refusedAfter:
		channelID = ""
	case problem != chat.NoChannel:
		return notMade{reason: reason, report: problem != chat.NotInGuild}
	}
	if err := New(env).ChannelGone(ctx, post.GuildID, channelID); err != nil {
		return err // and it is tried again
	}
	return notMade{reason: reason, final: true}
}
