package rest

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// All calls share one connection over HTTP/2. A NAT, a balancer or a proxy may forget it without a word, and then it takes
// calls for a quarter of an hour and answers none. So does each idle connection over HTTP/1.1, which has no pings.
const (
	pingAfter = 5 * time.Second // without a frame
	pingIn    = 2 * time.Second
)

// NewTransport returns a transport like another that leaves silent connections: over HTTP/2 it pings them, and after a
// request without an answer it makes new ones, as all others of that time may be as silent. A second try of the request
// goes over one of those.
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

// leaving has a request's transport leave the connections that it had when the request was sent, while that is still waited for.
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
	var connected atomic.Bool // else it waits for a connection, and those that there are may be fine
	trace := httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }}
	leave := func() {
		if connected.Load() && t.current.CompareAndSwap(used, t.like.Clone()) {
			used.CloseIdleConnections() // the others later, as its IdleConnTimeout has it
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

// CloseIdleConnections does what [http.Client.CloseIdleConnections] asks of a transport.
func (t *transport) CloseIdleConnections() { t.current.Load().CloseIdleConnections() }
