package outbox

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	remindersAtOnce = 500           // reminders that are handled in one step
	remindFor       = 2 * time.Hour // how late a reminder may come, after an outage: later, it might be at night
)

// enterReminders enters messages to the players who are to be reminded now. An error in one guild
// does not delay the others.
func enterReminders(ctx context.Context, env *handler.Env) error {
	for {
		due, err := env.Store.DueReminders(ctx, env.Config.Now(), remindersAtOnce)
		of := map[string][]games.Reminder{}
		for _, r := range due {
			of[r.GuildID] = append(of[r.GuildID], r)
		}
		for guildID, reminders := range of {
			err = errors.Join(err, enterRemindersOf(ctx, env, guildID, reminders))
		}
		if err != nil || len(due) < remindersAtOnce {
			return err
		}
	}
}

// enterRemindersOf enters the reminders of one guild: of players whose streak is at risk.
func enterRemindersOf(ctx context.Context, env *handler.Env, guildID string, reminders []games.Reminder) error {
	s, err := env.Schedule(ctx, guildID)
	if err != nil {
		return err
	}
	var players []string
	for _, r := range reminders {
		players = append(players, r.PlayerID)
	}
	now := env.Config.Now()
	atRisk := map[string]bool{}
	for _, shape := range library.ShapesWithTiers {
		streaks, err := env.Store.AtRisk(ctx, guildID, shape, players, s.Today(now))
		if err != nil {
			return err
		}
		for id := range streaks {
			atRisk[id] = true
		}
	}
	var all []games.Reminding
	for _, r := range reminders {
		next := NextReminder(r, now)
		if next.IsZero() { // the machine no longer has the zone
			next = now.AddDate(0, 0, 1)
		}
		all = append(all, games.Reminding{Reminder: r, Next: next, Send: atRisk[r.PlayerID] && now.Sub(r.Due) < remindFor})
	}
	return env.Store.AddReminders(ctx, guildID, s.Today(now), all)
}

// NextReminder returns when a reminder is due after a time, or the zero time for an unknown zone.
func NextReminder(r games.Reminder, now time.Time) (due time.Time) {
	if zone, err := calendar.LoadZone(r.Zone); err == nil {
		_, due = handler.Schedule{Guild: daily.Guild{At: r.At}, Zone: zone}.Next(now)
	}
	return due
}

// remind writes to a player whose streak still needs the daily of the date.
func remind(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	r, err := env.Store.ReminderOf(ctx, post.Number)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return chat.Posted{}, cancelled("it was switched off")
	case err != nil:
		return chat.Posted{}, err
	case post.Tried.Sub(post.Added) > remindFor:
		return chat.Posted{}, cancelled("it is too late")
	case post.Attempt > post.Refused+1 && !nonceKnown(env, post): // a lost message is better than two
		return chat.Posted{}, cancelled("whether it arrived is not known")
	}
	s, err := handler.ScheduleOf(guild)
	if err != nil {
		return chat.Posted{}, err
	}
	var lines []chat.Text
	for _, shape := range library.ShapesWithTiers {
		streaks, err := env.Store.AtRisk(ctx, guild.ID, shape, []string{r.PlayerID}, post.Date)
		if err != nil {
			return chat.Posted{}, err
		}
		if streak, atRisk := streaks[r.PlayerID]; atRisk && s.Today(env.Config.Now()) == post.Date {
			line, err := reminderLine(ctx, env, s, r, shape, streak, post.Date)
			if err != nil {
				return chat.Posted{}, err
			}
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return chat.Posted{}, cancelled("it is not needed")
	}
	speech := chat.SpeechIn(r.Language)
	reply := chat.Reply{Screen: chat.Screen{Body: chat.Join("\n", lines...), Rows: chat.Buttons(StopButton(speech, r))}}
	return chat.Posted{}, poster.Tell(ctx, r.PlayerID, post.Nonce(), reply.Limited(speech))
}

// reminderLine is the line about the end of a streak without the daily of a date and a shape, with a link to that.
func reminderLine(ctx context.Context, env *handler.Env, schedule handler.Schedule, r games.Reminder, shape sudoku.Shape, streak games.Streak, date calendar.Date) (chat.Text, error) {
	s := chat.SpeechIn(r.Language)
	open := chat.Asking("daily", chat.Chosen("shape", shape.String()))
	post, err := env.Store.Post(ctx, r.GuildID, date)
	switch {
	case err == nil && post.State == daily.PostPosted:
		open = chat.MessageOf(post, s.DailyName(post.Daily.Number, shape))
	case err != nil && !errors.Is(err, postgres.ErrNotFound):
		return nil, err
	case shape == schedule.Shape(date):
		open = chat.Mention("daily")
	}
	_, ends, _ := schedule.After(date)
	key := "reminder.ends"
	if streak.Left > 0 {
		key = "reminder.freeze"
	}
	return s.Say(key, locale.Args{
		"Of": s.Text("streak.of."+shape.String(), nil), "Days": s.Count("span.days", streak.Current, nil),
		"Daily": open, "FromNow": s.FromNow(ends, env.Config.Now()),
	}), nil
}

// StopButton ends a reminder.
func StopButton(s chat.Speech, r games.Reminder) chat.Button {
	return chat.Button{Label: s.Text("button.stop-reminder", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.StopReminder, Argument: strconv.FormatInt(r.ID, 10)}}
}

// reminderRefused ends a reminder whose player takes no direct messages.
func reminderRefused(ctx context.Context, env *handler.Env, post daily.Post, o outcome) error {
	if !o.closed {
		return nil
	}
	return env.Store.RefuseReminder(ctx, post.Number)
}
