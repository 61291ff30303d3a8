package archive_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// A commit whose answer is lost: the database is asked what became of it.
func TestCommitIsLost(t *testing.T) {
	url, stores := two(t)
	p := newProxy(t, url)
	s := archivetest.Open(t, p.url)

	p.next(lostAfter)
	wantAnswer(t, s, "kept", "1")
	wantChecks(t, stores[0], 1)

	p.next(lostBefore)
	_, err := s.Once(t.Context(), "not kept", checkOnce(s))
	wantIs(t, err, archive.ErrUnavailable)
	if errors.Is(err, archive.ErrUnknownOutcome) {
		t.Errorf("the error is %v, and it is known that nothing was kept", err)
	}
	wantChecks(t, stores[0], 1)
	wantAnswer(t, s, "not kept", "2")

	p.next(lostAfter)
	_, err = s.Once(t.Context(), "", checkOnce(s)) // nothing to ask for
	wantIs(t, err, archive.ErrUnknownOutcome)

	p.next(lostAndAway)
	_, err = s.Once(t.Context(), "unknown", checkOnce(s))
	wantIs(t, err, archive.ErrUnknownOutcome)
	if errors.Is(err, archive.ErrUnavailable) || !strings.Contains(err.Error(), "not known whether the change was kept") {
		t.Errorf("the error is %q", err)
	}
	wantAnswer(t, stores[0], "unknown", "4")
}

// A database that cannot be reached is not any other error, and the other way round.
func TestUnavailable(t *testing.T) {
	url, stores := two(t)
	p := newProxy(t, url)
	s := archivetest.Open(t, p.url)
	wantAnswer(t, s, "", "1")
	execute(t, url, `
		create function full_disk() returns trigger language plpgsql as $$
		begin raise exception 'No space left on device' using errcode = '53100'; end $$;
		create trigger full_disk before insert on event execute function full_disk()`)
	_, err := s.Once(t.Context(), "", checkOnce(s))
	if err == nil || errors.Is(err, archive.ErrUnavailable) {
		t.Errorf("the error of a full disk is %v", err)
	}
	p.away()
	for i := range 3 { // a connection that broke, then none
		_, err = s.Once(t.Context(), "click", checkOnce(s))
		if !errors.Is(err, archive.ErrUnavailable) || errors.Is(err, archive.ErrUnknownOutcome) {
			t.Errorf("request %d: the error is %v", i, err)
		}
		_, err := s.Guild(t.Context(), "42")
		wantIs(t, err, archive.ErrUnavailable)
	}
	_, err = s.ImportFile(t.Context(), archive.ImportOptions{Collection: "more"}, file(royle))
	wantIs(t, err, archive.ErrUnavailable)
	wantChecks(t, stores[0], 1)
}

// requestVariable makes the test binary be a process that does a request on the database it
// names, and says how far it is.
const requestVariable = "GRIDKEEPER_REQUEST_CHILD"

func requestAndWait(url string) int {
	store, err := archive.Open(context.Background(), url)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("opened")
	answer, err := store.Once(context.Background(), "click", func(ctx context.Context) ([]byte, error) {
		answer, err := checkOnce(store)(ctx)
		fmt.Println("worked", string(answer), err)
		return answer, err
	})
	fmt.Println("answered", string(answer), err)
	select {}
}

// killRequest starts a process that does the request "click" and kills it, kill -9, a while
// after it printed a line.
func killRequest(t *testing.T, url, line string, after time.Duration) {
	t.Helper()
	child := exec.Command(must1(os.Executable()))
	child.Env = append(os.Environ(), requestVariable+"="+url)
	output, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	lines := bufio.NewScanner(output)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), line) {
		continue
	}
	time.Sleep(after)
	must(t, child.Process.Kill())
	_ = child.Wait() // it was killed
}

// A process that is killed in the work, around the commit or after it: the next one does the
// work, or finds the answer. Never both, never neither.
func TestRequestKilled(t *testing.T) {
	url, stores := two(t)
	for i, c := range []struct {
		line  string
		after time.Duration
	}{
		{"worked", 0}, {"worked", 200 * time.Microsecond}, {"worked", 500 * time.Microsecond}, {"worked", time.Millisecond}, {"answered", 0},
	} {
		execute(t, url, `delete from request; update event set request = null`)
		killRequest(t, url, c.line, c.after)
		wantAnswer(t, stores[0], "click", fmt.Sprint(i+1))
		wantChecks(t, stores[1], i+1)
	}
}

// proxy stands between a store and the database. It passes everything on, but for what it is
// asked to do to a commit.
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
