package calendar

import (
	"fmt"
	"time"
)

// wallClock is the form of a time of day in a schedule.
const wallClock = "15:04"

// ParseClock reads a time of the day of 24 hours, "09:00" or "9:00", and returns it with
// two digits each, "09:00".
func ParseClock(text string) (at string, err error) {
	t, err := time.Parse(wallClock, text)
	if err != nil {
		return "", fmt.Errorf("%q is not a time of day: want hours and minutes, such as 09:00 or 21:30", text)
	}
	return t.Format(wallClock), nil
}

// DueAt returns when the daily of a nominal date is due: the first instant whose wall clock in the zone is at or
// after that date and time ("09:00"). If clocks skip the time, that is the first instant after the gap; if they show
// it twice, the first of the two. ok is false for a date that the zone skipped altogether (Samoa had no 30 December
// 2011), and for a text that is not a time.
func DueAt(date Date, at string, zone *time.Location) (due time.Time, ok bool) {
	clock, err := time.Parse(wallClock, at)
	if err != nil {
		return time.Time{}, false
	}
	exists := DateOf(firstAt(date, 0, 0, zone)) == date
	return firstAt(date, clock.Hour(), clock.Minute(), zone), exists
}

// firstAt returns the first instant whose wall clock shows a date and time or a later one. It goes through the
// periods between changes of the clock: a comparison of wall clocks, or time.Date, is wrong when clocks jump.
func firstAt(date Date, hour, minute int, zone *time.Location) time.Time {
	wall := time.Date(date.Year, date.Month, date.Day, hour, minute, 0, 0, time.UTC)
	period := wall.Add(-48 * time.Hour).In(zone) // all zones are closer to UTC than that
	for {
		_, offset := period.Zone()
		end := boundAfter(period)
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

// boundAfter returns a time after t until which the clock goes on as at t, zero for ever: the next change of the
// clock, or an end of a year. If the rules of a zone are a formula, as in the zones built into the program, package
// time has every year end after 365 days. So on 31 December of a leap year the bound lies behind
// (go.dev/issue/81583).
func boundAfter(t time.Time) time.Time {
	_, end := t.ZoneBounds()
	if !end.IsZero() && !end.After(t) {
		return t.Truncate(24 * time.Hour).Add(24 * time.Hour) // the end of the year, in UTC
	}
	return end
}
