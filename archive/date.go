package archive

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"time"
	_ "time/tzdata" // the zones of guilds must be known wherever the program runs
)

// Date is a nominal date: a day of a calendar, without a zone and an hour. A guild's
// dailies are numbered and kept by it, whatever the clocks do. The zero value is not a date.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the date that a clock in t's own zone shows.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// ParseDate reads "2006-01-02".
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date: want year-month-day, such as 2026-01-31", text)
	}
	return DateOf(t), nil
}

// String returns "2006-01-02".
func (d Date) String() string { return d.midnight().Format(time.DateOnly) }

// IsZero reports whether d is the zero value.
func (d Date) IsZero() bool { return d == Date{} }

// AddDays returns the date that many days later.
func (d Date) AddDays(days int) Date { return DateOf(d.midnight().AddDate(0, 0, days)) }

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday { return d.midnight().Weekday() }

// Before reports whether d is earlier than e.
func (d Date) Before(e Date) bool { return d.Compare(e) < 0 }

// Compare returns -1, 0 or 1: d is earlier than, the same as or later than e.
func (d Date) Compare(e Date) int {
	return cmp.Or(cmp.Compare(d.Year, e.Year), cmp.Compare(d.Month, e.Month), cmp.Compare(d.Day, e.Day))
}

// Value makes a Date a column of type date; the zero value is null.
func (d Date) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.midnight(), nil
}

// Scan reads a column of type date.
func (d *Date) Scan(column any) error {
	switch column := column.(type) {
	case nil:
		*d = Date{}
	case time.Time:
		*d = DateOf(column)
	default:
		return fmt.Errorf("a column of type %T does not hold a date", column)
	}
	return nil
}

// midnight is in UTC, where every date has one.
func (d Date) midnight() time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// wallClock is the form of Guild.At.
const wallClock = "15:04"

// ParseClock reads a time of the day of 24 hours, "09:00" or "9:00", and returns it in the form
// of Guild.At.
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

// Today returns the nominal date of a guild at a moment: where dailies are posted, of the
// newest that is due, so that yesterday's stays the daily until then; elsewhere, and before
// the first post, of the calendar. So neither a new schedule nor a later hour takes back
// what was posted.
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
	zone, err := LoadZone(g.Zone)
	if err != nil { // saved by a program that knows more zones
		return time.UTC
	}
	return zone
}
