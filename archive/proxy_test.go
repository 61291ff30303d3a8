package archive_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
)

// proxy stands between a store and the database. It passes on what it gets until it is told
// what to do about a commit.
type proxy struct {
	url      string
	listener net.Listener
	server   string // address of the database's socket

	mu          sync.Mutex
	onCommit    fault
	connections []net.Conn
}

// fault is what goes wrong with the next commit.
type fault int

const (
	none        fault = iota
	lostBefore        // the connection breaks before the database sees it
	lostAfter         // the connection breaks before the database's answer
	lostAndAway       // the same, and then the database cannot be reached
)

// newProxy returns a proxy for a database.
func newProxy(t *testing.T, databaseURL string) *proxy {
	t.Helper()
	u := must1(url.Parse(databaseURL))
	query := u.Query()
	p := &proxy{server: filepath.Join(query.Get("host"), ".s.PGSQL.5432")}
	dir := t.TempDir()
	p.listener = must1(net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432")))
	query.Set("host", dir)
	u.RawQuery = query.Encode()
	p.url = u.String()
	go p.accept()
	t.Cleanup(p.away)
	return p
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", p.server)
		if err != nil {
			_ = client.Close()
			return
		}
		p.mu.Lock()
		p.connections = append(p.connections, client, server)
		p.mu.Unlock()
		go p.pass(client, server)
		go func() { // to the client; ends when either end is closed
			_, _ = io.Copy(client, server)
			_ = client.Close()
		}()
	}
}

// pass sends what the client says to the server. A commit comes in one piece.
func (p *proxy) pass(client, server net.Conn) {
	defer server.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		if bytes.Contains(buffer[:n], []byte("commit\x00")) && p.breaks(client, server, buffer[:n]) {
			return
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// breaks does what is to go wrong with a commit, and reports whether anything was.
func (p *proxy) breaks(client, server net.Conn, commit []byte) bool {
	p.mu.Lock()
	fault := p.onCommit
	p.onCommit = none
	p.mu.Unlock()
	switch fault {
	case lostBefore:
	case lostAfter, lostAndAway:
		_ = client.(*net.UnixConn).CloseWrite() // the client hears nothing from now on
		_, _ = server.Write(commit)
		if fault == lostAndAway {
			_ = p.listener.Close()
		}
	default:
		return false
	}
	_ = client.Close()
	return true
}

// next says what goes wrong with the next commit.
func (p *proxy) next(f fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onCommit = f
}

// away makes the database unreachable.
func (p *proxy) away() {
	_ = p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.connections {
		_ = c.Close()
	}
}
