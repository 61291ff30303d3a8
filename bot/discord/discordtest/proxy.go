package discordtest

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// Proxy stands between a bot and the REST API of a stand-in. Its connections fall silent as those of a network do
// when a NAT or a balancer forgets them: bytes are taken and nothing comes back, while new connections work.
type Proxy struct {
	url     string // of the REST API through the proxy
	backend string // where that is served

	mu        sync.Mutex
	open      map[*passage]bool
	each      func() (after time.Duration, lost Silence) // nil: connections live on
	swallowed int
}

// Silence is how much of a connection is swallowed.
type Silence int

// The silences of connections.
const (
	_       Silence = iota
	All             // what the bot sends, and what it would be answered
	Answers         // what the bot is answered: its calls are carried out
)

// passage is a connection through a proxy. lost is guarded by the proxy's lock; 0: all passes.
type passage struct {
	client, server net.Conn
	lost           Silence
}

// Proxy runs a proxy in front of the REST API until the test ends. The gateway's address stays the stand-in's own.
func (s *Server) Proxy(t testing.TB) *Proxy {
	t.Helper()
	return s.proxy(t, s.http.URL)
}

// ProxyTLS is [Server.Proxy] in front of the REST API of a stand-in without TLS, behind TLS and over HTTP/2. The transport trusts it.
func (s *Server) ProxyTLS(t testing.TB) (*Proxy, *http.Transport) {
	t.Helper()
	secure := startTLS(s.routes())
	t.Cleanup(func() {
		secure.CloseClientConnections()
		secure.Close()
	})
	return s.proxy(t, secure.URL), secure.Client().Transport.(*http.Transport)
}

func (s *Server) proxy(t testing.TB, api string) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	scheme, backend, _ := strings.Cut(api, "://")
	p := &Proxy{url: scheme + "://" + listener.Addr().String() + "/api/v10", backend: backend, open: map[*passage]bool{}}
	go p.accept(listener)
	t.Cleanup(func() {
		listener.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		for c := range p.open {
			c.client.Close()
			c.server.Close()
		}
	})
	return p
}

// API is the address of the REST API through the proxy.
func (p *Proxy) API() *url.URL {
	u, err := url.Parse(p.url)
	if err != nil {
		panic(err)
	}
	return u
}

// Swallow has the connections that are open fall silent, and returns how many there were.
func (p *Proxy) Swallow(lost Silence) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.swallowed
	for c := range p.open {
		p.silence(c, lost)
	}
	return p.swallowed - before
}

// SwallowEach has each connection that is made from now on fall silent, once, some time after it was made; nil: none.
func (p *Proxy) SwallowEach(each func() (after time.Duration, lost Silence)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.each = each
}

// Swallowed returns how many connections fell silent.
func (p *Proxy) Swallowed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.swallowed
}

// silence has a connection fall silent. The caller holds the lock.
func (p *Proxy) silence(c *passage, lost Silence) {
	if c.lost == 0 && p.open[c] {
		c.lost = lost
		p.swallowed++
	}
}

func (p *Proxy) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.backend)
		if err != nil {
			client.Close()
			continue
		}
		c := &passage{client: client, server: server}
		p.mu.Lock()
		p.open[c] = true
		if p.each != nil {
			after, lost := p.each()
			if after <= 0 {
				p.silence(c, lost)
			}
			time.AfterFunc(after, func() {
				p.mu.Lock()
				defer p.mu.Unlock()
				p.silence(c, lost)
			})
		}
		p.mu.Unlock()
		go p.pass(c, client, server)
		go p.pass(c, server, client)
	}
}

// pass brings what one end sends to the other, unless that is lost. The bot does not see the end of a silent connection: it
// has to find out.
func (p *Proxy) pass(c *passage, from, to net.Conn) {
	buffer := make([]byte, 1<<15)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		lost := c.lost
		if err != nil && from == c.client {
			delete(p.open, c)
		}
		p.mu.Unlock()
		if err != nil {
			if lost == 0 || from == c.client {
				to.Close()
			}
			return
		}
		if lost == All || lost == Answers && from == c.server {
			continue
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			_, _ = io.Copy(io.Discard, from) // which its own end closes
			return
		}
	}
}
