package bot

import (
	"fmt"
	"time"
	_ "time/tzdata" // the zones of servers must be known wherever the bot runs

	"github.com/gridkeeper/gridkeeper/archive"
)

// DueAt returns when the daily of a nominal date is due: the first instant whose wall
// clock in the zone is at or after that date and time ("09:00"). Where clocks skip the
// time, that is the first instant after the gap; where they show it twice, the first of
// the two. ok is false for a date that the zone skipped altogether (Samoa had no
// 30 December 2011), and for a time that is none.
func DueAt(date archive.Date, at string, zone *time.Location) (due time.Time, ok bool) {
	hour, minute, err := parseTime(at)
	if err != nil {
		return time.Time{}, false
	}
	exists := archive.DateOf(firstAt(date, 0, 0, zone)) == date
	return firstAt(date, hour, minute, zone), exists
}

// firstAt returns the first instant whose wall clock shows a date and time or a later one.
// It goes through the periods between changes of the clock: a comparison of wall clocks,
// or time.Date, is wrong where they jump.
func firstAt(date archive.Date, hour, minute int, zone *time.Location) time.Time {
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

// schedule is what a server's settings say about time, ready for use.
type schedule struct {
	archive.Server
	zone *time.Location
}

func scheduleOf(server archive.Server) (schedule, error) {
	zone, err := loadZone(server.Zone)
	if err != nil {
		return schedule{}, fmt.Errorf("server %s: %w", server.ID, err)
	}
	if _, _, err := parseTime(server.At); err != nil {
		return schedule{}, fmt.Errorf("server %s: %w", server.ID, err)
	}
	return schedule{server, zone}, nil
}

// today returns the nominal date: where dailies are posted, of the newest that is due, so
// that yesterday's stays the daily until then; elsewhere, and before the first post, of the
// calendar. That keeps a new schedule, or one put off, from taking back what is out.
func (s schedule) today(now time.Time) archive.Date {
	calendar := archive.DateOf(now.In(s.zone))
	if !s.Scheduled {
		return calendar
	}
	if newest := s.newest(now); !newest.Before(s.Since) {
		return newest
	}
	if eve := s.Since.AddDays(-1); calendar.Before(eve) {
		return eve
	}
	return calendar
}

// newest returns the date of the daily that was due last.
func (s schedule) newest(now time.Time) archive.Date {
	date := archive.DateOf(now.In(s.zone)).AddDays(1)
	for {
		if due, ok := DueAt(date, s.At, s.zone); ok && !due.After(now) {
			return date
		}
		date = date.AddDays(-1)
	}
}

// after returns the daily that follows a date, and when it is due.
func (s schedule) after(date archive.Date) (next archive.Date, due time.Time, ok bool) {
	for range 3 { // a zone may skip a date, not several
		date = date.AddDays(1)
		if due, ok := DueAt(date, s.At, s.zone); ok {
			return date, due, true
		}
	}
	return date, due, false
}

// next returns the first daily that is due after a time.
func (s schedule) next(now time.Time) (archive.Date, time.Time) {
	date := archive.DateOf(now.In(s.zone)).AddDays(-1)
	for {
		if due, ok := DueAt(date, s.At, s.zone); ok && due.After(now) {
			return date, due
		}
		date = date.AddDays(1)
	}
}

// parseTime reads a time of the day of 24 hours: "09:00", "9:00".
func parseTime(text string) (hour, minute int, err error) {
	t, err := time.Parse("15:04", text)
	if err != nil {
		return 0, 0, fmt.Errorf("%q is no time of the day: want hours and minutes, 00:00 to 23:59, such as 09:00", text)
	}
	return t.Hour(), t.Minute(), nil
}

func loadZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fmt.Errorf("unknown time zone %q: want an IANA name with its capitals, such as Europe/Berlin, Asia/Taipei or UTC", name)
	}
	return zone, nil
}
