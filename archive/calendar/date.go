// Package calendar has days without an hour, the time zones that wall clocks show, and when something that is set for
// a wall clock is due. It is pure: its callers pass the time.
package calendar

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"time"
)

// Date is a nominal date: a day of a calendar, without a zone and an hour. A guild's dailies are numbered and kept by
// it, even if clocks change. The zero value is not a date.
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
	if err != nil || t.Year() < 1 { // PostgreSQL has no year 0
		return Date{}, fmt.Errorf("%q is not a date: want year-month-day, such as 2026-01-31", text)
	}
	return DateOf(t), nil
}

// String returns "2006-01-02".
func (d Date) String() string { return d.Midnight().Format(time.DateOnly) }

// IsZero reports whether d is the zero value.
func (d Date) IsZero() bool { return d == Date{} }

// AddDays returns the date that many days later.
func (d Date) AddDays(days int) Date { return DateOf(d.Midnight().AddDate(0, 0, days)) }

// Since returns how many days d is later than e.
func (d Date) Since(e Date) int { return int(d.Midnight().Sub(e.Midnight()) / (24 * time.Hour)) }

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday { return d.Midnight().Weekday() }

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
	return d.Midnight(), nil
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

// Midnight returns the begin of the date in UTC, where every date has one.
func (d Date) Midnight() time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// Days are the dates from one to another, both included. A zero date does not limit them.
type Days struct{ First, Last Date }

// WeekOf returns the week of a date, Monday to Sunday.
func WeekOf(d Date) Days {
	monday := d.AddDays(-(int(d.Weekday()) + 6) % 7)
	return Days{monday, monday.AddDays(6)}
}

// MonthOf returns the calendar month of a date.
func MonthOf(d Date) Days {
	first := Date{d.Year, d.Month, 1}
	return Days{first, DateOf(first.Midnight().AddDate(0, 1, -1))}
}

// YearOf returns the calendar year of a date.
func YearOf(d Date) Days {
	return Days{Date{d.Year, time.January, 1}, Date{d.Year, time.December, 31}}
}
