package rest

import (
	"log/slog"
	"time"
)

const (
	// maxInvalid is a quarter of the 10,000 invalid calls within invalidPeriod for which
	// Discord blocks an address: other processes may share the address.
	maxInvalid    = 2500
	invalidPeriod = 10 * time.Minute
)

// invalid counts calls that Discord answered with 401, 403 or 429, by the minute.
type invalid struct {
	most    int
	minutes [int(invalidPeriod/time.Minute) + 1]struct {
		minute int64 // since 1970
		calls  int
	}
}

// add counts a call, and logs when there are too many.
func (i *invalid) add(now time.Time, log *slog.Logger) {
	minute := now.Unix() / 60
	m := &i.minutes[minute%int64(len(i.minutes))]
	if m.minute != minute {
		m.minute, m.calls = minute, 0
	}
	m.calls++
	switch i.count(now) {
	case i.most / 2:
		log.Warn("discord: many calls are refused (401, 403 or 429)", "calls", i.most/2, "within", invalidPeriod)
	case i.most:
		log.Error("discord: TOO MANY CALLS ARE REFUSED (401, 403 or 429): none is sent for some minutes, or Discord "+
			"would block this address; look for the refused calls in the log", "calls", i.most, "until", i.stopped(now))
	}
}

// count returns the number of calls within the period, and up to a minute before.
func (i *invalid) count(now time.Time) int {
	total := 0
	for _, m := range i.minutes {
		if now.Unix()/60-m.minute < int64(len(i.minutes)) {
			total += m.calls
		}
	}
	return total
}

// stopped returns until when no call may be sent, or the zero time.
func (i *invalid) stopped(now time.Time) time.Time {
	if i.count(now) < i.most {
		return time.Time{}
	}
	oldest := now.Unix() / 60
	for _, m := range i.minutes {
		if m.calls > 0 && now.Unix()/60-m.minute < int64(len(i.minutes)) {
			oldest = min(oldest, m.minute)
		}
	}
	return time.Unix((oldest+int64(len(i.minutes)))*60, 0)
}
