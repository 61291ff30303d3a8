package admin

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// The chapters of /schedule: its options (schedule_options.go), how they change the settings
// (schedule_change.go), what it shows (schedule_show.go), and when dailies are due
// (below). /setup does the same on a screen with buttons.

// ScheduleCommand is /schedule.
func ScheduleCommand() handler.Handler {
	return handler.Handler{
		Name: "schedule", Options: optionsOf(scheduleOptions()), Admin: true,
		Example: []chat.Given{{Name: "time", Value: "09:00"}, {Name: "zone", Value: "Europe/Berlin"}, {Name: "saturday", Value: "x-wing"}},
		Writes:  true, Checks: true, Answer: setSchedule,
	}
}

// setSchedule changes what is asked, and shows the schedule.
func setSchedule(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	guild, err := changedSchedule(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	body, err := scheduleText(ctx, env, q, guild)
	if err != nil {
		return chat.Reply{}, err
	}
	return chat.Private(q.Text("title.schedule", nil), body), nil
}

// changedSchedule returns the settings after the changes of a request, which it keeps.
func changedSchedule(ctx context.Context, env *handler.Env, q handler.Query) (daily.Guild, error) {
	before, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil || !changesSchedule(q) {
		return before, err
	}
	searches, err := weekdaySearches(ctx, env, q)
	if err != nil {
		return before, err
	}
	guild, err := rescheduled(env, before, q, searches)
	if err == nil && q.Option("post") != "" {
		guild, err = withNewest(ctx, env, q, guild)
	}
	if err != nil {
		return before, err
	}
	return guild, saveSchedule(ctx, env, q, before, guild)
}
