package calendar

import "time"

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
	return Days{first, DateOf(first.midnight().AddDate(0, 1, -1))}
}

// YearOf returns the calendar year of a date.
func YearOf(d Date) Days {
	return Days{Date{d.Year, time.January, 1}, Date{d.Year, time.December, 31}}
}
