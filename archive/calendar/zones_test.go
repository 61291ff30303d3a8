package calendar_test

import (
	"archive/zip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/calendar/calendartest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestMain(m *testing.M) {
	calendartest.FixZones()
	os.Exit(m.Run())
}

// zones returns the names of all zones that come with Go.
func zones(t *testing.T) []string {
	t.Helper()
	file, err := zip.OpenReader(calendartest.ZonesOfGo())
	if err != nil {
		t.Skip("this Go brings no zones: ", err)
	}
	defer file.Close()
	var names []string
	for _, f := range file.File {
		if !strings.HasSuffix(f.Name, "/") && f.Name != "Factory" {
			names = append(names, f.Name)
		}
	}
	return names
}

// slowDue looks at one instant after the other, every quarter of an hour, as clocks are
// changed on quarters in our time.
func slowDue(zone *time.Location, year int, at string) map[calendar.Date]time.Time {
	clock, _ := time.Parse("15:04", at)
	dues := map[calendar.Date]time.Time{}
	date := calendar.Date{Year: year, Month: time.January, Day: 1}
	exists := false
	for now := time.Date(year-1, time.December, 31, 0, 0, 0, 0, time.UTC); date.Year == year; {
		wall := now.In(zone)
		shown := calendar.DateOf(wall)
		exists = exists || shown == date
		if shown.Before(date) || shown == date && wall.Hour()*60+wall.Minute() < clock.Hour()*60+clock.Minute() {
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
		if testing.Short() && i%3 > 0 {
			continue
		}
		at := []string{"00:00", "02:00", "02:30", "09:00", "23:45"}[i%5]
		compareDues(t, name, 2026, at)
	}
}

// Odd days: Samoa skipped one; Lord Howe changes by half an hour; Nuuk, Beirut, Asunción
// and Havana around midnight; Casablanca for Ramadan. Zones whose rules are a formula have years of 365 days
// in package time.
func TestDueOnOddDays(t *testing.T) {
	for zone, year := range map[string]int{
		"Pacific/Apia": 2011, "Pacific/Fakaofo": 2011, "Australia/Lord_Howe": 2024, "America/Nuuk": 2024,
		"Asia/Beirut": 2024, "America/Asuncion": 2023, "America/Havana": 2024, "Africa/Casablanca": 2024,
		"Asia/Pyongyang": 2018, "America/Caracas": 2016, "Africa/Juba": 2021, "Europe/Berlin": 2028, "America/New_York": 2028, "Pacific/Auckland": 2028,
	} {
		for _, at := range []string{"00:00", "00:15", "02:00", "02:15", "12:00", "23:00", "23:45"} {
			compareDues(t, zone, year, at)
		}
	}
}

func compareDues(t *testing.T, name string, year int, at string) {
	t.Helper()
	zone := sudokutest.Must1(time.LoadLocation(name))
	slow := slowDue(zone, year, at)
	last := time.Time{}
	for date := (calendar.Date{Year: year, Month: time.January, Day: 1}); date.Year == year; date = date.AddDays(1) {
		due, ok := calendar.DueAt(date, at, zone)
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
