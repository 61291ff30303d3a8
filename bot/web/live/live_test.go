package live

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// A session has a bounded number of open boards, and the hub forgets those that have ended.
func TestListenersAreForgotten(t *testing.T) {
	h := NewHub(nil, nil)
	var ended []*listener
	for i := range maxPerSession {
		l, ok := h.listen(int64(i/2), 1, "en")
		if !ok {
			t.Fatalf("board %d of %d is refused", i+1, maxPerSession)
		}
		ended = append(ended, l)
	}
	if _, ok := h.listen(1, 1, "en"); ok {
		t.Error("a session has too many boards")
	}
	if _, ok := h.listen(1, 2, "en"); !ok {
		t.Error("another session has none")
	}
	h.Notify(archive.Notification{SessionID: 1})
	for _, l := range ended {
		<-l.ended
		h.leave(l)
	}
	if h.all != 1 || len(h.sessions) != 1 || len(h.listeners) != 1 {
		t.Errorf("the hub knows %d listeners, of %d sessions and %d games", h.all, len(h.sessions), len(h.listeners))
	}
	h.Close()
	if _, ok := h.listen(1, 2, "en"); ok || h.all != 0 {
		t.Errorf("a closed hub has %d listeners, and accepts more: %t", h.all, ok)
	}
}

// A listener that takes nothing keeps one state, the newest, and nobody waits for it.
func TestSlowListener(t *testing.T) {
	l := &listener{news: make(chan []byte, 1)}
	for i := range 1000 {
		l.offer(fmt.Append(nil, i))
	}
	if got := string(<-l.news); got != "999" {
		t.Errorf("it has %s", got)
	}
}

// client is one that takes an event when it wants to: its connection gives up at the deadline of a write.
type client struct {
	header   http.Header
	takes    bool
	deadline time.Time
	taken    strings.Builder
}

func (c *client) Header() http.Header                { return c.header }
func (c *client) WriteHeader(int)                    {}
func (c *client) FlushError() error                  { return nil }
func (c *client) SetReadDeadline(time.Time) error    { return nil }
func (c *client) SetWriteDeadline(t time.Time) error { c.deadline = t; return nil }

func (c *client) Write(text []byte) (int, error) {
	if !c.takes {
		time.Sleep(time.Until(c.deadline))
		return 0, os.ErrDeadlineExceeded
	}
	return c.taken.Write(text)
}

// stream has a client read a stream, and returns what ends when it does.
func (c *client) stream(ctx context.Context, l *listener, signedIn func() bool) (ended chan struct{}) {
	c.header, ended = http.Header{}, make(chan struct{})
	s := stream{c, http.NewResponseController(c)}
	go func() {
		defer close(ended)
		if s.start([]byte("{}")) == nil {
			s.run(httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil), l, signedIn)
		}
	}()
	return ended
}

// A stream ends after a quarter of an hour, and until then something is sent every 20 seconds. The browser
// connects again after two seconds, as it is asked to.
func TestStreamIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		c := &client{takes: true}
		<-c.stream(t.Context(), &listener{news: make(chan []byte, 1)}, nil)
		if took := time.Since(begun); took != streamFor {
			t.Errorf("it took %s, want %s", took, streamFor)
		}
		text := c.taken.String()
		if n := strings.Count(text, ":\n\n"); n < 44 || n > 45 || !strings.HasPrefix(text, "retry: 2000\nevent: state\ndata: {}\n\n") {
			t.Errorf("%d beats in %.60q", n, text)
		}
	})
}

// A client that takes nothing is let go after ten seconds, also in the middle of a stream, and holds no one
// up: what was not sent is replaced by what is newer.
func TestSlowClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &client{takes: true}
		l := &listener{news: make(chan []byte, 1)}
		ended := c.stream(t.Context(), l, nil)
		synctest.Wait()
		c.takes = false
		begun := time.Now()
		for i := range 100 {
			l.offer(fmt.Append(nil, i))
		}
		if time.Since(begun) != 0 {
			t.Error("someone waited for it")
		}
		<-ended
		if took := time.Since(begun); took != slowClient {
			t.Errorf("it was let go after %s, want %s", took, slowClient)
		}
	})
}

// A stream ends with its request, its listener, or its session where that is looked at again.
func TestStreamEnds(t *testing.T) {
	for name, end := range map[string]func(*listener, func()){
		"request": func(_ *listener, cancel func()) { cancel() },
		"game":    func(l *listener, _ func()) { close(l.ended) },
		"session": func(l *listener, _ func()) { l.doubtful <- struct{}{} },
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			l := &listener{news: make(chan []byte, 1), ended: make(chan struct{}), doubtful: make(chan struct{}, 1)}
			begun := time.Now()
			ended := (&client{takes: true}).stream(ctx, l, func() bool { return false })
			synctest.Wait()
			end(l, cancel)
			<-ended
			if took := time.Since(begun); took != 0 {
				t.Errorf("%s: it ended after %s", name, took)
			}
		})
	}
}
