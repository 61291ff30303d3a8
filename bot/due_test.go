package bot

import (
	"archive/zip"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// zones returns the names of all zones that come with Go.
func zones(t *testing.T) []string {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("no go command to ask for its zones")
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("no zoneinfo.zip in GOROOT")
	}
	defer archive.Close()
	var names []string
	for _, file := range archive.File {
		if !strings.HasSuffix(file.Name, "/") && file.Name != "Factory" {
			names = append(names, file.Name)
		}
	}
	return names
}

func location(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := loadZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// slowDue looks at one instant after the other, every quarter of an hour, as clocks are
// changed on quarters in our time.
func slowDue(zone *time.Location, year int, at string) map[archive.Date]time.Time {
	hour, minute, _ := parseTime(at)
	dues := map[archive.Date]time.Time{}
	date := archive.Date{Year: year, Month: time.January, Day: 1}
	exists := false
	for now := time.Date(year-1, time.December, 31, 0, 0, 0, 0, time.UTC); date.Year == year; {
		wall := now.In(zone)
		shown := archive.DateOf(wall)
		exists = exists || shown == date
		if shown.Before(date) || shown == date && wall.Hour()*60+wall.Minute() < hour*60+minute {
			now = now.Add(15 * time.Minute)
			continue
		}
		if exists {
			dues[date] = now
		}
		date, exists = date.AddDays(1), false
	}
	return dues
}

// Over all zones and a year, dues are those of the slow search: one for each date.
func TestDueInAllZones(t *testing.T) {
	names := zones(t)
	if len(names) < 550 {
		t.Fatalf("%d zones only", len(names))
	}
	for i, name := range names {
		at := []string{"00:00", "02:00", "02:30", "09:00", "23:45"}[i%5]
		compareDues(t, name, 2026, at)
	}
}

// Odd days: Samoa skipped one; Lord Howe changes by half an hour; Nuuk, Beirut, Asunción
// and Havana around midnight; Casablanca for Ramadan.
func TestDueOnOddDays(t *testing.T) {
	for zone, year := range map[string]int{
		"Pacific/Apia": 2011, "Pacific/Fakaofo": 2011, "Australia/Lord_Howe": 2024, "America/Nuuk": 2024,
		"Asia/Beirut": 2024, "America/Asuncion": 2023, "America/Havana": 2024, "Africa/Casablanca": 2024,
		"Asia/Pyongyang": 2018, "America/Caracas": 2016, "Africa/Juba": 2021,
	} {
		for _, at := range []string{"00:00", "00:15", "02:00", "02:15", "12:00", "23:00", "23:45"} {
			compareDues(t, zone, year, at)
		}
	}
}

func compareDues(t *testing.T, name string, year int, at string) {
	t.Helper()
	zone := location(t, name)
	slow := slowDue(zone, year, at)
	last := time.Time{}
	for date := (archive.Date{Year: year, Month: time.January, Day: 1}); date.Year == year; date = date.AddDays(1) {
		due, ok := archive.DueAt(date, at, zone)
		want, exists := slow[date]
		if ok != exists || ok && !due.Equal(want) {
			t.Fatalf("%s %s %s: due %s, %t; want %s, %t", name, date, at, due, ok, want.In(zone), exists)
		}
		if ok && !due.After(last) {
			t.Fatalf("%s %s %s: not after the day before", name, date, at)
		}
		if ok {
			last = due
		}
	}
}

func TestDueExamples(t *testing.T) {
	for _, want := range []struct{ zone, date, at, due string }{
		{"Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T03:00:00+02:00"},               // skipped by the clock
		{"Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T02:30:00+02:00"},               // the first of two
		{"Pacific/Apia", "2011-12-30", "09:00", "none"},                                     // skipped by the calendar
		{"Pacific/Apia", "2011-12-31", "09:00", "2011-12-31T09:00:00+14:00"},                //
		{"America/Nuuk", "2024-03-30", "23:30", "2024-03-31T00:00:00-01:00"},                // skipped, at midnight
		{"America/St_Johns", "2011-03-13", "00:01", "2011-03-13T01:01:00-02:30"},            // skipped, off the quarters
		{"Europe/Berlin", "2026-03-29", "25:00", "none"}, {"UTC", "2026-03-29", "", "none"}, // no times
	} {
		date, err := archive.ParseDate(want.date)
		if err != nil {
			t.Fatal(err)
		}
		got := "none"
		if due, ok := archive.DueAt(date, want.at, location(t, want.zone)); ok {
			got = due.Format(time.RFC3339)
		}
		if got != want.due {
			t.Errorf("%s %s %s: due %s, want %s", want.zone, want.date, want.at, got, want.due)
		}
	}
}

// Where dailies are posted, yesterday's is the daily until today's is due.
func TestToday(t *testing.T) {
	server := archive.NewServer("7")
	server.Zone, server.At = "Asia/Tokyo", "09:00"
	for _, want := range []struct {
		now       string
		scheduled bool
		today     string
	}{
		{"2026-03-05T08:59:59+09:00", false, "2026-03-05"},
		{"2026-03-05T08:59:59+09:00", true, "2026-03-04"},
		{"2026-03-05T09:00:00+09:00", true, "2026-03-05"},
		{"2026-03-04T23:59:59Z", true, "2026-03-04"},
		{"2026-03-05T00:00:00Z", true, "2026-03-05"},
	} {
		server.Scheduled = want.scheduled
		s, err := scheduleOf(server)
		if err != nil {
			t.Fatal(err)
		}
		now, err := time.Parse(time.RFC3339, want.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Today(now).String(); got != want.today {
			t.Errorf("%s, scheduled %t: %s, want %s", want.now, want.scheduled, got, want.today)
		}
	}
}

// At any time in any zone, today's is due, the next is not, and nothing lies between.
func TestTodayAndNext(t *testing.T) {
	for i, name := range zones(t) {
		s, err := scheduleOf(archive.Server{ID: "7", At: []string{"00:00", "02:30", "23:45"}[i%3], Zone: name, Scheduled: true})
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
