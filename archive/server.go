package archive

import (
	"time"

	"github.com/gridkeeper/gridkeeper/solver"
)

// Server is a community that shares dailies, and its schedule.
type Server struct {
	ID        string
	Channel   string         // where the daily is posted
	At        string         // the wall clock time when it is due: "09:00"
	Zone      string         // IANA name of that wall clock: "Europe/Berlin"
	Tiers     [7]solver.Tier // of the daily, indexed by time.Weekday
	FreshLook bool           // show 9×9 puzzles turned and relabelled; Shidoku always are
	Since     Date           // first date that is posted; zero: none yet
	Scheduled bool           // post at all
}

// Tier returns the tier of the daily of a date.
func (s Server) Tier(date Date) solver.Tier { return s.Tiers[date.Weekday()] }

// NewServer returns the settings of a server that nobody set up: due at 09:00 UTC, not
// posted. The week starts easy and grows: Monday and Tuesday singletons, Wednesday and
// Thursday hidden, Friday locked, Saturday x-wing, Sunday locked.
func NewServer(id string) Server {
	return Server{
		ID: id, At: "09:00", Zone: "UTC",
		Tiers: [7]solver.Tier{
			time.Sunday: solver.Locked,
			time.Monday: solver.Singletons, time.Tuesday: solver.Singletons,
			time.Wednesday: solver.Hidden, time.Thursday: solver.Hidden,
			time.Friday: solver.Locked, time.Saturday: solver.XWing,
		},
	}
}
