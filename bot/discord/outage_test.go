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
	cable := newCable(t, database)
	serveBot(t, srv, archivetest.Open(t, cable.url))
	wantBoard(t, srv.Slash(ann, channel, "play", nil).Answer(t), true)

	cable.cut()
	scheduleNow(t, store, srv.GuildOf(channel), channel)
	failed := srv.Slash(ann, channel, "board", nil).Answer(t)
	if !failed.Ephemeral || !strings.Contains(failed.Text(), "cannot be reached") {
		t.Errorf("without a database: private %v, %q", failed.Ephemeral, failed.Text())
	}
	time.Sleep(100 * time.Millisecond) // some rounds of posts
	if n := len(srv.Messages(channel)); n != 0 {
		t.Errorf("%d posts without a database", n)
	}

	cable.join()
	wantBoard(t, srv.Slash(ann, channel, "board", nil).Answer(t), true)
	srv.Await(t, "the daily post", func() bool { return len(srv.Messages(channel)) == 1 })

	cable.hold()
	call := srv.Slash(ann, channel, "board", nil)
	srv.Await(t, "the bot to ask for time", call.Deferred)
	cable.join()
	wantBoard(t, call.Answer(t), true)
}

// cable is a way to a database that can be cut.
type cable struct {
	url string // of the database, by this way
	to  string // the database's own socket

	mu   sync.Mutex
	cond sync.Cond
	off  bool // new connections are closed at once
	held bool // nothing gets through
	open []net.Conn
}

// newCable lays a cable to a database until the test ends.
func newCable(t *testing.T, database string) *cable {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	entry, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	c := &cable{to: query.Get("host") + "/.s.PGSQL.5432"}
	c.cond.L = &c.mu
	host, port, _ := net.SplitHostPort(entry.Addr().String())
	query.Set("host", host)
	query.Set("port", port)
	query.Set("sslmode", "disable")
	u.RawQuery = query.Encode()
	c.url = u.String()
	var running sync.WaitGroup
	running.Go(func() {
		for {
			near, err := entry.Accept()
			if err != nil {
				return
			}
			running.Go(func() { c.connect(near) })
		}
	})
	t.Cleanup(func() {
		entry.Close()
		c.cut()
		running.Wait()
	})
	return c
}

// connect joins a connection to one of the database, until one of them ends.
func (c *cable) connect(near net.Conn) {
	far, err := net.Dial("unix", c.to)
	if err != nil {
		near.Close()
		return
	}
	c.mu.Lock()
	c.open = append(c.open, near, far)
	if c.off {
		c.closeAll()
	}
	c.mu.Unlock()
	back := make(chan struct{})
	go func() { defer close(back); c.carry(near, far) }()
	c.carry(far, near)
	<-back
}

// carry brings all that comes from one end to the other.
func (c *cable) carry(to, from net.Conn) {
	defer to.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		c.mu.Lock()
		for c.held && !c.off {
			c.cond.Wait()
		}
		c.mu.Unlock()
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// cut ends all connections, and lets no new one begin.
func (c *cable) cut() { c.set(true, false) }

// hold leaves the connections as they are, and lets nothing through.
func (c *cable) hold() { c.set(false, true) }

// join ends what cut and hold began.
func (c *cable) join() { c.set(false, false) }

func (c *cable) set(off, held bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off, c.held = off, held
	c.cond.Broadcast()
	if off {
		c.closeAll()
	}
}

// closeAll ends all connections. The caller holds the lock.
func (c *cable) closeAll() {
	for _, conn := range c.open {
		conn.Close()
	}
	c.open = nil
}
