package bot

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

// reportPost writes to whoever set up the posts of a guild that one failed, once for all failures until
// a post arrives again.
func (b *Bot) reportPost(ctx context.Context, poster Poster, post archive.Post, reason PostFailure) {
	b.reportOnce(ctx, poster, post.GuildID, post.Date, func(s speech) Text { return s.failure(post, s.postFailure(reason)) })
}

// reportUnprepared writes to whoever set up the posts of a guild that the archive has no puzzle for one.
func (b *Bot) reportUnprepared(ctx context.Context, poster Poster, guild archive.Guild, err error) {
	if !errors.Is(err, library.ErrNoPuzzle) {
		return // our mistake, or an outage
	}
	date := guild.Newest(b.config.Now())
	b.reportOnce(ctx, poster, guild.ID, date, func(s speech) Text {
		return s.Say("schedule.no-puzzle", locale.Args{
			"Day": s.day(date), "Tier": s.Difficulty(guild.Tier(date)), "Channel": channelPart(guild.ChannelID), "Import": command("import"),
		})
	})
}

// reportOnce sends the contact of a guild a message about the daily of a date, unless they know of
// the failures since the last post. The archive notes it before the message is sent: a message that
// is lost is better than one from each process and at each attempt. /schedule shows what it said.
func (b *Bot) reportOnce(ctx context.Context, poster Poster, guildID string, date calendar.Date, failure func(speech) Text) {
	log := b.config.Log.With("guild", guildID, "date", date)
	contact, first, err := b.store.TellOnce(ctx, guildID, date)
	if err != nil {
		log.Error("a failed daily could not be reported", "error", err)
	}
	if err != nil || !first {
		return
	}
	s := speechIn(contact.Language)
	body := join("\n", failure(s), s.Say("schedule.told", locale.Args{"Channel": channelPart(contact.ChannelID), "Schedule": command("schedule")}))
	if err := poster.Tell(ctx, contact.PlayerID, nonceOf("failed", guildID, date.String()), body.limited(MaxText)); err != nil {
		log.Warn("a failed daily could not be reported", "player", contact.PlayerID, "error", err)
		return
	}
	log.Info("a failed daily is reported", "player", contact.PlayerID)
}
