package archive

import (
	"time"
	_ "time/tzdata" // the zones of guilds must be known wherever the program runs
)

// wallClock is the form of Guild.At.
const wallClock = "15:04"

// DueAt returns when the daily of a nominal date is due: the first instant whose wall
// clock in the zone is at or after that date and time ("09:00"). Where clocks skip the
// time, that is the first instant after the gap; where they show it twice, the first of
// the two. ok is false for a date that the zone skipped altogether (Samoa had no
// 30 December 2011), and for a time that is none.
func DueAt(date Date, at string, zone *time.Location) (due time.Time, ok bool) {
	clock, err := time.Parse(wallClock, at)
	if err != nil {
		return time.Time{}, false
	}
	exists := DateOf(firstAt(date, 0, 0, zone)) == date
	return firstAt(date, clock.Hour(), clock.Minute(), zone), exists
}

// firstAt returns the first instant whose wall clock shows a date and time or a later one.
// It goes through the periods between changes of the clock: a comparison of wall clocks,
// or time.Date, is wrong where they jump.
func firstAt(date Date, hour, minute int, zone *time.Location) time.Time {
	wall := time.Date(date.Year, date.Month, date.Day, hour, minute, 0, 0, time.UTC)
	period := wall.Add(-48 * time.Hour).In(zone) // no zone is that far from UTC
	for {
		_, offset := period.Zone()
		_, end := period.ZoneBounds()
		reached := wall.Add(-time.Duration(offset) * time.Second).In(zone)
		if reached.Before(period) {
			reached = period
		}
		if end.IsZero() || reached.Before(end) {
			return reached
		}
		period = end
	}
}

// Today returns the nominal date of a guild at a moment: where dailies are posted, of the
// newest that is due, so that yesterday's stays the daily until then; elsewhere, and before
// the first post, of the calendar. That keeps a new schedule, or one put off, from taking
// back what is out.
func (g Guild) Today(now time.Time) Date {
	calendar := DateOf(now.In(g.location()))
	if !g.Scheduled {
		return calendar
	}
	if newest := g.Newest(now); !newest.Before(g.Since) {
		return newest
	}
	if eve := g.Since.AddDays(-1); calendar.Before(eve) {
		return eve
	}
	return calendar
}

// Newest returns the date of the daily that was due last at a moment.
func (g Guild) Newest(now time.Time) Date {
	zone := g.location()
	calendar := DateOf(now.In(zone))
	for days := 1; days >= -3; days-- { // a clock put back shows the day before; a zone may skip a date
		date := calendar.AddDays(days)
		if due, ok := DueAt(date, g.At, zone); ok && !due.After(now) {
			return date
		}
	}
	return calendar // no time of day is set
}

func (g Guild) location() *time.Location {
	zone, err := time.LoadLocation(g.Zone)
	if err != nil { // saved by a program that knows more zones
		return time.UTC
	}
	return zone
}
