package outbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// catchUp is how many days late a summary or a leaderboard is still posted, after an outage.
const catchUp = 2

// enterFollowUps enters the posts that follow the dailies, in guilds that want them: a thread below each post, the
// summary of the daily before, the leaderboards of past weeks and months. An error in one guild does not delay the
// others.
func enterFollowUps(ctx context.Context, env *handler.Env, guilds []daily.Guild) (err error) {
	for _, guild := range guilds {
		err = errors.Join(err, enterFollowUpsOf(ctx, env, guild))
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return err
}

// enterFollowUpsOf enters the posts that are due in a guild now.
func enterFollowUpsOf(ctx context.Context, env *handler.Env, guild daily.Guild) error {
	today := guild.Today(env.Config.Now())
	if guild.Rules.HasThread(today) && guild.PostedOn(today) {
		err := enterOnce(env, guild.ID, daily.ThreadOfDay, today, func() (bool, error) { return env.Store.AddThread(ctx, guild.ID, today) })
		if err != nil {
			return err
		}
	}
	if guild.AnnounceResults || !guild.Rules.Threads.IsZero() {
		err := enterOnce(env, guild.ID, daily.DaySummary, today, func() (bool, error) { return enterSummary(ctx, env, guild, today) })
		if err != nil {
			return err
		}
	}
	since := map[daily.PostKind]calendar.Date{daily.WeekLeaders: guild.Rules.Weekly, daily.MonthLeaders: guild.Rules.Monthly}
	for _, kind := range []daily.PostKind{daily.WeekLeaders, daily.MonthLeaders} {
		over := period(kind, period(kind, today).First.AddDays(-1))
		if since[kind].IsZero() || over.Last.Before(since[kind]) || over.Last.AddDays(1+catchUp).Before(today) {
			continue
		}
		err := enterOnce(env, guild.ID, kind, over.First, func() (bool, error) {
			return true, env.Store.AddFollowUp(ctx, guild.ID, kind, over.First, guild.ChannelID)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// period returns the week or the month of a date, according to the kind of leaderboard.
func period(kind daily.PostKind, date calendar.Date) calendar.Days {
	return chat.Periods[string(kind)](date)
}

// enterOnce calls enter until it reports that something is in the outbox. This process remembers
// that, so that it does not ask the database every few seconds. enter may be called more often.
func enterOnce(env *handler.Env, guildID string, kind daily.PostKind, date calendar.Date, enter func() (bool, error)) error {
	key := fmt.Sprint(guildID, " ", kind)
	if last, known := env.Followed.Load(key); known && last == date {
		return nil
	}
	entered, err := enter()
	if err == nil && entered {
		env.Followed.Store(key, date)
	}
	return err
}

// enterSummary enters the summary of the daily before today's: in the thread of today's, where its players are now.
// Without one it goes into its own thread, or into the channel if the guild wants results there. enterSummary reports false
// while today's thread may still be opened.
func enterSummary(ctx context.Context, env *handler.Env, guild daily.Guild, today calendar.Date) (entered bool, err error) {
	post, err := env.Store.PostBefore(ctx, guild.ID, today)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && post.Date.AddDays(1+catchUp).Before(today) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	channel := ""
	if guild.Rules.HasThread(today) && guild.PostedOn(today) && !today.Before(guild.Since) {
		coming := false
		if channel, coming, err = env.Store.ThreadOf(ctx, guild.ID, today); err != nil || coming {
			return false, err
		}
	}
	if channel == "" {
		if channel, _, err = env.Store.ThreadOf(ctx, guild.ID, post.Date); err != nil {
			return false, err
		}
	}
	if channel == "" && guild.AnnounceResults {
		channel = guild.ChannelID
	}
	return true, env.Store.AddFollowUp(ctx, guild.ID, daily.DaySummary, post.Date, channel)
}

// followUpUnwanted cancels a post that was switched off while it waited, or is too late.
func followUpUnwanted(_ context.Context, env *handler.Env, guild daily.Guild, f daily.Post) error {
	today, rules := guild.Today(env.Config.Now()), guild.Rules
	wanted, until := true, f.Date
	switch f.Kind {
	case daily.ThreadOfDay:
		wanted = rules.HasThread(f.Date)
	case daily.DaySummary:
		wanted, until = !rules.Threads.IsZero() || guild.AnnounceResults, f.Date.AddDays(2*catchUp)
	case daily.WeekLeaders:
		wanted, until = !rules.Weekly.IsZero(), period(f.Kind, f.Date).Last.AddDays(1+catchUp)
	case daily.MonthLeaders:
		wanted, until = !rules.Monthly.IsZero(), period(f.Kind, f.Date).Last.AddDays(1+catchUp)
	}
	switch {
	case !guild.Scheduled || !wanted:
		return cancelled("it was switched off")
	case until.Before(today):
		return cancelled("it is too late")
	}
	return nil
}

func openThread(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, f daily.Post) (chat.Posted, error) {
	daily, err := env.DailyOf(ctx, guild, f.Date)
	if err != nil {
		return chat.Posted{}, err
	}
	title := chat.SpeechIn(guild.Language).DailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)
	thread, err := poster.OpenThread(ctx, f.ChannelID, f.Target, title)
	return chat.Posted{MessageID: thread}, err
}

func summaryReply(ctx context.Context, env *handler.Env, guild daily.Guild, f daily.Post) (chat.Reply, error) {
	daily, err := env.DailyOf(ctx, guild, f.Date)
	if err != nil {
		return chat.Reply{}, err
	}
	return Summarized(ctx, env, chat.SpeechIn(guild.Language), daily, mayName(guild))
}

// Send sends a message, and sends it again when the network has asked to wait, since a limited call was
// not carried out. It gives up after [handler.CheckIn].
func Send(ctx context.Context, network chat.Sender, channelID, nonce string, r chat.Reply) (messageID string, err error) {
	ctx, cancel := context.WithTimeout(ctx, handler.CheckIn)
	defer cancel()
	for {
		messageID, err = network.Send(ctx, channelID, nonce, r)
		var limited chat.RateLimitedError
		if !errors.As(err, &limited) {
			return messageID, err
		}
		select {
		case <-ctx.Done():
			return "", err
		case <-time.After(limited.After):
		}
	}
}

// Greet enters the greeting of a guild that has just added the bot, with a button for its admins; channelID is the guild's
// channel for such messages. A guild is greeted once, whichever processes see it join, then or later, and not if it
// is known. If the bot may not write in that channel, it writes nowhere else.
func (o Outbox) Greet(ctx context.Context, guildID, channelID, language string) error {
	return o.env.Store.AddGreeting(ctx, guildID, channelID, language)
}

// greeting returns the one short message to a guild that added the bot.
func greeting(_ context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	s := chat.SpeechIn(post.Language)
	reply := chat.Reply{Quiet: true, Screen: chat.Screen{Body: s.Say("greeting.body", locale.Args{"Daily": chat.Mention("daily"), "Setup": chat.Mention("setup")})}}
	reply.Screen.Rows = chat.Buttons(chat.Button{Label: s.Text("greeting.set-up", nil), Press: chat.Press{Verb: chat.SetUp, Argument: chat.MainPage}})
	return reply.Limited(s), nil
}

// NonceOf returns a nonce of 24 characters, the same for the same words.
func NonceOf(words ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", words))
	return fmt.Sprintf("%x", sum[:12])
}
