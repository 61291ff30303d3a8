package archive

import "time"

// Rules are how a guild wants its dailies played, beside when and where they are posted. The zero
// value is how they are played where nothing was chosen.
type Rules struct {
	Sealed  bool // the post of a daily does not show it, so that a time begins with the clues
	Threads Date // the first daily whose post gets a thread; zero: none
	Weekly  Date // the board of a week is posted if the week ends then or later; zero: none
	Monthly Date // the same of a month
	Global  bool // the daily of its weekday is that of [GlobalGuild]

	// Freezes is how many missed days of a calendar month do not break a player's streak. None is the
	// default: a streak is then as many days as it says, until an admin decides otherwise.
	Freezes int
}

// MostFreezes is the most freezes that a guild can give: a whole month.
const MostFreezes = 31

// HasThread reports whether the post of a daily gets a thread.
func (r Rules) HasThread(date Date) bool { return !r.Threads.IsZero() && !date.Before(r.Threads) }

const rulesColumns = `sealed, threads_since, weekly_since, monthly_since, freezes, global`

func (r *Rules) fields() fields {
	return fields{
		"sealed": &r.Sealed, "threads_since": &r.Threads, "weekly_since": &r.Weekly, "monthly_since": &r.Monthly,
		"freezes": &r.Freezes, "global": &r.Global,
	}
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
	return Days{first, DateOf(first.midnight().AddDate(0, 1, -1))}
}

// YearOf returns the calendar year of a date.
func YearOf(d Date) Days {
	return Days{Date{d.Year, time.January, 1}, Date{d.Year, time.December, 31}}
}
