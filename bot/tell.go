package bot

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

// reportUnprepared has whoever set up the posts of a guild learn that the archive has no puzzle for one, once for
// all failures until a post arrives again.
func (b *Bot) reportUnprepared(ctx context.Context, guild daily.Guild, err error) error {
	if !errors.Is(err, library.ErrNoPuzzle) {
		return nil // our mistake, or an outage
	}
	return b.store.AddFailure(ctx, guild.ID, guild.Newest(b.config.Now()))
}

// tellContact writes to whoever set up the posts of a guild that one failed. /schedule shows what it said.
func (b *Bot) tellContact(ctx context.Context, poster Poster, guild daily.Guild, post daily.Post) (Posted, error) {
	contact, err := b.store.Contact(ctx, guild.ID)
	switch {
	case err != nil:
		return Posted{}, err
	case contact.PlayerID == "":
		return Posted{}, leftOut("nobody set the posts up")
	case post.Attempt > post.Refused+1 && !b.nonceKnown(post): // a message that is lost is better than two
		return Posted{}, leftOut("whether it arrived is not known")
	}
	s := speechIn(contact.Language)
	failure, err := b.failureOn(ctx, s, guild, post.Date)
	if err != nil {
		return Posted{}, err
	}
	body := join("\n", failure, s.Say("schedule.told", locale.Args{"Channel": channelPart(contact.ChannelID), "Schedule": command("schedule")}))
	return Posted{}, poster.Tell(ctx, contact.PlayerID, post.Nonce(), body.limited(MaxText))
}

// failureOn says why the daily of a date is not in the channel.
func (b *Bot) failureOn(ctx context.Context, s speech, guild daily.Guild, date calendar.Date) (Text, error) {
	post, err := b.store.Post(ctx, guild.ID, date)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return s.Say("schedule.no-puzzle", locale.Args{
			"Day": s.day(date), "Tier": s.Difficulty(guild.Tier(date)), "Channel": channelPart(guild.ChannelID), "Import": command("import"),
		}), nil
	case err == nil && post.State == daily.PostPosted:
		err = leftOut("the daily has arrived")
	}
	return s.failure(post, s.postFailure(failureOf(post.Reason))), err
}
