package interact

import (
	"math"
	"net/http"
	"sync"
	"time"
)

const (
	dateStep = time.Second // resolution of a Date header
	maxDrift = 10_000      // two clocks drift apart by one part in so many at most: about 9 s a day
)

// Clock bounds how far Discord's clock is ahead of ours. Discord counts the time for
// an answer from the moment in the interaction's id, which is of its clock, and ours may be wrong
// by hours.
//
// The Date header of an answer to a REST call was written between the call and its answer, and a
// moment that Discord names is past when we learn of it. Each such measurement narrows the bounds.
// Time widens them, for clocks drift. A measurement outside of them replaces them: then the
// machine was asleep, or Discord's clock was set. Setting ours does not matter, since elapsed
// time is taken from Go's monotonic clock.
//
// The zero Clock has no bounds, and takes the first moment that Discord names for the present. It is safe
// for concurrent use.
type Clock struct {
	mu          sync.Mutex
	origin      time.Time     // of our time; zero: nothing is known
	known       time.Duration // from origin to the latest measurement
	least, most time.Duration // Discord's time at origin, since 1970
}

// ours returns the time since origin. The caller holds the lock.
func (c *Clock) ours(t time.Time) time.Duration { return t.Sub(c.origin) }

// discords returns a time of Discord's since 1970.
func discords(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// answered adds the Date header of an answer as a measurement.
func (c *Clock) answered(date, sent, received time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.start(sent)
	c.narrow(discords(date)-c.ours(received), discords(date)+dateStep-c.ours(sent), received)
}

// age returns how long ago a moment of Discord's was, at least and at most. The difference is one
// second or less: if less is known, the moment is assumed to be the younger.
func (c *Clock) age(moment, now time.Time) (least, most time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.start(now)
	latest := discords(moment) - c.ours(now) // Discord's time at origin if the moment is the present
	c.narrow(latest, max(latest+dateStep, c.most), now)
	return c.least - latest, min(c.most, c.least+dateStep) - latest
}

// apart returns how far at least a moment of Discord's is in the past, or in the future. It
// measures nothing, so that no moment makes a later one look fresh. While a machine is asleep its monotonic
// clock stands still: the bounds are wrong afterwards, and nothing is too far in the future.
func (c *Clock) apart(moment, now time.Time) (behind, ahead time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.start(now)
	elapsed := c.ours(now)
	drift := max(elapsed-c.known, 0) / maxDrift
	since := discords(moment) - elapsed
	if asleep := now.Round(0).Sub(c.origin.Round(0)) - elapsed; asleep <= time.Minute {
		ahead = max(since-c.most-drift, 0)
	}
	return max(c.least-drift-since, 0), ahead
}

// start sets the origin, and bounds that any measurement narrows. The caller holds the lock.
func (c *Clock) start(now time.Time) {
	if c.origin.IsZero() {
		c.origin, c.least, c.most = now, math.MinInt64/2, math.MaxInt64/2
	}
}

// narrow adds a measurement. The caller holds the lock.
func (c *Clock) narrow(least, most time.Duration, at time.Time) {
	now := c.ours(at)
	drift := max(now-c.known, 0) / maxDrift
	c.known = max(now, c.known)
	c.least, c.most = max(least, c.least-drift), min(most, c.most+drift)
	if c.least > c.most {
		c.least, c.most = least, most
	}
}

// Watch returns a transport that also measures by the dates of answers from the API's host.
func (c *Clock) Watch(transport http.RoundTripper, host string) http.RoundTripper {
	return &watched{RoundTripper: transport, clock: c, host: host}
}

// watched is a transport that adds the dates of one host to a clock. The dates of attached files do not count: a
// cache may have stored them long ago.
type watched struct {
	http.RoundTripper
	clock *Clock
	host  string
}

// RoundTrip implements [http.RoundTripper].
func (w *watched) RoundTrip(req *http.Request) (*http.Response, error) {
	sent := time.Now()
	resp, err := w.RoundTripper.RoundTrip(req)
	if err != nil || req.URL.Host != w.host {
		return resp, err
	}
	if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		w.clock.answered(date, sent, time.Now())
	}
	return resp, nil
}

// CloseIdleConnections implements the interface that [http.Client.CloseIdleConnections] looks for in a transport.
func (w *watched) CloseIdleConnections() {
	if t, ok := w.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}
