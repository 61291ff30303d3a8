package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive"
)

// The chapters of /schedule: its options (schedule_options.go), how they change the settings
// (schedule_change.go), what it shows (schedule_show.go), and when dailies are due
// (schedule_time.go). /setup does the same on a screen with buttons.

func scheduleCommand() handler {
	return handler{
		name: "schedule", options: optionsOf(scheduleOptions()), admin: true,
		example: []Given{{"time", "09:00"}, {"zone", "Europe/Berlin"}, {"saturday", "x-wing"}},
		writes:  true, checks: true, answer: (*Bot).setSchedule,
	}
}

// setSchedule changes what is asked, and shows the schedule.
func (b *Bot) setSchedule(ctx context.Context, q query) (Reply, error) {
	guild, err := b.changedSchedule(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	body, err := b.scheduleText(ctx, q, guild)
	if err != nil {
		return Reply{}, err
	}
	return private(q.Text("title.schedule", nil), body), nil
}

// changedSchedule returns the settings after the changes of a request, which it keeps.
func (b *Bot) changedSchedule(ctx context.Context, q query) (archive.Guild, error) {
	before, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil || !q.changesSchedule() {
		return before, err
	}
	searches, err := b.weekdaySearches(ctx, q)
	if err != nil {
		return before, err
	}
	guild, err := b.rescheduled(before, q, searches)
	if err == nil && q.option("post") != "" {
		guild, err = b.withNewest(ctx, q, guild)
	}
	if err != nil {
		return before, err
	}
	return guild, b.saveSchedule(ctx, q, before, guild)
}
