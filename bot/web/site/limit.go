package site

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits are the rate limits of a site.
type Limits struct {
	Address  *Limiter // all requests of an address
	Link     *Limiter // attempts at links and sign-ins, by address
	Player   *Limiter // requests of a player who is signed in
	Rating   *Limiter // ratings, by player, or by address: they take longer than other pages
	API      *Limiter // requests of the API, by address; so the next two
	Search   *Limiter // searches of the API
	Function *Limiter // paths, ladders and judgements of the API, which take their time
	Guest    *Limiter // questions about boards of visitors who are not signed in, by address
}

// Limiter allows each key a number of requests a second, and a burst. Its memory is bounded: with too many keys it
// forgets the quiet ones, then any.
type Limiter struct {
	perSecond rate.Limit
	burst     int

	mu   sync.Mutex
	keys map[string]*rate.Limiter
	now  func() time.Time
}

// maxKeys is how many keys a limiter holds, each in about 150 bytes.
const maxKeys = 20_000

// NewLimiter returns a limiter of a number of requests a second, and of burst requests at once.
func NewLimiter(perSecond float64, burst int) *Limiter {
	return &Limiter{perSecond: rate.Limit(perSecond), burst: burst, keys: map[string]*rate.Limiter{}, now: time.Now}
}

// Allow takes one request of a key, and reports whether it is within the limit.
func (l *Limiter) Allow(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if l.keys[key] == nil {
		if len(l.keys) >= maxKeys {
			l.forget(now)
		}
		l.keys[key] = rate.NewLimiter(l.perSecond, l.burst)
	}
	return l.keys[key].AllowN(now, 1)
}

// forget drops the keys that have their whole burst left, and if that frees less than a tenth, any others.
func (l *Limiter) forget(now time.Time) {
	for key, left := range l.keys {
		if left.TokensAt(now) >= float64(l.burst) {
			delete(l.keys, key)
		}
	}
	for key := range l.keys {
		if len(l.keys) <= maxKeys*9/10 {
			return
		}
		delete(l.keys, key)
	}
}
