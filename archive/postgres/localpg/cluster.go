package localpg

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// User is the name of the server's only user. It has no password: access to the directory of
// the socket is enough.
const User = "gridkeeper"

// maxDir is how long the path of a data directory may be, in bytes. PostgreSQL truncates
// paths at 1,023, and the names of its own files have to fit too.
const maxDir = 900

// cluster is a data directory, with the means to run it.
type cluster struct {
	dir      string // absolute
	account  account
	programs programs
	noSync   bool
}

// newCluster makes all checks that are possible before anything is written.
func newCluster(ctx context.Context, o Options) (cluster, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return cluster{}, err
	}
	if len(dir) > maxDir {
		return cluster{}, fmt.Errorf("the path %q... has %d bytes, and at most %d work with PostgreSQL: choose another directory",
			dir[:60], len(dir), maxDir)
	}
	if o.NoSync && !isTemporary(dir) {
		return cluster{}, fmt.Errorf("%q is outside of %q: only there may a server run without syncing its files", dir, os.TempDir())
	}
	who, err := serverAccount()
	if err != nil {
		return cluster{}, err
	}
	if err := who.checkOwner(filepath.Join(dir, "PG_VERSION")); err != nil {
		return cluster{}, err
	}
	chosen, err := choosePrograms(ctx, o.Bin, dir)
	return cluster{dir, who, chosen, o.NoSync}, err
}

// isTemporary reports whether nobody expects files there to survive a crash of the machine.
func isTemporary(dir string) bool {
	return strings.HasPrefix(dir, filepath.Clean(os.TempDir())+"/") || strings.HasPrefix(dir, "/dev/shm/")
}

// create makes the data directory if there is none. It is made under a temporary name, so that the remains of a
// killed initdb do not look like a database.
func (c cluster) create(ctx context.Context) error {
	entries, err := os.ReadDir(c.dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	case len(entries) > 0:
		if _, err := os.Stat(filepath.Join(c.dir, "PG_VERSION")); err != nil {
			return fmt.Errorf("%q holds files but no database: choose another directory, or empty it", c.dir)
		}
		return nil
	}
	temporary := c.dir + ".tmp"
	err = c.initdb(ctx, temporary, "C.UTF-8")
	if err != nil && ctx.Err() == nil { // systems without that locale, such as macOS before 15
		err = c.initdb(ctx, temporary, "C")
	}
	if err != nil {
		return errors.Join(fmt.Errorf("make a database in %q: %w", c.dir, err), os.RemoveAll(temporary))
	}
	return os.Rename(temporary, c.dir)
}

func (c cluster) initdb(ctx context.Context, dir, locale string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	if err := c.account.give(dir); err != nil {
		return err
	}
	args := []string{"-D", dir, "-U", User, "-A", "trust", "-E", "UTF8", "--locale=" + locale}
	if c.noSync {
		args = append(args, "--no-sync")
	}
	p, err := launch(c, "initdb", args...)
	if err != nil {
		return err
	}
	return p.wait(ctx)
}

// settings are for imports, which write more in a minute than anything else in a week. None of them puts data at
// risk: commits survive a crash, as with PostgreSQL's own.
var settings = []string{
	// No other server follows this one, and the log of changes need not serve one.
	"wal_level=minimal", "max_wal_senders=0",
	// A checkpoint makes the log hold each page once more that changes after it, and with the keys of
	// new puzzles, which are random, these are all pages of two indexes.
	"max_wal_size=2GB", "checkpoint_timeout=15min", // compressed: see [cluster.compression]
	// Two transactions write at a time.
	"wal_buffers=16MB",
}

// compression is how the server packs pages in its log. With LZ4, if it was built with that, which it may be since version
// 15, a large revert takes nine tenths of the processor time that it takes with PostgreSQL's own.
func (c cluster) compression(ctx context.Context) string {
	const fast = "wal_compression=lz4"
	asked := exec.CommandContext(ctx, filepath.Join(c.programs.dir, "postgres"), "-C", "wal_compression", "-D", c.dir, "-c", fast)
	if asked.Run() != nil {
		return "wal_compression=on"
	}
	return fast
}

// run starts the server and waits until it accepts connections.
func (c cluster) run(ctx context.Context) (*process, error) {
	if err := c.makeSocketDir(); err != nil {
		return nil, err
	}
	args := []string{"-D", c.dir, "-c", "listen_addresses=", "-c", "unix_socket_directories=" + c.socketDir(), "-p", port}
	for _, setting := range slices.Concat(settings, []string{c.compression(ctx)}) {
		args = append(args, "-c", setting)
	}
	if c.noSync {
		// Tests run side by side, as many as there are cores, each with a pool of its own.
		args = append(args, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=1000")
	}
	p, err := launch(c, "postgres", args...)
	if err != nil {
		return nil, err
	}
	if err := c.awaitReady(ctx, p); err != nil {
		return nil, errors.Join(err, c.shutDown(p))
	}
	return p, nil
}

// shutDown shuts the server down and leaves only the data behind.
func (c cluster) shutDown(p *process) error {
	err := p.stop(stopGrace)
	_ = os.Remove(c.socketDir()) // fails after an immediate shutdown, which leaves the socket in it
	return err
}

// port is the one that PostgreSQL names its socket after; no TCP port is opened.
const port = "5432"

// socketDir returns the directory of the server's socket. Its name is computed from the data
// directory, so that every process finds it and no old ones accumulate. It is not in the data
// directory because a socket's path may have 107 bytes at most.
func (c cluster) socketDir() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", c.account.uid, c.dir))
	return fmt.Sprintf("/tmp/gridkeeper-%x", sum[:6])
}

func (c cluster) socket() string { return filepath.Join(c.socketDir(), ".s.PGSQL."+port) }

// makeSocketDir makes the directory. Any user can make one of that name in /tmp first, so it
// is used only if it belongs to the account and is closed to all others.
func (c cluster) makeSocketDir() error {
	dir := c.socketDir()
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		return c.account.give(dir)
	}
	if !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if c.account.checkOwner(dir) != nil || info.Mode() != os.ModeDir|0o700 {
		return fmt.Errorf("%q is not safe for the server's socket: it belongs to another user, or has the mode %s instead of %s: remove it",
			dir, info.Mode(), os.ModeDir|0o700)
	}
	return nil
}

// answers reports whether a server listens at the socket.
func (c cluster) answers() bool {
	connection, err := net.Dial("unix", c.socket())
	if err != nil {
		return false
	}
	return connection.Close() == nil
}

// url returns the address for clients.
func (c cluster) url() string {
	query := url.Values{"host": {c.socketDir()}, "port": {port}, "user": {User}}
	return "postgres:///postgres?" + query.Encode()
}
