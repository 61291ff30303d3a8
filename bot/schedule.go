package bot

import (
	"context"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/calendar"
)

// The chapters of /schedule: its options (schedule_options.go), how they change the settings
// (schedule_change.go), what it shows (schedule_show.go), and when dailies are due
// (below). /setup does the same on a screen with buttons.

func scheduleCommand() handler {
	return handler{
		name: "schedule", options: optionsOf(scheduleOptions()), admin: true,
		example: []Given{{Name: "time", Value: "09:00"}, {Name: "zone", Value: "Europe/Berlin"}, {Name: "saturday", Value: "x-wing"}},
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
func (b *Bot) changedSchedule(ctx context.Context, q query) (daily.Guild, error) {
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

// weekdays lists the days of the week, from Monday.
func weekdays() []time.Weekday {
	var days []time.Weekday
	for day := range time.Saturday + 1 {
		days = append(days, (time.Monday+day)%7)
	}
	return days
}

// schedule is what a guild's settings say about time, ready for use.
type schedule struct {
	daily.Guild
	zone *time.Location
}

func scheduleOf(guild daily.Guild) (schedule, error) {
	zone, err := calendar.LoadZone(guild.Zone)
	if err != nil {
		return schedule{}, fmt.Errorf("guild %s: %w", guild.ID, err)
	}
	if _, err := calendar.ParseClock(guild.At); err != nil {
		return schedule{}, fmt.Errorf("guild %s: %w", guild.ID, err)
	}
	return schedule{guild, zone}, nil
}

// after returns the daily that follows a date, and when it is due.
func (s schedule) after(date calendar.Date) (next calendar.Date, due time.Time, ok bool) {
	for range 3 { // a zone may skip a date, not several
		date = date.AddDays(1)
		if due, ok := calendar.DueAt(date, s.At, s.zone); ok {
			return date, due, true
		}
	}
	return date, due, false
}

// next returns the first daily that is due after a time.
func (s schedule) next(now time.Time) (date calendar.Date, due time.Time) {
	date = calendar.DateOf(now.In(s.zone)).AddDays(-1)
	for range 5 { // a zone may skip a date, not several
		if due, ok := calendar.DueAt(date, s.At, s.zone); ok && due.After(now) {
			return date, due
		}
		date = date.AddDays(1)
	}
	return date, due
}

// nextPosted returns the dailies that are posted after a date, each with when it is due: at most so
// many, and fewer where no weekday has one.
func (s schedule) nextPosted(after calendar.Date, most int) (coming []upcoming) {
	for range 7 * most {
		date, due, ok := s.after(after)
		if !ok || len(coming) == most {
			break
		}
		if after = date; s.PostedOn(date) && !date.Before(s.Since) {
			coming = append(coming, upcoming{date, due})
		}
	}
	return coming
}

// upcoming is a daily that is to be posted.
type upcoming struct {
	date calendar.Date
	due  time.Time
}

// schedule returns a guild's settings.
func (b *Bot) schedule(ctx context.Context, id string) (schedule, error) {
	guild, err := b.store.Guild(ctx, id)
	if err != nil {
		return schedule{}, err
	}
	return scheduleOf(guild)
}

// firstAfter returns the first date that is posted when this schedule follows another. A
// start does not post what was due before it; a change goes on with the dates, and where
// its clock is behind it repeats none.
func (s schedule) firstAfter(was daily.Guild, now time.Time) calendar.Date {
	before, err := scheduleOf(was)
	if err != nil || !before.Scheduled {
		first, _ := s.next(now)
		return first
	}
	posted := before.Newest(now)
	if posted.Before(before.Since) || !s.Newest(now).Before(posted) {
		return before.Since
	}
	return posted.AddDays(1)
}
