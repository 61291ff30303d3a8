package rest

import (
	"slices"
	"time"
)

const (
	perSecond = 50 // calls that Discord takes of a bot

	// longer is how much longer a window is than the time that Discord counts, for calls do not
	// travel equally fast. It leaves 95 % of the limit of the bot.
	longer = 50 * time.Millisecond
)

// window limits how many calls reach Discord within some time, such as any second, however they are delayed on
// their way: a pace of 20 ms between calls is not enough, because calls that are held up
// arrive together.
//
// A call occupies a slot until that time after it has arrived. When that was is not known: it was
// after the call was written to its connection, which may have had to be made first. What it
// took from then on, beyond the time of the fastest calls of its route, is counted as delay
// before it arrived. So calls that all take the same time use the whole limit.
type window struct {
	length  time.Duration
	slots   []time.Time // when each is free; the zero time: at once
	busy    []bool      // whose call is under way
	stopped time.Time   // until when none is free

	fastest map[string]time.Duration // answer by route, without a major parameter
}

func newWindow(calls int, within time.Duration) window {
	return window{
		length: within + longer, slots: make([]time.Time, calls), busy: make([]bool, calls), fastest: map[string]time.Duration{},
	}
}

// free returns a slot and when it is free, or -1 where all calls are still under way.
func (w *window) free() (slot int, at time.Time) {
	slot = -1
	for i, free := range w.slots {
		if !w.busy[i] && (slot < 0 || free.Before(at)) {
			slot, at = i, free
		}
	}
	if slot >= 0 && w.stopped.After(at) {
		at = w.stopped
	}
	return slot, at
}

// forgettable reports whether a new window would do as well.
func (w *window) forgettable(now time.Time) bool {
	taken := slices.Contains(w.busy, true) || slices.ContainsFunc(w.slots, func(free time.Time) bool { return free.After(now) })
	return !taken && !w.stopped.After(now)
}

func (w *window) take(slot int) { w.busy[slot] = true }

// release is called when a call is done. written is zero where it was not written, or not
// answered.
func (w *window) release(slot int, route string, written, now time.Time) {
	arrived := now // at the latest
	if !written.IsZero() {
		arrived = now.Add(-w.learn(route, now.Sub(written)))
	}
	w.busy[slot], w.slots[slot] = false, arrived.Add(w.length)
}

// learn returns how long the fastest calls of a route take. It forgets slowly, for Discord may
// have been faster some time ago.
func (w *window) learn(route string, took time.Duration) time.Duration {
	fastest, known := w.fastest[route]
	if !known || took < fastest {
		fastest = took
	} else {
		fastest += (took - fastest) / 64
	}
	w.fastest[route] = fastest
	return fastest
}
