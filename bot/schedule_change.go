package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/locale"
)

// changesSchedule reports whether a request sets anything.
func (q query) changesSchedule() bool {
	for _, o := range scheduleOptions() {
		if _, given := q.Options[o.Name]; given {
			return true
		}
	}
	return false
}

// rescheduled returns the settings with the options of a request, checked in the order in which
// the command lists them.
func (b *Bot) rescheduled(guild daily.Guild, q query, searches map[string]library.SavedSearch) (daily.Guild, error) {
	before := guild
	for _, o := range scheduleOptions() {
		if saved, ok := searches[o.Name]; ok {
			setSearch(&guild, o.Name, saved)
		} else if text, given := q.Options[o.Name]; given {
			if err := o.set(q, &guild, text); err != nil {
				return guild, q.aboutOption(o.Name, err)
			}
		}
	}
	if guild.Scheduled = guild.Scheduled || q.startsByChannel(); !guild.Scheduled {
		return guild, nil
	}
	if guild.ChannelID == "" {
		return guild, refuse("refusal.no-channel", locale.Args{"Schedule": asking("schedule", Given{"channel", anyName, ChannelOption})})
	}
	s, err := scheduleOf(guild)
	if err != nil {
		return guild, err
	}
	guild.Since = s.firstAfter(before, b.config.Now())
	if guild.Since.Before(guild.First) { // a zone further west
		guild.Since = guild.First
	}
	// A day that is switched on after its hour waits for the next of its weekday, as a start does.
	if newest := s.Newest(b.config.Now()); !before.PostedOn(newest) && !newest.Before(guild.Since) {
		guild.Since = newest.AddDays(1)
	}
	return guild, nil
}

// startsByChannel reports whether a channel is all that was needed for the posts to start. On the
// screen of /setup there is a button for that.
func (q query) startsByChannel() bool {
	return q.option("channel") != "" && q.option("posts") == "" && q.Command != setupScreen
}

// aboutOption names the option that an error is about, where its words do not.
func (q query) aboutOption(name string, err error) error {
	text, ok := q.Error(err)
	if !ok {
		return err
	}
	return refuse("refusal.option", locale.Args{"Option": q.optionLabel(name), "Reason": text})
}

// saveSchedule keeps a schedule whose channel can be posted in, and whom the bot writes to if that
// changes. All that may be refused comes before anything is kept, since a refusal is an answer that
// is kept too.
func (b *Bot) saveSchedule(ctx context.Context, q query, before, guild daily.Guild) error {
	if guild.Scheduled {
		if err := q.checked.accept(q.speech, guild.ChannelID); err != nil {
			return err
		}
	}
	if err := b.store.SaveGuild(ctx, guild); err != nil {
		return err
	}
	if err := b.noteSchedule(ctx, q, before, guild); err != nil {
		return err
	}
	moved, err := b.movesPost(ctx, before, guild)
	if err != nil {
		return err
	}
	if moved || q.option("post") != "" { // what is not in the outbox yet, the next round of posts enters
		if _, err := b.store.RetryPost(ctx, guild.ID, guild.Newest(b.config.Now()), guild.ChannelID); err != nil {
			return err
		}
	}
	known, err := b.store.Contact(ctx, guild.ID)
	if err != nil || !q.setsUpPosts() && known.PlayerID != "" {
		return err
	}
	return b.store.SetContact(ctx, guild.ID, daily.Contact{
		PlayerID: q.Player.ID, ChannelID: q.Place.ChannelID, Language: q.Language,
	})
}

// movesPost reports whether a post that was refused goes along as the guild gets another channel.
func (b *Bot) movesPost(ctx context.Context, before, guild daily.Guild) (bool, error) {
	if !guild.Scheduled || guild.ChannelID == before.ChannelID {
		return false, nil
	}
	last, err := b.store.LastPost(ctx, guild.ID)
	if errors.Is(err, postgres.ErrNotFound) {
		return false, nil
	}
	return last.State == daily.PostDue && last.Refused > 0 && last.Date == guild.Newest(b.config.Now()), err
}

// noteSchedule notes who changed the schedule of a guild, and which options they gave.
func (b *Bot) noteSchedule(ctx context.Context, q query, before, guild daily.Guild) error {
	if guild == before && q.option("post") == "" {
		return nil
	}
	var given []string
	for _, o := range scheduleOptions() {
		if text := q.option(o.Name); text != "" {
			given = append(given, o.Name+"="+oneLine(text))
		}
	}
	return b.store.NoteChange(ctx, library.Change{
		By: people.Signature(q.player(q.Player).Text, q.Player.ID), GuildID: guild.ID, Action: library.ChangedSchedule,
		Subject: "schedule", Detail: strings.Join(given, " "),
	})
}

// withNewest returns the settings under which the newest daily is posted too, as an admin asks who
// starts the posts later than it was due, or for whom it failed. It refuses one that is posted.
func (b *Bot) withNewest(ctx context.Context, q query, guild daily.Guild) (daily.Guild, error) {
	date := guild.Newest(b.config.Now())
	last, err := b.store.LastPost(ctx, guild.ID)
	switch {
	case err != nil && !errors.Is(err, postgres.ErrNotFound):
		return guild, err
	case last.Date == date && last.State == daily.PostPosted:
		return guild, refuse("refusal.posted", locale.Args{"Date": date.String()})
	case !guild.Scheduled || date.Before(guild.First) || date.Before(last.Date):
		return guild, refuse("refusal.nothing-due", locale.Args{"Schedule": command("schedule")})
	case !guild.PostedOn(date):
		return guild, refuse("refusal.day-off", locale.Args{"Day": q.day(date), "Schedule": command("schedule")})
	case date.Before(guild.Since):
		guild.Since = date
	}
	return guild, nil
}
