package connection_test

import (
	"context"
	"errors"
	"net"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
)

func TestMain(m *testing.M) { archivetest.Main(m) }

// A program that pauses in a transaction keeps its connection. Where a write was slow, as on a busy machine, the driver
// still reads in the background, and nothing will come.
func TestPauseInTransaction(t *testing.T) {
	t.Parallel()
	config, err := pgconn.ParseConfig(archivetest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	dial := config.DialFunc
	b := &busy{ahead: make(chan struct{}), silences: make(chan error, 10)}
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return busyConn{conn, b}, err
	}
	if err := connection.Guard(config, false); err != nil {
		t.Fatal(err)
	}
	session, err := pgconn.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close(context.Background()) }()
	b.phase.Store(slow)
	if _, err := session.Exec(t.Context(), `begin; select 1`).ReadAll(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := <-b.silences; err != nil {
			t.Fatal(err)
		}
	}
	b.phase.Store(usual)
	if _, err := session.Exec(t.Context(), `select 1`).ReadAll(); err != nil {
		t.Error("after a pause:", err)
	}
}

// A server that refuses the settings of a session is used without.
func TestServerWithoutSettings(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	run := func(url, statement string) {
		t.Helper()
		config, err := pgconn.ParseConfig(url)
		if err != nil {
			t.Fatal(err)
		}
		if err := connection.Guard(config, false); err != nil {
			t.Fatal(err)
		}
		session, err := pgconn.ConnectConfig(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = session.Close(context.Background()) }()
		if _, err := session.Exec(t.Context(), statement).ReadAll(); err != nil {
			t.Error(err)
		}
	}
	run(url, `create schema old; create function old.set_config(text, text, bool) returns text language plpgsql
		as 'begin raise undefined_object; end'`)
	run(url+"&search_path=old%2Cpg_catalog", `select 1`)
}

// busy is a machine that goes on after a write when the answer was read in the background and the next read has begun.
// From then on its reads soon find nothing.
type busy struct {
	phase    atomic.Int32
	ahead    chan struct{}
	silences chan error
}

const (
	usual = iota
	slow
	answered
	ahead
)

type busyConn struct {
	net.Conn
	*busy
}

func (b busyConn) Write(data []byte) (int, error) {
	n, err := b.Conn.Write(data)
	if b.phase.Load() != usual {
		<-b.ahead
	}
	return n, err
}

func (b busyConn) SetReadDeadline(t time.Time) error {
	if b.phase.Load() >= answered {
		t = time.Now().Add(200 * time.Millisecond) // two of them outlast a driver that waits for a processor
	}
	return b.Conn.SetReadDeadline(t)
}

func (b busyConn) Read(data []byte) (int, error) {
	if b.phase.CompareAndSwap(answered, ahead) {
		close(b.ahead)
	}
	n, err := b.Conn.Read(data)
	if n > 0 {
		b.phase.CompareAndSwap(slow, answered)
	}
	if b.phase.Load() == ahead && errors.Is(err, os.ErrDeadlineExceeded) {
		select {
		case b.silences <- nil:
		default:
		}
	}
	return n, err
}

func (b busyConn) Close() error {
	if b.phase.Load() == ahead {
		b.silences <- errors.New("the connection was given up in a pause")
	}
	return b.Conn.Close()
}
