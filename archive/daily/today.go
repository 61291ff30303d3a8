package daily

import (
	"time"

	"github.com/gridkeeper/gridkeeper/calendar"
)

// Today returns the nominal date of a guild at a moment: where dailies are posted, of the
// newest that is due, so that yesterday's stays the daily until then; elsewhere, and before
// the first post, of the calendar. So neither a new schedule nor a later hour takes back
// what was posted.
func (g Guild) Today(now time.Time) calendar.Date {
	shown := calendar.DateOf(now.In(g.location()))
	if !g.Scheduled {
		return shown
	}
	if newest := g.Newest(now); !newest.Before(g.Since) {
		return newest
	}
	if eve := g.Since.AddDays(-1); shown.Before(eve) {
		return eve
	}
	return shown
}

// Newest returns the date of the daily that was due last at a moment.
func (g Guild) Newest(now time.Time) calendar.Date {
	zone := g.location()
	shown := calendar.DateOf(now.In(zone))
	for days := 1; days >= -3; days-- { // a clock put back shows the day before; a zone may skip a date
		date := shown.AddDays(days)
		if due, ok := calendar.DueAt(date, g.At, zone); ok && !due.After(now) {
			return date
		}
	}
	return shown // no time of day is set
}

func (g Guild) location() *time.Location {
	zone, err := calendar.LoadZone(g.Zone)
	if err != nil { // saved by a program that knows more zones
		return time.UTC
	}
	return zone
}
