package daily

import (
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
)

// Rules are how a guild wants its dailies played, beside when and where they are posted. The zero
// value is how they are played where nothing was chosen.
type Rules struct {
	Sealed  bool          // the post of a daily does not show it, so that a time begins with the clues
	Threads calendar.Date // the first daily whose post gets a thread; zero: none
	Weekly  calendar.Date // the board of a week is posted if the week ends then or later; zero: none
	Monthly calendar.Date // the same of a month
	Global  bool          // the daily of its weekday is that of [library.GlobalGuild]

	// Freezes is how many missed days of a calendar month do not break a player's streak. None is the
	// default: a streak is then as many days as it says, until an admin decides otherwise.
	Freezes int
}

// MostFreezes is the most freezes that a guild can give: a whole month.
const MostFreezes = 31

// HasThread reports whether the post of a daily gets a thread.
func (r Rules) HasThread(date calendar.Date) bool {
	return !r.Threads.IsZero() && !date.Before(r.Threads)
}

const rulesColumns = `sealed, threads_since, weekly_since, monthly_since, freezes, global`

func (r *Rules) fields() postgres.Fields {
	return postgres.Fields{
		"sealed": &r.Sealed, "threads_since": &r.Threads, "weekly_since": &r.Weekly, "monthly_since": &r.Monthly,
		"freezes": &r.Freezes, "global": &r.Global,
	}
}
