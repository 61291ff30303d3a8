package rest

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"
)

const (
	outageAfter = 5 * time.Second // without an answer to any call
	askEvery    = 2 * time.Second
	askIn       = 5 * time.Second
)

// outage notices when calls fail: from the first one without an answer, or with one of 500 and more, until the next one with
// another answer. A single call that fails is not an outage. So Discord is then asked something small, again and again, which also
// finds the end of an outage in which players have given up.
type outage struct {
	life context.Context // of the asking
	end  context.CancelFunc

	mu     sync.Mutex
	since  time.Time // of the first call that failed; zero: the last one was answered
	asking bool
}

// note notes how a call ended.
func (c *Client) note(ctx context.Context, status int, err error) {
	o := &c.outage
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case status > 0 && status < http.StatusInternalServerError:
		o.since = time.Time{}
		c.metrics.Unanswered(o.since)
		c.noted(nil)
		return
	case errors.Is(ctx.Err(), context.Canceled): // given up, as at the end of the program
		return
	case o.since.IsZero():
		o.since = time.Now()
	case time.Since(o.since) >= outageAfter:
		c.metrics.Unanswered(o.since)
		c.noted(err)
	}
	if !o.asking {
		o.asking = true
		go c.ask()
	}
}

// ask asks Discord until it answers, for whatever reason.
func (c *Client) ask() {
	every := time.NewTicker(askEvery)
	defer every.Stop()
	for c.isOut() {
		select {
		case <-every.C:
			ctx, cancel := context.WithTimeout(c.outage.life, askIn)
			_ = c.Call(ctx, http.MethodGet, "/gateway", nil, nil, nil)
			cancel()
		case <-c.outage.life.Done():
			return
		}
	}
}

// isOut reports whether to go on asking.
func (c *Client) isOut() bool {
	c.outage.mu.Lock()
	defer c.outage.mu.Unlock()
	c.outage.asking = !c.outage.since.IsZero()
	return c.outage.asking
}
