package site

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

// A limiter knows a bounded number of keys, gives back over time, and lets nobody in for being forgotten
// too soon.
func TestLimiter(t *testing.T) {
	now := time.Date(2096, 3, 1, 10, 0, 0, 0, time.UTC)
	l := NewLimiter(2, 4)
	l.now = func() time.Time { return now }
	take := func(key string) (n int) {
		for l.Allow(key) {
			n++
		}
		return n
	}
	if n := take("a"); n != 4 {
		t.Errorf("%d at once, want 4", n)
	}
	now = now.Add(time.Second)
	if n := take("a"); n != 2 {
		t.Errorf("%d after a second, want 2", n)
	}
	for i := range 3 * maxKeys {
		l.Allow(fmt.Sprint(i))
	}
	if len(l.keys) > maxKeys {
		t.Errorf("%d keys are known, want at most %d", len(l.keys), maxKeys)
	}
}

// X-Forwarded-For counts from proxies that are configured, from its end.
func TestAddress(t *testing.T) {
	s := &Site{Config: Config{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.1/32")}}}
	for _, c := range []struct{ remote, forwarded, want string }{
		{"127.0.0.1:80", "1.2.3.4", "1.2.3.4"},
		{"127.0.0.1:80", "6.6.6.6, 1.2.3.4", "1.2.3.4"},
		{"127.0.0.1:80", "6.6.6.6, 1.2.3.4, 10.1.1.1", "1.2.3.4"},
		{"127.0.0.1:80", "", "127.0.0.1"},
		{"127.0.0.1:80", "nonsense", "127.0.0.1"},
		{"[::ffff:127.0.0.1]:80", "1.2.3.4", "1.2.3.4"},
		{"10.1.1.1:80", "2001:db8:1:2:3::4", "2001:db8:1:2::/64"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.remote
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := s.Client(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	forged := &Site{Config: Config{Log: slog.New(slog.DiscardHandler)}}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "8.8.8.8:80"
	r.Header.Set("X-Forwarded-For", "1.2.3.4")
	if got := forged.Client(r); got != "8.8.8.8" {
		t.Errorf("what a client wrote there is believed: %s", got)
	}
}
