package bot

import (
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// schedule is what a guild's settings say about time, ready for use.
type schedule struct {
	archive.Guild
	zone *time.Location
}

func scheduleOf(guild archive.Guild) (schedule, error) {
	zone, err := loadZone(guild.Zone)
	if err != nil {
		return schedule{}, fmt.Errorf("server %s: %w", guild.ID, err)
	}
	if _, _, err := parseTime(guild.At); err != nil {
		return schedule{}, fmt.Errorf("server %s: %w", guild.ID, err)
	}
	return schedule{guild, zone}, nil
}

// after returns the daily that follows a date, and when it is due.
func (s schedule) after(date archive.Date) (next archive.Date, due time.Time, ok bool) {
	for range 3 { // a zone may skip a date, not several
		date = date.AddDays(1)
		if due, ok := archive.DueAt(date, s.At, s.zone); ok {
			return date, due, true
		}
	}
	return date, due, false
}

// next returns the first daily that is due after a time.
func (s schedule) next(now time.Time) (archive.Date, time.Time) {
	date := archive.DateOf(now.In(s.zone)).AddDays(-1)
	for {
		if due, ok := archive.DueAt(date, s.At, s.zone); ok && due.After(now) {
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
