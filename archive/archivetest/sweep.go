package archivetest

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// abandoned is the age from which unused files are rubbish, and not those of a test process
// that is just starting.
const abandoned = time.Hour

// sweep removes what test processes left that were killed, or ran out of time: they have
// no chance to clean up. What cannot be removed belongs to another user.
func sweep() {
	data, _ := filepath.Glob(filepath.Join(os.TempDir(), "gridkeeper-test-*")) // the pattern is good
	inMemory, _ := filepath.Glob(filepath.Join(memory, "gridkeeper-test-*"))
	for _, dir := range append(data, inMemory...) {
		if old(dir) && !inUse(dir) && !inUse(filepath.Join(dir, "pg.lock")) {
			_ = os.RemoveAll(dir)
		}
	}
	sockets, _ := filepath.Glob("/tmp/gridkeeper-????????????")
	for _, dir := range sockets {
		if old(dir) {
			_ = os.Remove(dir) // which fails while there is a socket in it
		}
	}
}

func old(path string) bool {
	info, err := os.Stat(path)
	return err == nil && time.Since(info.ModTime()) > abandoned
}

// inUse reports whether the lock on a directory of tests, or that of a server, is held.
func inUse(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil
}
