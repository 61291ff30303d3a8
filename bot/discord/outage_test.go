package discord

import (
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// The database goes away while the bot serves, and comes back.
func TestDatabaseOutage(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	database, store := newArchive(t)
	proxy := newProxy(t, database)
	config := quick(srv)
	config.DeferAfter = 500 * time.Millisecond
	serveBotWith(t, srv, archivetest.Open(t, proxy.url), config)
	wantBoard(t, srv.Slash(ann, channel, "play", nil).Answer(t), true)

	proxy.refuse()
	scheduleNow(t, store, srv.GuildOf(channel), channel)
	failed := srv.Slash(ann, channel, "board", nil).Answer(t)
	if !failed.Ephemeral || !strings.Contains(failed.Text(), "cannot be reached") {
		t.Errorf("without a database: private %v, %q", failed.Ephemeral, failed.Text())
	}
	time.Sleep(100 * time.Millisecond) // some rounds of posts
	if n := len(srv.Messages(channel)); n != 0 {
		t.Errorf("%d posts without a database", n)
	}

	proxy.forward()
	wantBoard(t, srv.Slash(ann, channel, "board", nil).Answer(t), true)
	srv.Await(t, "the daily post", func() bool { return len(srv.Messages(channel)) == 1 })

	proxy.hold()
	call := srv.Slash(ann, channel, "board", nil)
	srv.Await(t, "the bot to ask for time", call.Deferred)
	proxy.forward()
	wantBoard(t, call.Answer(t), true)
}

// A session that is lost while the database is away is opened again without it, and so the bot can
// say that it is away.
func TestSessionWithoutDatabase(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	database, _ := newArchive(t)
	proxy := newProxy(t, database)
	serveBot(t, srv, archivetest.Open(t, proxy.url))
	wantBoard(t, srv.Slash(ann, channel, "play", nil).Answer(t), true)
	proxy.refuse()
	srv.InvalidateSession()
	awaitConnections(t, srv, 2, 0)
	if got := srv.Slash(ann, channel, "board", nil).Answer(t); !strings.Contains(got.Text(), "cannot be reached") {
		t.Errorf("without a database: %q", got.Text())
	}
	proxy.forward()
	eventually(t, "the database to be back", func() bool {
		return len(srv.Slash(ann, channel, "board", nil).Answer(t).Attachments) == 1
	})
}

// proxy is a TCP proxy in front of a database, which can be made to fail.
type proxy struct {
	url string // of the database, through the proxy
	to  string // the database's own socket

	mu      sync.Mutex
	cond    sync.Cond
	refused bool // connections are closed
	held    bool // nothing gets through
	open    []net.Conn
}

// newProxy runs a proxy in front of a database until the test ends.
func newProxy(t *testing.T, database string) *proxy {
	t.Helper()
	u, err := url.Parse(database)
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	query := u.Query()
	p := &proxy{to: query.Get("host") + "/.s.PGSQL.5432"}
	p.cond.L = &p.mu
	host, port, _ := net.SplitHostPort(listener.Addr().String())
	query.Set("host", host)
	query.Set("port", port)
	query.Set("sslmode", "disable")
	u.RawQuery = query.Encode()
	p.url = u.String()
	var running sync.WaitGroup
	running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { p.serve(conn) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		p.refuse()
		running.Wait()
	})
	return p
}

// serve connects a client to the database, until one of them ends the connection.
func (p *proxy) serve(client net.Conn) {
	database, err := net.Dial("unix", p.to)
	if err != nil {
		client.Close()
		return
	}
	p.mu.Lock()
	p.open = append(p.open, client, database)
	if p.refused {
		p.closeAll()
	}
	p.mu.Unlock()
	back := make(chan struct{})
	go func() { defer close(back); p.pipe(client, database) }()
	p.pipe(database, client)
	<-back
}

// pipe brings all that comes from one end to the other.
func (p *proxy) pipe(to, from net.Conn) {
	defer to.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		p.mu.Lock()
		for p.held && !p.refused {
			p.cond.Wait()
		}
		p.mu.Unlock()
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// refuse closes all connections, and every new one at once.
func (p *proxy) refuse() { p.set(true, false) }

// hold leaves the connections open, and lets nothing through.
func (p *proxy) hold() { p.set(false, true) }

// forward ends what refuse and hold began.
func (p *proxy) forward() { p.set(false, false) }

func (p *proxy) set(refused, held bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused, p.held = refused, held
	p.cond.Broadcast()
	if refused {
		p.closeAll()
	}
}

// closeAll closes all connections. The caller holds the lock.
func (p *proxy) closeAll() {
	for _, conn := range p.open {
		conn.Close()
	}
	p.open = nil
}
