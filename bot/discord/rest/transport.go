package rest

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// All calls share one connection over HTTP/2. A NAT, a balancer or a proxy may forget it silently. It then takes
// calls for a quarter of an hour and answers none. So does each idle connection over HTTP/1.1, which has no pings.
const (
	pingAfter = 5 * time.Second // without a frame
	pingIn    = 2 * time.Second
)

// NewTransport returns a copy of a transport that abandons silent connections. Over HTTP/2 it pings them. After a
// request without an answer it makes new ones, as all others of that time may be silent too. A second try of the request
// uses a new one.
func NewTransport(like *http.Transport) http.RoundTripper {
	t := &transport{like: like.Clone()}
	t.like.HTTP2 = &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pingIn}
	t.like.ResponseHeaderTimeout = callIn // of requests that may take long, such as for large files
	t.current.Store(t.like.Clone())
	return t
}

type transport struct {
	like    *http.Transport
	current atomic.Pointer[http.Transport]
}

// leaving lets a waiting request make its transport abandon the connections that existed when the request was sent.
type leaving struct{ do atomic.Pointer[func()] }

type leavingKey struct{}

func (l *leaving) leave() {
	if do := l.do.Load(); do != nil {
		(*do)()
	}
}

// RoundTrip implements [http.RoundTripper].
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	used := t.current.Load()
	var connected atomic.Bool // else the request waits for a connection, and the existing ones may be fine
	trace := httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }}
	leave := func() {
		if connected.Load() && t.current.CompareAndSwap(used, t.like.Clone()) {
			used.CloseIdleConnections() // its other connections close after IdleConnTimeout
		}
	}
	if l, ok := req.Context().Value(leavingKey{}).(*leaving); ok {
		l.do.Store(&leave)
	}
	resp, err := used.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), &trace)))
	if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() {
		leave()
	}
	return resp, err
}

// CloseIdleConnections implements the interface that [http.Client.CloseIdleConnections] looks for in a transport.
func (t *transport) CloseIdleConnections() { t.current.Load().CloseIdleConnections() }
