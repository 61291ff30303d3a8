package calendar

import (
	"fmt"
	"time"
	_ "time/tzdata" // the zones of guilds must be known wherever the program runs
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

// LoadZone returns the time zone of an IANA name, "Europe/Berlin". It rejects names that mean
// another zone on another machine.
func LoadZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fmt.Errorf("%q is not a time zone: want an IANA name, such as Europe/Berlin or Asia/Taipei", name)
	}
	return zone, nil
}

// DueAt returns when the daily of a nominal date is due: the first instant whose wall
// clock in the zone is at or after that date and time ("09:00"). Where clocks skip the
// time, that is the first instant after the gap; where they show it twice, the first of
// the two. ok is false for a date that the zone skipped altogether (Samoa had no
// 30 December 2011), and for a text that is not a time.
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
	period := wall.Add(-48 * time.Hour).In(zone) // all zones are closer to UTC than that
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
