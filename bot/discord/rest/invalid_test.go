package rest

import (
	"log/slog"
	"testing"
	"time"
)

// After a stop calls go on, once Discord no longer counts those that stopped it.
func TestInvalidForgets(t *testing.T) {
	i := invalid{most: 3}
	now := time.Date(2026, 3, 1, 9, 0, 30, 0, time.UTC)
	log := slog.New(slog.DiscardHandler)
	for _, c := range []struct {
		at   time.Duration
		stop bool
	}{{0, false}, {time.Minute, false}, {9 * time.Minute, true}} {
		i.add(now.Add(c.at), log)
		if got := i.stopped(now.Add(c.at)).After(now.Add(c.at)); got != c.stop {
			t.Errorf("after %s: stopped %v", c.at, got)
		}
	}
	until := i.stopped(now.Add(9 * time.Minute))
	if until.Sub(now) < invalidPeriod || until.Sub(now) > invalidPeriod+2*time.Minute {
		t.Errorf("stopped until %s after the first", until.Sub(now))
	}
	if !i.stopped(until).IsZero() {
		t.Errorf("still stopped at %s", until)
	}
}
