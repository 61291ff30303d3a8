package rest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// limits decides when a call may be sent.
type limits struct {
	log *slog.Logger

	mu      sync.Mutex
	changed chan struct{} // closed and replaced when a call is done
	bot     window        // of the calls that count for the whole bot
	stopped [2]stop       // of calls that count for the whole bot, and of free ones
	names   map[string]string
	buckets map[string]*bucket
	sweepAt int // the number of buckets at which the forgettable ones are removed
	invalid invalid
}

// stop is a time until which nothing is sent.
type stop struct {
	until  time.Time
	reason string
}

const fewBuckets = 1000

func newLimits(calls int, log *slog.Logger) *limits {
	return &limits{
		log: log, changed: make(chan struct{}), bot: newWindow(calls, time.Second),
		names: map[string]string{}, buckets: map[string]*bucket{}, sweepAt: fewBuckets,
		invalid: invalid{most: maxInvalid},
	}
}

// permit lets one call be sent.
type permit struct {
	route  route
	bucket *bucket
	slot   int // -1: none
	old    int // the same of bucket.old
}

// wait waits for the turn of a call. Its error is that of ctx, or a [LimitedError].
func (l *limits) wait(ctx context.Context, r route) (permit, error) {
	for {
		if err := ctx.Err(); err != nil {
			return permit{}, unsentError{err}
		}
		l.mu.Lock()
		now := time.Now()
		t, until, ok := l.try(r, now)
		changed := l.changed
		l.mu.Unlock()
		if ok {
			return t, nil
		}
		deadline, has := ctx.Deadline()
		if has && until.until.After(deadline) || until.until.Sub(now) > editPatience && r.editsOld(now) {
			return permit{}, LimitedError{until.until.Sub(now), until.reason}
		}
		sleep(ctx, until.until, changed)
	}
}

// sleep waits until a time, unless it is the zero time, or until something changes.
func sleep(ctx context.Context, until time.Time, changed <-chan struct{}) {
	var timer <-chan time.Time
	if !until.IsZero() {
		timer = time.After(time.Until(until))
	}
	select {
	case <-ctx.Done():
	case <-timer:
	case <-changed:
	}
}

// try begins a call, if it may. If not, it returns until when to wait; the zero time means until
// something changes.
func (l *limits) try(r route, now time.Time) (t permit, wait stop, ok bool) {
	if until := l.invalid.stopped(now); until.After(now) {
		return permit{}, stop{until, "too many of its calls were invalid"}, false
	}
	stopped := l.stopped[0]
	if r.free {
		stopped = l.stopped[1]
	}
	if stopped.until.After(now) {
		return permit{}, stopped, false
	}
	b := l.bucket(r)
	at, ok := b.next(now)
	if !ok || at.After(now) {
		if !ok {
			at = time.Time{}
		}
		return permit{}, stop{at, "the limit of the route is reached"}, false
	}
	old := -1
	if r.editsOld(now) {
		if b.old == nil {
			w := newWindow(oldEdits, oldEditsIn)
			b.old = &w
		}
		if old, at = b.old.free(); old < 0 || at.After(now) {
			return permit{}, stop{at, "the limit of the edits of old messages is reached"}, false
		}
	}
	slot := -1
	if !r.free {
		if slot, at = l.bot.free(); slot < 0 || at.After(now) {
			return permit{}, stop{at, "the limit of the bot is reached"}, false
		}
		l.bot.take(slot)
	}
	if old >= 0 {
		b.old.take(old)
	}
	b.begin(now)
	if l.buckets[b.key] == nil {
		l.sweep(now)
		l.buckets[b.key] = b
	}
	return permit{r, b, slot, old}, stop{}, true
}

// bucket returns the bucket of a route, or a new one if it is unknown. Routes may share a bucket,
// which Discord names in its answers.
func (l *limits) bucket(r route) *bucket {
	name := r.name
	if shared, known := l.names[r.name]; known {
		name = shared
	}
	key := name + " " + r.major
	if b := l.buckets[key]; b != nil {
		return b
	}
	return &bucket{key: key, route: r}
}

// sweep bounds the number of buckets: only the current periods keep theirs.
func (l *limits) sweep(now time.Time) {
	if len(l.buckets) < l.sweepAt {
		return
	}
	for key, b := range l.buckets {
		if b.forgettable(now) {
			delete(l.buckets, key)
		}
	}
	l.sweepAt = max(2*len(l.buckets), fewBuckets)
}

// outcome is the result of a call.
type outcome struct {
	written time.Time   // to its connection; zero if it was not
	header  http.Header // nil if there was no answer
	status  int         // 0 if there was none
	err     error
}

// done records the outcome of a call. The context is that of the call: its lines in the log have the id of a request.
func (l *limits) done(ctx context.Context, t permit, o outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if t.slot >= 0 {
		l.bot.release(t.slot, t.route.name, o.written, now)
	}
	if t.old >= 0 {
		t.bucket.old.release(t.old, t.route.name, o.written, now)
	}
	t.bucket.calls--
	if o.header != nil {
		if StatusOf(o.err) != http.StatusTooManyRequests {
			t.bucket.learn(o.header, now)
		}
		l.rename(t.route.name, o.header.Get("X-RateLimit-Bucket"))
	}
	if e, ok := errors.AsType[*Error](o.err); ok {
		l.refused(ctx, t, e, now)
	}
	if t.bucket.limit == 0 && t.bucket.forgettable(now) {
		delete(l.buckets, t.bucket.key)
	}
	close(l.changed)
	l.changed = make(chan struct{})
}

// rename files the buckets of a route under Discord's name for its limit.
func (l *limits) rename(name, shared string) {
	if shared == "" || l.names[name] == shared {
		return
	}
	l.names[name] = shared
	for key, b := range l.buckets {
		renamed := shared + " " + b.route.major
		if b.route.name == name && l.buckets[renamed] == nil {
			delete(l.buckets, key)
			b.key = renamed
			l.buckets[renamed] = b
		}
	}
}

// refused counts a 401, 403 or 429.
func (l *limits) refused(ctx context.Context, t permit, e *Error, now time.Time) {
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		l.invalid.add(now, l.log)
	case http.StatusTooManyRequests:
		if e.scope != scopeShared {
			l.invalid.add(now, l.log)
		}
		l.limited(ctx, t, e, now)
	}
}

// limited stops the calls that a 429 is about. The answers to interactions do not count for the
// whole bot, so they stop only if one of them was refused, or the address is blocked.
func (l *limits) limited(ctx context.Context, t permit, e *Error, now time.Time) {
	l.log.WarnContext(ctx, "discord: rate limited", "route", t.route.name, "scope", e.scope, "retry after", e.RetryAfter)
	s := stop{now.Add(e.RetryAfter), "discord asks to wait"}
	switch {
	case e.scope == scopeGlobal && !t.route.free:
		l.stopped[0] = later(l.stopped[0], s)
	case e.scope == scopeGlobal || e.scope == scopeProxy:
		l.stopped[0], l.stopped[1] = later(l.stopped[0], s), later(l.stopped[1], s)
	case e.Code == codeOldEdits && t.old >= 0:
		t.bucket.old.stopped = s.until
	default:
		t.bucket.stop(now, e.RetryAfter)
	}
}

func later(a, b stop) stop {
	if b.until.After(a.until) {
		return b
	}
	return a
}

const (
	perSecond = 50 // calls that Discord takes from a bot

	// longer is added to the time that Discord counts, for calls do not
	// travel equally fast. It leaves 95 % of the bot's limit.
	longer = 50 * time.Millisecond
)

// window limits how many calls reach Discord within some time, such as any second, however they are delayed on
// their way. A pace of 20 ms between calls is not enough, because delayed calls
// arrive together.
//
// A call occupies a slot until that time after it has arrived. The arrival is not known exactly: it was
// after the call was written to its connection, which may have had to be made first. The time
// that it took from then on, beyond the time of the fastest calls of its route, is counted as delay
// before it arrived. So calls that all take the same time use the whole limit.
type window struct {
	length  time.Duration
	slots   []time.Time // when each is free; the zero time: at once
	busy    []bool      // those with a call under way
	stopped time.Time   // no slot is free until then

	fastest map[string]time.Duration // answer by route, without a major parameter
}

func newWindow(calls int, within time.Duration) window {
	return window{
		length: within + longer, slots: make([]time.Time, calls), busy: make([]bool, calls), fastest: map[string]time.Duration{},
	}
}

// free returns a slot and when it is free, or -1 if all calls are still under way.
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

// release is called when a call is done. written is zero if it was not written, or not
// answered.
func (w *window) release(slot int, route string, written, now time.Time) {
	arrived := now // at the latest
	if !written.IsZero() {
		arrived = now.Add(-w.learn(route, now.Sub(written)))
	}
	w.busy[slot], w.slots[slot] = false, arrived.Add(w.length)
}

// learn returns how long the fastest calls of a route take. It forgets slowly, since Discord may
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
