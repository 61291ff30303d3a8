package outbox

import (
	"context"
	"errors"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// tellContact informs the contact of a guild that a daily failed. /schedule shows the same text.
func tellContact(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	contact, err := env.Store.Contact(ctx, guild.ID)
	switch {
	case err != nil:
		return chat.Posted{}, err
	case contact.PlayerID == "":
		return chat.Posted{}, cancelled("the guild has no contact")
	case post.Attempt > post.Refused+1 && !nonceKnown(env, post): // a lost message is better than two
		return chat.Posted{}, cancelled("whether it arrived is not known")
	}
	s := chat.SpeechIn(contact.Language)
	failure, err := failureOn(ctx, env, s, guild, post.Date)
	if err != nil {
		return chat.Posted{}, err
	}
	body := chat.Join("\n", failure, s.Say("schedule.told", locale.Args{"Channel": chat.Channel(contact.ChannelID), "Schedule": chat.Mention("schedule")}))
	return chat.Posted{}, poster.Tell(ctx, contact.PlayerID, post.Nonce(), chat.Reply{Screen: chat.Screen{Body: body}}.Limited(s))
}

// failureOn returns why the daily of a date is not in the channel.
func failureOn(ctx context.Context, env *handler.Env, s chat.Speech, guild daily.Guild, date calendar.Date) (chat.Text, error) {
	post, err := env.Store.Post(ctx, guild.ID, date)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		shortages, err := env.Store.Shortages(ctx, guild)
		if text := NotPosted(s, guild, date, shortages); text != nil || err != nil {
			return text, err
		}
		return nil, cancelled("the archive has puzzles again")
	case err == nil && post.State == daily.PostPosted:
		err = cancelled("the daily has arrived")
	}
	return Failure(s, post, s.PostFailure(chat.FailureOf(post.Reason))), err
}

// Failure returns the message that a daily is not in its channel, and whether it still may be.
func Failure(s chat.Speech, p daily.Post, reason chat.Text) chat.Text {
	key := "schedule.failed"
	if p.State == daily.PostDue {
		key = "schedule.refused"
	}
	return s.Say(key, locale.Args{
		"Day": s.Day(p.Date), "Reason": reason, "Schedule": chat.Asking("schedule", chat.Chosen("post", "now")), "Channel": chat.Channel(p.ChannelID),
	})
}

// Shortages names the weekdays without a post, or with another puzzle than asked for, with the reason and the remedy.
func Shortages(s chat.Speech, guild daily.Guild, shortages []daily.Shortage) (lines []chat.Text) {
	var fix chat.Text
	for _, h := range shortages {
		var days []string
		for _, day := range h.Days {
			days = append(days, s.WeekdayInFull(day))
		}
		args := locale.Args{"Days": s.List(days), "Search": h.Search, "Tier": s.Difficulty(h.Tier), "Reason": shortageReason(s, h)}
		switch {
		case h.Beside:
			key := "shortage.beside"
			if !library.HasTiers(h.Shape) { // of which one stands beside each daily
				key = "shortage.beside-all"
			}
			args["Shape"] = s.Shape(h.Shape)
			lines = append(lines, s.Say(key, args))
		case h.NoPost:
			lines, fix = append(lines, s.Say("shortage.days", args)), shortageFix(s, guild, h)
		default:
			lines = append(lines, s.Say("shortage.instead", args))
		}
	}
	if fix != nil {
		lines = append(lines, fix)
	}
	return lines
}

// NotPosted returns the message that the daily of a date is not in its channel for want of a puzzle; nil if there is one.
func NotPosted(s chat.Speech, guild daily.Guild, date calendar.Date, shortages []daily.Shortage) chat.Text {
	for _, h := range shortages {
		if h.NoPost && slices.Contains(h.Days, date.Weekday()) {
			return chat.Join("\n", s.Say("shortage.date", locale.Args{
				"Day": s.Day(date), "Channel": chat.Channel(guild.ChannelID), "Reason": shortageReason(s, h),
			}), shortageFix(s, guild, h))
		}
	}
	return nil
}

// shortageReason names the missing puzzles.
func shortageReason(s chat.Speech, h daily.Shortage) chat.Text {
	key := "shortage.none"
	if h.Chosen {
		key = "shortage.chosen"
	}
	kind := s.Shape(h.Shape)
	if library.HasTiers(h.Shape) {
		kind = s.Text("shortage.kind."+h.Shape.String(), locale.Args{"Tier": s.Difficulty(h.Tier)})
	}
	reason := s.Say(key, locale.Args{"Kind": kind})
	if h.Search != "" {
		reason = s.Say("shortage.search", locale.Args{"Search": h.Search, "Reason": reason})
	}
	return reason
}

// shortageFix returns the advice to an admin.
func shortageFix(s chat.Speech, guild daily.Guild, h daily.Shortage) chat.Text {
	switch {
	case guild.Rules.Global:
		return s.Say("shortage.fix-global", locale.Args{"Schedule": chat.Asking("schedule", chat.Chosen("global", "off"))})
	case h.Chosen:
		return s.Say("shortage.fix-chosen", locale.Args{"Schedule": chat.Mention("schedule"), "Collections": chat.Mention("collections")})
	}
	return s.Say("shortage.fix", locale.Args{"Schedule": chat.Mention("schedule"), "Import": chat.Mention("import")})
}
