package outbox

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

// reportUnprepared has whoever set up the posts of a guild learn that the archive has no puzzle for one, once for
// all failures until a post arrives again.
func reportUnprepared(ctx context.Context, env *handler.Env, guild daily.Guild, err error) error {
	if !errors.Is(err, library.ErrNoPuzzle) {
		return nil // our mistake, or an outage
	}
	return env.Store.AddFailure(ctx, guild.ID, guild.Newest(env.Config.Now()))
}

// tellContact writes to whoever set up the posts of a guild that one failed. /schedule shows what it said.
func tellContact(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	contact, err := env.Store.Contact(ctx, guild.ID)
	switch {
	case err != nil:
		return chat.Posted{}, err
	case contact.PlayerID == "":
		return chat.Posted{}, leftOut("nobody set the posts up")
	case post.Attempt > post.Refused+1 && !nonceKnown(env, post): // a message that is lost is better than two
		return chat.Posted{}, leftOut("whether it arrived is not known")
	}
	s := chat.SpeechIn(contact.Language)
	failure, err := failureOn(ctx, env, s, guild, post.Date)
	if err != nil {
		return chat.Posted{}, err
	}
	body := chat.Join("\n", failure, s.Say("schedule.told", locale.Args{"Channel": chat.Channel(contact.ChannelID), "Schedule": chat.Mention("schedule")}))
	return chat.Posted{}, poster.Tell(ctx, contact.PlayerID, post.Nonce(), body.Limited(chat.MaxText))
}

// failureOn says why the daily of a date is not in the channel.
func failureOn(ctx context.Context, env *handler.Env, s chat.Speech, guild daily.Guild, date calendar.Date) (chat.Text, error) {
	post, err := env.Store.Post(ctx, guild.ID, date)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return s.Say("schedule.no-puzzle", locale.Args{
			"Day": s.Day(date), "Tier": s.Difficulty(guild.Tier(date)), "Channel": chat.Channel(guild.ChannelID), "Import": chat.Mention("import"),
		}), nil
	case err == nil && post.State == daily.PostPosted:
		err = leftOut("the daily has arrived")
	}
	return Failure(s, post, s.PostFailure(chat.FailureOf(post.Reason))), err
}

// Failure says that a daily is not in its channel, and whether it still may be.
func Failure(s chat.Speech, p daily.Post, reason chat.Text) chat.Text {
	key := "schedule.failed"
	if p.State == daily.PostDue {
		key = "schedule.refused"
	}
	return s.Say(key, locale.Args{
		"Day": s.Day(p.Date), "Reason": reason, "Schedule": chat.Asking("schedule", chat.Chosen("post", "now")), "Channel": chat.Channel(p.ChannelID),
	})
}
