package discordtest

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"
)

// Fault troubles the REST calls to a route. Without Times it meets one call.
type Fault struct {
	Route string // as in [Request]; "" meets every route
	Times int    // how many calls it meets

	Delay      time.Duration // before anything is done
	Until      chan struct{} // the same, where not nil until it is closed
	Status     int           // answered instead of doing it
	Code       int           // Discord's error code, sent with Status; with 429 in place of RetryAfter and Scope
	RetryAfter time.Duration // sent with status 429
	Scope      string        // of the rate limit: "user", which is that of the route, "shared" with other bots, or "global"; "user"
	Cut        bool          // nothing is done and the connection breaks
	Lost       bool          // it is done, but the connection breaks before the answer
	Then       func()        // called after it was done or refused, before the answer
}

// Inject adds a fault. Faults of one route are met in the order in which they came.
func (s *Server) Inject(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Times = max(f.Times, 1)
	s.faults = append(s.faults, &f)
}

// takeFault returns the fault that a call meets, the zero Fault for none.
func (s *Server) takeFault(route string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.faults, func(f *Fault) bool { return f.Route == "" || f.Route == route })
	if i < 0 {
		return Fault{}
	}
	f := s.faults[i]
	if f.Times--; f.Times == 0 {
		s.faults = slices.Delete(s.faults, i, i+1)
	}
	return *f
}

func (f Fault) before(ctx context.Context) {
	select {
	case <-time.After(f.Delay):
	case <-ctx.Done():
	}
	if f.Until != nil {
		select {
		case <-f.Until:
		case <-ctx.Done():
		}
	}
}

func (f Fault) after() {
	if f.Then != nil {
		f.Then()
	}
}

// answer returns what is sent instead, if anything is, and sets the headers of a 429.
func (f Fault) answer(h http.Header) (answer, bool) {
	switch f.Status {
	case 0:
		return answer{}, false
	case http.StatusTooManyRequests:
		if f.Code != 0 {
			break
		}
		return tooMany(h, f.RetryAfter, cmp.Or(f.Scope, "user")), true
	}
	return refuse(f.Status, f.Code, http.StatusText(f.Status)), true
}
