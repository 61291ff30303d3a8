// Package outbox posts and edits all messages that are no answers to a request: dailies, threads, summaries, leaderboards,
// results, the messages of races and of boards that several players solve.
//
// They all go through one table of the archive. Any number of processes may call [Outbox.Deliver]: each round enters the due
// posts there, claims, posts and completes them. Each post is made exactly once whatever happens in between. The table [kinds] has for
// each kind of post when it is no longer wanted, its message, and how it is sent.
package outbox

import (
	"context"
	"errors"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// Outbox holds the posts of a bot. The zero value is not usable; see [New].
type Outbox struct{ env *handler.Env }

// New returns the outbox of a bot.
func New(env *handler.Env) Outbox { return Outbox{env} }

// kind defines how posts of a kind are made, and their other effects.
type kind struct {
	// unwanted returns a [cancelled] error for a post that should no longer be made; nil: all should.
	unwanted func(context.Context, *handler.Env, daily.Guild, daily.Post) error
	// reply returns the message that is sent, with the marker.
	reply func(context.Context, *handler.Env, daily.Guild, daily.Post) (chat.Reply, error)
	// send makes a post that is not one new message. It must do no harm when it is repeated.
	send func(context.Context, *handler.Env, chat.Poster, daily.Guild, daily.Post) (chat.Posted, error)
	// refused returns the error of a post whose channel is gone or closed. If it is nil and once is not set, the post
	// is tried again every hour, as long as that can change.
	refused func(context.Context, *handler.Env, chat.Poster, daily.Post, chat.GoneError) error
	once    bool
	// finalized records elsewhere in the archive that a post was made or cancelled.
	finalized func(context.Context, *handler.Env, daily.Post, outcome) error
	// then enters the posts that follow one that was made.
	then func(context.Context, *handler.Env, daily.Post) error
}

// kinds are all kinds of posts in the outbox.
var kinds = map[daily.PostKind]kind{
	daily.DailyPost:      {unwanted: dailyUnwanted, reply: dailyReply, refused: dailyRefused, then: solvedBefore},
	daily.SolversOfDay:   {send: showSolvers, once: true},
	daily.ThreadOfDay:    {unwanted: followUpUnwanted, send: openThread},
	daily.DaySummary:     {unwanted: followUpUnwanted, reply: summaryReply},
	daily.WeekLeaders:    {unwanted: followUpUnwanted, reply: leaders},
	daily.MonthLeaders:   {unwanted: followUpUnwanted, reply: leaders},
	daily.ResultOfGame:   {unwanted: noticeUnwanted, reply: noticeReply},
	daily.SharedResult:   {unwanted: noticeUnwanted, reply: noticeReply, finalized: resultShared},
	daily.EndOfRace:      {unwanted: noticeUnwanted, reply: noticeReply},
	daily.RaceMessage:    {send: showRace, once: true, finalized: raceShown},
	daily.DeletedRace:    {unwanted: dayOld, send: edited(raceDeleted), once: true},
	daily.PartyBoard:     {send: openBoard, once: true, finalized: boardOpened},
	daily.PartyEnd:       {send: endParty, once: true, finalized: partyShown},
	daily.Greeting:       {unwanted: dayOld, reply: greeting, once: true},
	daily.FailureMessage: {unwanted: dayOld, send: tellContact, once: true},

	daily.ReminderMessage: {send: remind, once: true, finalized: reminderRefused},
	daily.DecidedMessage:  {unwanted: dayOld, send: tellDecided, once: true},
}

// edited returns a send function that changes an existing message.
func edited(reply func(context.Context, *handler.Env, daily.Guild, daily.Post) (chat.Reply, error)) func(context.Context, *handler.Env, chat.Poster, daily.Guild, daily.Post) (chat.Posted, error) {
	return func(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
		r, err := reply(ctx, env, guild, post)
		if err == nil {
			err = poster.Edit(ctx, post.ChannelID, post.Target, r)
		}
		return chat.Posted{MessageID: post.Target}, err
	}
}

// dayOld cancels posts that have waited for a day.
func dayOld(_ context.Context, _ *handler.Env, _ daily.Guild, post daily.Post) error {
	if post.Tried.Sub(post.Added) > 24*time.Hour {
		return cancelled("it is too late")
	}
	return nil
}

// ChannelGone ends the daily posts of a guild whose channel for them was deleted, or with the channel "", of a
// guild that has removed the bot. Nothing else is forgotten, so that /schedule can start them again, except the
// boards that several solve in a channel. [Outbox.Sweep] erases all data of a guild that does not come back for
// [people.DepartureGrace]. ChannelGone can be repeated.
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

// Listed records which guilds have removed the bot while it was not connected: guilds of a shard that Discord does not list.
func (o Outbox) Listed(ctx context.Context, shard, count int, guildIDs []string) error {
	gone, err := o.env.Store.GuildsListed(ctx, shard, count, guildIDs)
	if gone > 0 {
		o.env.Config.Log.InfoContext(ctx, "guilds removed the bot while it was not connected", "guilds", gone)
	}
	return err
}

const (
	sweepEvery = time.Hour // between two sweeps of a process
	sweepDays  = 7         // the most days that a sweep rates, between two rounds of posts
)

// Sweep erases the data of guilds that removed the bot long ago, and rates the players of days that are over. Call it
// with each round of posts: it works once an hour. It is safe in many processes at once.
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

// Retry makes the posts that some guilds refused due at once, because something changed there, which
// also shows that they have the bot. It looks at no other guild, and is cheap if nothing was
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

// dailyRefused handles a daily that the network refused: it is tried again, and the contact of the guild
// is informed. A channel that was deleted ends the posts, and so does a guild without the bot, whose
// event was missed. An outage might look the same. So a guild counts as without the bot only if a post was
// refused there before, and first tried an hour earlier: any change there in between makes it due again.
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
		return err // it is tried again
	}
	return notMade{reason: reason, cancel: true}
}
