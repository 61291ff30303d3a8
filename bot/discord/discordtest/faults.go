package discordtest

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Fault troubles the REST calls to a route. Without Times it meets one call.
type Fault struct {
	Route string // as in [Request]; "" meets every route
	Times int    // how many calls it meets

	Delay      time.Duration // before anything is done
	Status     int           // answered instead of doing it
	Code       int           // Discord's error code, sent with Status
	RetryAfter time.Duration // sent with status 429
	Global     bool          // the rate limit is that of the whole bot
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
}

func (f Fault) after() {
	if f.Then != nil {
		f.Then()
	}
}

// answer returns what is sent instead, if anything is.
func (f Fault) answer() (answer, bool) {
	switch f.Status {
	case 0:
		return answer{}, false
	case http.StatusTooManyRequests:
		return answer{f.Status, map[string]any{
			"message": "You are being rate limited.", "retry_after": f.RetryAfter.Seconds(), "global": f.Global,
		}}, true
	}
	return refuse(f.Status, f.Code, http.StatusText(f.Status)), true
}

func (f Fault) headers(h http.Header) {
	if f.Status != http.StatusTooManyRequests {
		return
	}
	h.Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds()+0.999)))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(f.RetryAfter.Seconds(), 'f', 3, 64))
	h.Set("X-RateLimit-Global", strconv.FormatBool(f.Global))
}
