package archive_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/daily"
)

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
		guild := daily.NewGuild("42")
		guild.At = c.at
		if c.zone != "" {
			guild.Zone, guild.Since, guild.Scheduled = c.zone, date(c.since), true
		}
		if got := guild.Today(at(c.now)); got != date(c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
