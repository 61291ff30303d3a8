package connection

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// A connection can be silent for good: the other machine lost its power, a firewall forgot the connection, the server
// is stopped. TCP finds that out after hours, and not at all if a machine between the two still answers. Yet silence
// alone proves nothing, since a statement may take an hour. So a waiting connection asks on a second one whether the
// server still works on the statement.

// silence is for how long a connection may be silent until the server is asked, how long that may take, and how long
// a new connection may. A parameter of the address changes it: tcp_user_timeout, in milliseconds, which clients of
// PostgreSQL know for much the same.
const silence = 15 * time.Second

// minSilence is the time that a new connection may take on a busy machine.
const minSilence = 500 * time.Millisecond

// silenceOf takes the parameter out of the settings of a session.
func silenceOf(settings map[string]string) (time.Duration, error) {
	const name = "tcp_user_timeout"
	value, given := settings[name]
	delete(settings, name)
	n, err := strconv.Atoi(value)
	switch {
	case !given || err == nil && n == 0: // 0 is PostgreSQL's word for what is usual
		return silence, nil
	case err != nil || n < 0:
		return 0, fmt.Errorf("%s=%s in the database address (database.url): want milliseconds, such as 15000", name, value)
	}
	return max(time.Duration(n)*time.Millisecond, minSilence), nil
}

// Guard makes all connections of a configuration guarded.
func Guard(config *pgconn.Config, pooled bool) error {
	patience, err := silenceOf(config.RuntimeParams)
	if err != nil {
		return err
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, patience)
	asking := config.Copy()
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &guarded{Conn: conn, patience: patience, config: asking}, nil
	}
	build := config.BuildFrontend
	config.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		if g, ok := guardOf(w); ok {
			r = awaited{r, g}
		}
		return build(r, w)
	}
	config.AfterConnect = func(ctx context.Context, session *pgconn.PgConn) error {
		return settle(ctx, session, patience, pooled)
	}
	return nil
}

// sessionSettings make the server notice within half a minute that we are gone, and release what we
// locked: its own are two hours, and never for a statement that waits. A server that has no such
// setting does without.
const sessionSettings = `select
	set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
	set_config('tcp_keepalives_count', '4', false), set_config('tcp_user_timeout', '%d', false),
	set_config('client_connection_check_interval', '10s', false), ` + sessionProcess

const sessionProcess = `pg_backend_pid()`

// settle makes a session's settings, and begins to guard it. The number of its process is asked for, because a pooler
// gives another at login. One in transaction mode has another for each transaction, so ours cannot be known: then the
// process that is asked answers for itself.
func settle(ctx context.Context, session *pgconn.PgConn, patience time.Duration, pooled bool) error {
	results, err := session.Exec(ctx, fmt.Sprintf(sessionSettings, (patience+patience/2).Milliseconds())).ReadAll()
	if reported := (*pgconn.PgError)(nil); errors.As(err, &reported) {
		results, err = session.Exec(ctx, `select `+sessionProcess).ReadAll()
	}
	if err != nil {
		return err
	}
	if g, ok := guardOf(session.Conn()); ok {
		row := results[0].Rows[0]
		process := string(row[len(row)-1])
		if pooled {
			process = sessionProcess
		}
		g.begin(process)
	}
	return nil
}

// guardOf returns the guard of a connection of the driver.
func guardOf(conn io.Writer) (g *guarded, ok bool) {
	if encrypted, ok := conn.(*tls.Conn); ok {
		conn = encrypted.NetConn()
	}
	g, ok = conn.(*guarded)
	return g, ok
}

// guarded is a connection that fails when it is silent and the server does not work for it.
type guarded struct {
	net.Conn
	patience time.Duration
	config   *pgconn.Config // to ask with
	awaited  atomic.Int32   // what the driver has to read or write to go on

	mutex    sync.Mutex
	process  string             // of the server, for this session; "": not guarded yet
	deadline time.Time          // what the driver has set
	hurry    context.CancelFunc // ends a question when the driver sets one
}

func (g *guarded) begin(process string) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.process = process
}

// SetDeadline is called by the driver, from another goroutine, to end a wait.
func (g *guarded) SetDeadline(t time.Time) error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.deadline = t
	if g.hurry != nil && !t.IsZero() {
		g.hurry()
	}
	return g.Conn.SetDeadline(t)
}

func (g *guarded) Read(b []byte) (int, error) {
	return g.patiently(b, g.Conn.SetReadDeadline, g.Conn.Read)
}

func (g *guarded) Write(b []byte) (n int, err error) {
	g.awaited.Add(1)
	defer g.awaited.Add(-1)
	n, err = g.patiently(b, g.Conn.SetWriteDeadline, g.Conn.Write)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) {
		if reason := g.lastWords(); reason != nil {
			err = &net.OpError{Op: "write", Net: "to the server", Err: reason}
		}
	}
	return n, err
}

// awaited is the reader of the driver's answers. From the connection itself it may also read ahead: a read in the
// background, which it starts when a write is slow, stays there for as long as the program has nothing to ask.
type awaited struct {
	io.Reader
	conn *guarded
}

func (a awaited) Read(b []byte) (int, error) {
	a.conn.awaited.Add(1)
	defer a.conn.awaited.Add(-1)
	return a.Reader.Read(b)
}

// lastWords returns the server's message at the end of an idle session, if it can be read: the driver reads nothing
// more once it could not write.
func (g *guarded) lastWords() error {
	message := make([]byte, 8192)
	_ = g.Conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	n, _ := g.Conn.Read(message)
	const head = 5 // a letter and the length
	var said pgproto3.ErrorResponse
	if n < head || message[0] != 'E' {
		return nil
	}
	length := int(binary.BigEndian.Uint32(message[1:])) + 1
	if length < head || length > n || said.Decode(message[head:length]) != nil {
		return nil
	}
	return pgconn.ErrorResponseToPgError(&said)
}

// Why a silent connection is given up. The server waits for us, or does not know the session; or it
// does not answer a new connection.
var (
	errSilent = errors.New("and something was lost on the way")
	errAway   = errors.New("and a new connection has no answer either")
)

// patiently reads or writes for as long as the server works. It is asked twice: its answer may just be
// on its way. A driver that listens for notifications has to ask for something in between, which
// River's does.
func (g *guarded) patiently(b []byte, limit func(time.Time) error, do func([]byte) (int, error)) (done int, err error) {
	idle := false
	for {
		ours := g.limit(limit)
		n, err := do(b[done:])
		done += n
		if !ours || !errors.Is(err, os.ErrDeadlineExceeded) || done == len(b) {
			return done, err
		}
		if g.awaited.Load() == 0 {
			idle = false
			continue
		}
		working, err := g.ask()
		if err == nil && !working && idle && n == 0 {
			err = errSilent
		}
		if err != nil {
			_ = g.Conn.Close() // so that nothing else waits for it
			return done, &net.OpError{Op: "wait", Net: "for an answer", Err: fmt.Errorf("silent for %s, %w", g.patience, err)}
		}
		idle = !working
	}
}

// limit sets a deadline of ours, unless the driver has one, or the session has just begun.
func (g *guarded) limit(set func(time.Time) error) bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.process == "" || !g.deadline.IsZero() {
		return false
	}
	return set(time.Now().Add(g.patience)) == nil
}

// isWorking is true for a session that owes an answer and can give it. One that waits for its client has given all
// its answers.
const isWorking = `
	select coalesce(state not like 'idle%%' and wait_event_type is distinct from 'Client', true)
	from pg_stat_activity where pid = %s`

// ask asks the server whether it works on our statement.
func (g *guarded) ask() (working bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), g.patience)
	defer cancel()
	if !g.interruptible(cancel) {
		return true, nil // the driver gives up by itself
	}
	defer g.interruptible(nil)
	session, err := pgconn.ConnectConfig(ctx, g.config)
	if Crowded(err) {
		return true, nil // it lives, and has no room for questions
	}
	if err == nil {
		working, err = askOn(ctx, session, g.process)
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return true, nil
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return false, errAway // without the cause, which would pass for a deadline of the caller
	}
	return working, err
}

func askOn(ctx context.Context, session *pgconn.PgConn, process string) (working bool, err error) {
	defer func() { _ = session.Close(ctx) }()
	results, err := session.Exec(ctx, fmt.Sprintf(isWorking, process)).ReadAll()
	if err != nil {
		return false, err
	}
	if len(results[0].Rows) == 0 {
		return false, errSilent
	}
	return string(results[0].Rows[0][0]) == "t", nil
}

// interruptible sets the function that ends a question early, and reports whether one may be asked.
func (g *guarded) interruptible(cancel context.CancelFunc) bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.hurry = cancel
	return g.deadline.IsZero()
}
