package admin

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// changesSchedule reports whether a request sets anything.
func changesSchedule(q handler.Query) bool {
	for _, o := range scheduleOptions() {
		if _, given := q.Options[o.Name]; given {
			return true
		}
	}
	return false
}

// rescheduled returns the settings with the options of a request, checked in the order in which
// the command lists them.
func rescheduled(env *handler.Env, guild daily.Guild, q handler.Query, searches map[string]search.Saved) (daily.Guild, error) {
	before := guild
	for _, o := range scheduleOptions() {
		if saved, ok := searches[o.Name]; ok {
			setSearch(&guild, o.Name, saved)
		} else if text, given := q.Options[o.Name]; given {
			if err := o.set(q, &guild, text); err != nil {
				return guild, aboutOption(q, o.Name, err)
			}
		}
	}
	if guild.Scheduled = guild.Scheduled || startsByChannel(q); !guild.Scheduled {
		return guild, nil
	}
	if guild.ChannelID == "" {
		return guild, chat.Refuse("refusal.no-channel", locale.Args{"Schedule": chat.Asking("schedule", chat.Given{Name: "channel", Value: chat.AnyName, Kind: chat.ChannelOption})})
	}
	s, err := handler.ScheduleOf(guild)
	if err != nil {
		return guild, err
	}
	guild.Since = s.FirstAfter(before, env.Config.Now())
	if guild.Since.Before(guild.First) { // a zone further west
		guild.Since = guild.First
	}
	// A day that is switched on after its hour waits for the next of its weekday, as a start does.
	if newest := s.Newest(env.Config.Now()); !before.PostedOn(newest) && !newest.Before(guild.Since) {
		guild.Since = newest.AddDays(1)
	}
	return guild, nil
}

// startsByChannel reports whether a channel is all that was needed for the posts to start. On the
// screen of /setup there is a button for that.
func startsByChannel(q handler.Query) bool {
	return q.Option("channel") != "" && q.Option("posts") == "" && q.Command != setupScreen
}

// aboutOption names the option that an error is about, where its words do not.
func aboutOption(q handler.Query, name string, err error) error {
	text, ok := q.Error(err)
	if !ok {
		return err
	}
	return chat.Refuse("refusal.option", locale.Args{"Option": q.OptionLabel(name), "Reason": text})
}

// saveSchedule keeps a schedule whose channel can be posted in, and whom the bot writes to if that
// changes.
func saveSchedule(ctx context.Context, env *handler.Env, q handler.Query, before, guild daily.Guild) error {
	if guild.Scheduled {
		if err := q.Checked.Accept(q.Speech, guild.ChannelID); err != nil {
			return err
		}
	}
	if err := env.Store.SaveGuild(ctx, guild); err != nil {
		return err
	}
	if err := noteSchedule(ctx, env, q, before, guild); err != nil {
		return err
	}
	moved, err := movesPost(ctx, env, before, guild)
	if err != nil {
		return err
	}
	if moved || q.Option("post") != "" { // what is not in the outbox yet, the next round of posts enters
		if _, err := env.Store.RetryPost(ctx, guild.ID, guild.Newest(env.Config.Now()), guild.ChannelID); err != nil {
			return err
		}
	}
	known, err := env.Store.Contact(ctx, guild.ID)
	if err != nil || !setsUpPosts(q) && known.PlayerID != "" {
		return err
	}
	return env.Store.SetContact(ctx, guild.ID, daily.Contact{
		PlayerID: q.Player.ID, ChannelID: q.Place.ChannelID, Language: q.Language,
	})
}

// movesPost reports whether a post that was refused goes along as the guild gets another channel.
func movesPost(ctx context.Context, env *handler.Env, before, guild daily.Guild) (bool, error) {
	if !guild.Scheduled || guild.ChannelID == before.ChannelID {
		return false, nil
	}
	last, err := env.Store.LastPost(ctx, guild.ID)
	if errors.Is(err, postgres.ErrNotFound) {
		return false, nil
	}
	return last.State == daily.PostDue && last.Refused > 0 && last.Date == guild.Newest(env.Config.Now()), err
}

// noteSchedule notes who changed the schedule of a guild, and which options they gave.
func noteSchedule(ctx context.Context, env *handler.Env, q handler.Query, before, guild daily.Guild) error {
	if guild == before && q.Option("post") == "" {
		return nil
	}
	var given []string
	for _, o := range scheduleOptions() {
		if text := q.Option(o.Name); text != "" {
			given = append(given, o.Name+"="+chat.OneLine(text))
		}
	}
	return env.Store.NoteChange(ctx, library.Change{
		By: people.Signature(q.PlayerPart(q.Player).Text, q.Player.ID), GuildID: guild.ID, Action: library.ChangedSchedule,
		Subject: "schedule", Detail: strings.Join(given, " "),
	})
}

// withNewest returns the settings under which the newest daily is posted too, as an admin asks who
// starts the posts later than it was due, or for whom it failed. It refuses one that is posted.
func withNewest(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (daily.Guild, error) {
	date := guild.Newest(env.Config.Now())
	last, err := env.Store.LastPost(ctx, guild.ID)
	switch {
	case err != nil && !errors.Is(err, postgres.ErrNotFound):
		return guild, err
	case last.Date == date && last.State == daily.PostPosted:
		return guild, chat.Refuse("refusal.posted", locale.Args{"Date": date.String()})
	case !guild.Scheduled || date.Before(guild.First) || date.Before(last.Date):
		return guild, chat.Refuse("refusal.nothing-due", locale.Args{"Schedule": chat.Mention("schedule")})
	case !guild.PostedOn(date):
		return guild, chat.Refuse("refusal.day-off", locale.Args{"Day": q.Day(date), "Schedule": chat.Mention("schedule")})
	case date.Before(guild.Since):
		guild.Since = date
	}
	return guild, nil
}
