package logs

import (
	"log/slog"
	"sync"
	"time"
)

// Outage has the beginning of an outage in the log as a warning, and its end. It is safe for concurrent use.
type Outage struct {
	Log        *slog.Logger
	Gone, Back string // what the log says

	mu    sync.Mutex
	since time.Time // zero: there is none
}

// Note notes how an attempt ended.
func (o *Outage) Note(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case err != nil && o.since.IsZero():
		o.since = time.Now()
		o.Log.Warn(o.Gone, "error", err)
	case err == nil && !o.since.IsZero():
		o.Log.Info(o.Back, "after", time.Since(o.since).Round(time.Millisecond))
		o.since = time.Time{}
	}
}
