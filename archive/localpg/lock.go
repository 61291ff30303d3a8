package localpg

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// openLock opens the file beside the data directory whose lock says who owns the server.
// The file stays: who removed it might remove one that somebody else just locked.
func (c cluster) openLock() (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(c.dir), 0o755); err != nil {
		return nil, fmt.Errorf("make a place for the database: %w: choose another directory", err)
	}
	file, err := os.OpenFile(c.dir+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the database: %w: choose another directory", err)
	}
	return file, nil
}

// tryLock reports whether the lock is ours now. The system releases it when we die.
func tryLock(file *os.File) (bool, error) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
