// Package archivetest gives every test a database of its own on a real PostgreSQL server.
//
//	func TestMain(m *testing.M) { archivetest.Main(m) }
//
//	func TestSomething(t *testing.T) {
//		store := archivetest.New(t)
//		…
//	}
//
// The server is private to the test process. It starts with the first test that asks for a
// database, and each database is a copy of one that is migrated once. Where no server is
// installed the test fails, and says what to install. GRIDTEST_POSTGRESQL names the folder of another server's
// programs, and with GRIDTEST_PGBOUNCER=1 archives are opened behind a PgBouncer.
package archivetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/calendar/calendartest"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
)

// template is the database that the others are copies of.
const template = "migrated"

// planOnce has a session plan a statement once, and not anew the first five times, which takes the tests a fifth of their
// time. Those of make check, which count what is read, leave that to the server.
const planOnce = "force_generic_plan"

// host is the server of this process.
type host struct {
	dir    string
	held   *os.File // see makeDir
	server *localpg.Server
	pooler *Pooler    // nil: none
	mutex  sync.Mutex // PostgreSQL copies a template for one session at a time
	admin  *pgx.Conn  // makes and drops databases: to connect for each costs as much as dropping it
	made   atomic.Int64
}

// shared starts the server when it is first called. There is one for the process, because a
// test cannot hand anything to the next.
var shared = sync.OnceValues(start)

// runs is whether [Run] was called, which will stop the server.
var runs atomic.Bool

// started is whether there is a server to stop.
var started atomic.Bool

// Main runs the tests of a package, with time zones that are the same on every machine, then stops the server and removes its files.
// Call it in TestMain.
func Main(m *testing.M) { os.Exit(Run(m)) }

// Run is Main without the end of the process.
func Run(m *testing.M) (code int) {
	calendartest.FixZones()
	runs.Store(true)
	code = m.Run()
	if started.Load() {
		if err := stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	return code
}

// New returns an empty store, closed when the test ends.
func New(t testing.TB) *archive.Store {
	t.Helper()
	return Open(t, URL(t))
}

// Open returns a store on a database, closed when the test ends.
func Open(t testing.TB, url string) *archive.Store {
	t.Helper()
	store, err := Connect(context.Background(), url)
	must(t, err)
	t.Cleanup(store.Close)
	return store
}

// URL returns the address of an empty database with the archive's schema, which is removed
// when the test ends.
func URL(t testing.TB) string {
	t.Helper()
	return database(t, template)
}

// BareURL returns the address of a database without any schema.
func BareURL(t testing.TB) string {
	t.Helper()
	return database(t, "template0")
}

func database(t testing.TB, template string) string {
	t.Helper()
	h, err := shared()
	must(t, err)
	name := fmt.Sprintf("test_%d", h.made.Add(1))
	must(t, h.create(name, template))
	t.Cleanup(func() {
		if err := h.exec("drop database " + name + " with (force)"); err != nil {
			t.Error(err)
		}
	})
	return h.url(name)
}

func start() (*host, error) {
	if !runs.Load() {
		return nil, errors.New("nothing would remove the server's files: call archivetest.Main in TestMain")
	}
	sweep()
	dir, held, err := makeDir()
	if err != nil {
		return nil, err
	}
	options := localpg.Options{Dir: filepath.Join(dir, "pg"), Bin: os.Getenv("GRIDTEST_POSTGRESQL"), NoSync: true}
	if err := prepare(options); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	server, err := localpg.Start(context.Background(), options)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	started.Store(true)
	h := &host{dir: dir, held: held, server: server}
	if os.Getenv(behindPooler) != "" {
		dir := filepath.Join(dir, "pgbouncer")
		if h.pooler, err = StartPooler(dir, server.URL()); err != nil {
			return h, err
		}
		_ = os.Setenv(behindPooler, dir) // the name is good
	}
	h.admin, err = pgx.Connect(context.Background(), h.url("postgres"))
	if err == nil && testing.Short() {
		err = h.exec("alter role " + localpg.User + " set plan_cache_mode = " + planOnce)
	}
	return h, err
}

func stop() error {
	h, err := shared()
	if h == nil {
		return err
	}
	if h.admin != nil {
		err = errors.Join(err, h.admin.Close(context.Background()))
	}
	if h.pooler != nil {
		err = errors.Join(err, h.pooler.Stop())
	}
	return errors.Join(err, h.server.Stop(), os.RemoveAll(h.dir))
}

// create makes a database. Copying files is quicker than the default, which logs every page.
func (h *host) create(name, template string) error {
	return h.exec("create database " + name + " template " + template + " strategy file_copy")
}

// exec does a statement in the database that the others are not copied from.
func (h *host) exec(statement string) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	_, err := h.admin.Exec(context.Background(), statement)
	return err
}

func (h *host) url(name string) string {
	u, err := url.Parse(h.server.URL())
	if err != nil {
		panic(err) // localpg writes it
	}
	u.Path = "/" + name
	return u.String()
}
