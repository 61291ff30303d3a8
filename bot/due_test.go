package bot

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// oddZones change their clocks at midnight, by half an hour, at a date of the moon, in the
// southern summer, or not at all.
var oddZones = []string{
	"UTC", "Europe/Berlin", "America/Nuuk", "America/Havana", "America/St_Johns", "America/Santiago",
	"Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Apia", "Pacific/Kiritimati", "Asia/Beirut",
}

// At any time, today's is due, the next is not, and nothing lies between.
func TestTodayAndNext(t *testing.T) {
	for i, name := range oddZones {
		s, err := scheduleOf(archive.Guild{ID: "7", At: []string{"00:00", "02:30", "23:45"}[i%3], Zone: name, Scheduled: true})
		if err != nil {
			t.Fatal(err)
		}
		for now := time.Date(2026, 1, 1, 0, 7, 0, 0, time.UTC); now.Year() == 2026; now = now.Add(53 * time.Hour) {
			today := s.Today(now)
			next, due := s.next(now)
			after, afterDue, ok := s.after(today)
			if !ok || next != after || !due.Equal(afterDue) || !due.After(now) {
				t.Fatalf("%s %s: today %s, next %s due %s, but after today comes %s", name, now, today, next, due, after)
			}
		}
	}
}

func TestBadZones(t *testing.T) {
	for _, name := range []string{"", "Local", "Berlin", "europe/berlin", "../UTC", "Mars/Olympus", "UTC\x00"} {
		if zone, err := loadZone(name); err == nil {
			t.Errorf("%q is zone %s, want an error", name, zone)
		}
	}
}
