package calendar_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

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
	if got := calendar.DateOf(time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC).In(zone)).String(); got != "2027-01-01" {
		t.Errorf("the date in its own zone is %s, want the one its clock shows", got)
	}
	for _, text := range []string{"", "today", "2026-02-30", "31.12.2026", "2026-1-1"} {
		if got, err := calendar.ParseDate(text); err == nil {
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
		if due, ok := calendar.DueAt(date(c.date), c.at, sudokutest.Must1(time.LoadLocation(c.zone))); ok {
			got = due.Format(time.RFC3339)
		}
		if got != c.due {
			t.Errorf("%s %s in %s is due %s, want %s", c.date, c.at, c.zone, got, c.due)
		}
	}
}

func TestDays(t *testing.T) {
	for _, c := range []struct {
		of         func(calendar.Date) calendar.Days
		date, want string
	}{
		{calendar.WeekOf, "2026-03-02", "2026-03-02 2026-03-08"}, // a Monday
		{calendar.WeekOf, "2026-03-08", "2026-03-02 2026-03-08"}, // a Sunday
		{calendar.WeekOf, "2026-01-01", "2025-12-29 2026-01-04"},
		{calendar.MonthOf, "2026-02-28", "2026-02-01 2026-02-28"},
		{calendar.MonthOf, "2028-02-01", "2028-02-01 2028-02-29"},
		{calendar.MonthOf, "2026-12-31", "2026-12-01 2026-12-31"},
		{calendar.YearOf, "2026-03-05", "2026-01-01 2026-12-31"},
	} {
		days := c.of(date(c.date))
		if got := fmt.Sprint(days.First, " ", days.Last); got != c.want {
			t.Errorf("of %s: %s, want %s", c.date, got, c.want)
		}
	}
}

func date(text string) calendar.Date { return sudokutest.Must1(calendar.ParseDate(text)) }
