package archivetest

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// memory is where Linux keeps files in memory. A database there costs 30 ms of the processor to make and
// to drop, of some 300 files each; on a disk it may be ten times as much.
const memory = "/dev/shm"

// room is how many bytes must be free in memory. Containers have 64 MB there by default.
const room = 1 << 30

// Dir returns a directory for the data of a server, which root's servers can reach as well, though they
// run as another user. It is in memory where there is room, and removed when the test ends.
func Dir(t testing.TB) string {
	t.Helper()
	dir, held, err := makeDir()
	must(t, err)
	t.Cleanup(func() {
		_ = os.RemoveAll(dir) // while a server is being killed there, sweep does it
		_ = held.Close()
	})
	return dir
}

// makeDir makes a directory, which sweep leaves alone until held is closed or this process ends.
func makeDir() (dir string, held *os.File, err error) {
	dir, err = os.MkdirTemp(parent(), "gridkeeper-test-")
	if err != nil {
		return "", nil, err
	}
	if held, err = os.Open(dir); err != nil {
		return "", nil, err
	}
	err = syscall.Flock(int(held.Fd()), syscall.LOCK_SH)
	return dir, held, errors.Join(err, os.Chmod(dir, 0o755)) // MkdirTemp lets only ourselves in
}

// parent returns the directory in which those of tests are made. In a bare chroot that in memory is a folder
// on the disk, in which only root may write.
func parent() string {
	const tmpfs, mayWrite = 0x01021994, 2 // statfs(2), access(2)
	var disk syscall.Statfs_t
	err := syscall.Statfs(memory, &disk)
	if err != nil || disk.Type != tmpfs || disk.Bavail*uint64(disk.Bsize) < room || syscall.Access(memory, mayWrite) != nil {
		return os.TempDir()
	}
	return memory
}
