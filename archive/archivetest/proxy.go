package archivetest

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Proxy stands between programs and a database, and does to their connections what networks do.
// Others, such as Shopify's toxiproxy, know no sockets of files, which is all that our servers have,
// and no commits.
type Proxy struct {
	URL string // of the database, through the proxy

	directory string
	server    string // address of the database's socket

	mutex       sync.Mutex
	listener    net.Listener
	onCommit    Fault
	nth         int           // the message that onNth happens to, counted down
	onNth       Fault         // 0: nothing
	frozen      chan struct{} // closed by Thaw; nil: not frozen
	after       int           // bytes until it freezes or cuts by itself
	then        func()        // which of the two; nil: neither
	delay       time.Duration
	text        string // what is waited for
	times       int    // until it counts
	before      func() // done before it passes; nil: nothing
	connections []net.Conn
	unheard     map[net.Conn]chan struct{} // servers whose answer is lost, and closed when they have ended the session
	lost        map[net.Conn]bool          // ends of connections that are half-open for good
	ended       chan struct{}              // closed with the test
	closing     sync.WaitGroup             // the faults that will close it
}

// Fault is what goes wrong with a message to the database.
type Fault int

// The faults of messages.
const (
	_             Fault = iota
	LostBefore          // the connection breaks before the database sees it
	LostAfter           // the connection breaks before the database's answer
	LostAndClosed       // the same, and then the database cannot be reached
	LostSilently        // the database does not see it, and the program hears no more of the connection
)

const socketName = ".s.PGSQL.5432"

// NewProxy returns a proxy for a database of [URL], which is closed when the test ends.
func NewProxy(t testing.TB, databaseURL string) *Proxy {
	t.Helper()
	u, err := url.Parse(databaseURL)
	must(t, err)
	query := u.Query()
	// The name of a socket is short: the test's may not be part of it.
	p := &Proxy{server: filepath.Join(query.Get("host"), socketName), directory: Dir(t), unheard: map[net.Conn]chan struct{}{}, lost: map[net.Conn]bool{}, ended: make(chan struct{})}
	query.Set("host", p.directory)
	u.RawQuery = query.Encode()
	p.URL = u.String()
	must(t, p.Open())
	t.Cleanup(func() { p.Thaw(); p.Close(); p.end() })
	return p
}

// Open lets programs connect, also again after Close. Programs do not wait for the answer to each message, so that
// a fault may still be about to close it.
func (p *Proxy) Open() error {
	p.closing.Wait()
	listener, err := net.Listen("unix", filepath.Join(p.directory, socketName))
	if err != nil {
		return err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.listener = listener
	go p.accept(listener)
	return nil
}

// Close makes the database unreachable: it breaks all connections, and accepts no other.
func (p *Proxy) Close() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.listener != nil {
		_ = p.listener.Close()
		p.listener = nil
	}
	p.breakAll()
}

// Cut breaks all connections. Others can be made.
func (p *Proxy) Cut() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.breakAll()
}

func (p *Proxy) breakAll() {
	for _, c := range p.connections {
		_ = c.Close()
	}
	p.connections = nil
}

// Freeze makes all connections half-open: what is written to them is accepted and goes nowhere. New
// ones are the same.
func (p *Proxy) Freeze() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.frozen == nil {
		p.frozen = make(chan struct{})
	}
}

// Thaw breaks the connections that are half-open, and lets others through again.
func (p *Proxy) Thaw() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.frozen != nil {
		p.breakAll()
		close(p.frozen)
		p.frozen = nil
	}
}

// Lose makes the connections that there are half-open for good, as a firewall does that forgets them; new
// ones go through. The server finds out after some time and ends its sessions, the programs are left waiting.
func (p *Proxy) Lose(serverNotices time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	lost := p.connections
	p.connections = nil
	for i, c := range lost {
		p.lost[c] = true
		if i%2 == 1 { // accept appends a program, then the server
			time.AfterFunc(serverNotices, func() { _ = c.Close() })
		}
	}
}

func (p *Proxy) isLost(c net.Conn) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.lost[c]
}

// end lets go of what is half-open.
func (p *Proxy) end() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	close(p.ended)
	for c := range p.lost {
		_ = c.Close()
	}
}

// After does something, such as Freeze, once so many bytes have come from programs.
func (p *Proxy) After(bytes int, do func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.after, p.then = bytes, do
}

// Before does something before programs say a text for the n-th time, which waits for that: before
// "begin" no transaction of theirs is open.
func (p *Proxy) Before(text string, n int, do func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.text, p.times, p.before = text, n, do
}

// Slow delays every piece of what passes.
func (p *Proxy) Slow(delay time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.delay = delay
}

// Next says what goes wrong with the next commit.
func (p *Proxy) Next(f Fault) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.onCommit = f
}

// At says what goes wrong with the n-th message from now on, counting from 1 and on all connections. A message is
// what a program says before it waits for an answer.
func (p *Proxy) At(n int, f Fault) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.nth, p.onNth = n, f
}

// Reached reports whether the message of [Proxy.At] came.
func (p *Proxy) Reached() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.onNth == 0
}

func (p *Proxy) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", p.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		if !p.keeps(listener, client, server) {
			return
		}
		go p.pass(client, server, true)
		go p.pass(server, client, false)
	}
}

// keeps notes the ends of a connection, or breaks it where the listener was closed while it was made.
func (p *Proxy) keeps(listener net.Listener, client, server net.Conn) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.listener != listener {
		_, _ = client.Close(), server.Close()
		return false
	}
	p.connections = append(p.connections, client, server)
	return true
}

// pass sends what one end says to the other, until either is closed. A commit comes in one piece.
func (p *Proxy) pass(from, to net.Conn, fromClient bool) {
	defer to.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if p.isLost(from) {
			<-p.ended
			return
		}
		if !fromClient && p.loses(from) { // the program may notice only when all is as it should find it
			_, _ = io.Copy(io.Discard, from)
			p.hasEnded(from)
			return
		}
		if err != nil {
			return
		}
		if fromClient && p.breaks(from, to, buffer[:n]) {
			return
		}
		if fromClient {
			p.passes(buffer[:n])
		}
		p.hold(n, fromClient)
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// loses reports whether what a server has just said is lost.
func (p *Proxy) loses(server net.Conn) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.unheard[server] != nil
}

// hasEnded notes that a server whose answer is lost has ended its session.
func (p *Proxy) hasEnded(server net.Conn) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	close(p.unheard[server])
	delete(p.unheard, server)
}

// passes does what is to be done before what programs say.
func (p *Proxy) passes(said []byte) {
	p.mutex.Lock()
	before := p.before
	if before != nil && bytes.Contains(said, []byte(p.text)) {
		p.times--
	}
	if before != nil && p.times == 0 {
		p.before = nil
	} else {
		before = nil
	}
	p.mutex.Unlock()
	if before != nil {
		before()
	}
}

// hold waits for as long as the proxy is frozen or slow.
func (p *Proxy) hold(n int, fromClient bool) {
	p.mutex.Lock()
	then := p.then
	if p.after -= n; !fromClient || then == nil || p.after > 0 {
		then = nil
	} else {
		p.then = nil
	}
	p.mutex.Unlock()
	if then != nil {
		then()
	}
	p.mutex.Lock()
	frozen, delay := p.frozen, p.delay
	p.mutex.Unlock()
	time.Sleep(delay)
	if frozen != nil {
		<-frozen
	}
}

// next returns what is to go wrong with a message.
func (p *Proxy) next(message []byte) (f Fault) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.nth--; p.nth == 0 {
		f, p.onNth = p.onNth, 0
	}
	if f == 0 && bytes.Contains(message, []byte("commit\x00")) {
		f, p.onCommit = p.onCommit, 0
	}
	if f == LostAndClosed {
		p.closing.Add(1)
	}
	return f
}

// breaks does what is to go wrong with a message, and reports whether anything was.
func (p *Proxy) breaks(client, server net.Conn, message []byte) bool {
	fault := p.next(message)
	switch fault {
	case LostBefore:
	case LostSilently:
		p.mutex.Lock()
		p.lost[server] = true
		p.mutex.Unlock()
		return true
	case LostAfter, LostAndClosed:
		ended := make(chan struct{})
		p.mutex.Lock()
		p.unheard[server] = ended
		p.mutex.Unlock()
		_, _ = server.Write(message)
		_ = server.(*net.UnixConn).CloseWrite() // it ends the session when it has done this
		<-ended
		if fault == LostAndClosed {
			p.Close()
			p.closing.Done()
		}
	default:
		return false
	}
	_ = client.Close()
	return true
}
