package web

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limits are how often one may ask.
type limits struct {
	addresses *limiter // all requests of an address
	links     *limiter // tries at links and sign-ins, of an address
	players   *limiter // requests of a player who is signed in
	ratings   *limiter // of a player: they take longer than other pages
}

func newLimits() limits {
	return limits{
		addresses: newLimiter(100, 400), // a school is behind one address
		links:     newLimiter(1, 30),
		players:   newLimiter(20, 100),
		ratings:   newLimiter(2, 40),
	}
}

// limiter allows each key a number of requests a second, and some at once. Its memory is bounded: where
// it would know too many keys, it forgets those that have been quiet, then any.
type limiter struct {
	perSecond rate.Limit
	burst     int

	mu   sync.Mutex
	keys map[string]*rate.Limiter
	now  func() time.Time
}

// maxKeys is how many keys a limiter knows, each in about 150 bytes.
const maxKeys = 20_000

func newLimiter(perSecond rate.Limit, burst int) *limiter {
	return &limiter{perSecond: perSecond, burst: burst, keys: map[string]*rate.Limiter{}, now: time.Now}
}

// allow takes one request of a key, and reports whether it may be done.
func (l *limiter) allow(key string) bool {
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

// forget drops keys that have everything left by now, and if that frees less than a tenth, others, as
// they come.
func (l *limiter) forget(now time.Time) {
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

// limitKey is the address that a request counts for. Of IPv6 it is the network, which one customer has
// for themselves.
func (s *Server) limitKey(r *http.Request) string {
	address := s.addressOf(r)
	if address.Is6() {
		network, _ := address.Prefix(64)
		return network.String()
	}
	return address.String()
}

// addressOf returns the address of the client: the last one in X-Forwarded-For that is not a proxy's,
// where the request comes from a proxy that is configured. What others write there is not believed.
func (s *Server) addressOf(r *http.Request) netip.Addr {
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	address := remote.Addr().Unmap()
	if err != nil {
		return netip.Addr{}
	}
	forwarded := r.Header.Values("X-Forwarded-For")
	if len(forwarded) > 0 && !s.isProxy(address) && s.Local == nil {
		s.warned.Do(func() {
			s.Log.Warn("web: a proxy is not in web.proxies, so all who come over it share its rate limit", "proxy", address)
		})
	}
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0 && s.isProxy(address); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		address = hop.Unmap()
	}
	return address
}

func (s *Server) isProxy(address netip.Addr) bool {
	for _, p := range s.Proxies {
		if p.Contains(address) {
			return true
		}
	}
	return false
}
