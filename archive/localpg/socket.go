package localpg

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
)

// port is the one that PostgreSQL names its socket after; no TCP port is opened.
const port = "5432"

// socketDir returns the directory of the server's socket. Its name follows from the data
// directory, so that every process of ours finds it and nothing piles up. It is not in the
// data directory because a socket's path may have 107 bytes at most.
func (c cluster) socketDir() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", c.account.uid, c.dir))
	return fmt.Sprintf("/tmp/gridkeeper-%x", sum[:6])
}

func (c cluster) socket() string { return filepath.Join(c.socketDir(), ".s.PGSQL."+port) }

// makeSocketDir makes the directory. Others may make one of that name before us, in /tmp,
// so it is used only if it is the account's, and closed to all others.
func (c cluster) makeSocketDir() error {
	dir := c.socketDir()
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		return c.account.own(dir)
	}
	if !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if c.account.owns(dir) != nil || info.Mode() != os.ModeDir|0o700 {
		return fmt.Errorf("%q should be a directory for our socket alone, but is %s of somebody else's: remove it", dir, info.Mode())
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

// url returns what clients connect with.
func (c cluster) url() string {
	query := url.Values{"host": {c.socketDir()}, "port": {port}, "user": {User}}
	return "postgres:///postgres?" + query.Encode()
}
