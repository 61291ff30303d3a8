package archive_test

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

func TestDate(t *testing.T) {
	d := date("2026-12-31")
	if got := d.AddDays(1).String(); got != "2027-01-01" {
		t.Errorf("the day after %s is %s", d, got)
	}
	if d.Weekday() != time.Thursday {
		t.Errorf("%s is a %s", d, d.Weekday())
	}
	if !d.Before(d.AddDays(1)) || d.Before(d) || d.AddDays(1).Before(d) {
		t.Error("the order of dates is wrong")
	}
	zone := time.FixedZone("east", 14*60*60)
	if got := archive.DateOf(time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC).In(zone)).String(); got != "2027-01-01" {
		t.Errorf("the date in its own zone is %s, want the one its clock shows", got)
	}
	for _, text := range []string{"", "today", "2026-02-30", "31.12.2026", "2026-1-1"} {
		if got, err := archive.ParseDate(text); err == nil {
			t.Errorf("ParseDate(%q) = %s, want an error", text, got)
		}
	}
}

func TestDueAt(t *testing.T) {
	for _, c := range []struct{ zone, date, at, due string }{
		{"Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T03:00:00+02:00"},    // skipped by the clock
		{"Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T02:30:00+02:00"},    // the first of two
		{"America/Nuuk", "2024-03-30", "23:30", "2024-03-31T00:00:00-01:00"},     // skipped, at midnight
		{"Pacific/Apia", "2011-12-30", "09:00", "none"},                          // skipped by the calendar
		{"Pacific/Apia", "2011-12-31", "09:00", "2011-12-31T09:00:00+14:00"},     // the day after that
		{"America/St_Johns", "2011-03-13", "00:01", "2011-03-13T01:01:00-02:30"}, // skipped, off the quarters
		{"UTC", "2026-03-01", "noon", "none"}, {"UTC", "2026-03-01", "", "none"}, {"UTC", "2026-03-01", "25:00", "none"},
	} {
		got := "none"
		if due, ok := archive.DueAt(date(c.date), c.at, must1(time.LoadLocation(c.zone))); ok {
			got = due.Format(time.RFC3339)
		}
		if got != c.due {
			t.Errorf("%s %s in %s is due %s, want %s", c.date, c.at, c.zone, got, c.due)
		}
	}
}

func TestToday(t *testing.T) {
	for _, c := range []struct {
		name  string
		zone  string // of a schedule; "": there is none
		at    string
		since string
		now   string // in UTC
		want  string
	}{
		{"no schedule: the calendar", "", "09:00", "", "2026-03-05 08:59", "2026-03-05"},
		{"before it is due", "UTC", "09:00", "2026-01-01", "2026-03-05 08:59", "2026-03-04"},
		{"due now", "UTC", "09:00", "2026-01-01", "2026-03-05 09:00", "2026-03-05"},
		{"the zone counts", "Asia/Taipei", "09:00", "2026-01-01", "2026-03-05 00:59", "2026-03-04"},
		{"the first 02:30 of two", "Europe/Berlin", "02:30", "2026-01-01", "2026-10-25 00:30", "2026-10-25"},
		{"02:10 again, after it", "Europe/Berlin", "02:30", "2026-01-01", "2026-10-25 01:10", "2026-10-25"},
		{"the day before a date that was skipped", "Pacific/Apia", "09:00", "2011-01-01", "2011-12-30 18:00", "2011-12-29"},
		{"before the first post: the calendar", "UTC", "09:00", "2026-03-06", "2026-03-05 08:00", "2026-03-05"},
		{"the first post is put off", "UTC", "23:00", "2026-03-06", "2026-03-06 22:00", "2026-03-06"},
		{"no time of day", "UTC", "", "2026-01-01", "2026-03-05 08:00", "2026-03-05"},
	} {
		guild := archive.NewGuild("42")
		guild.At = c.at
		if c.zone != "" {
			guild.Zone, guild.Since, guild.Scheduled = c.zone, date(c.since), true
		}
		if got := guild.Today(at(c.now)); got != date(c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
