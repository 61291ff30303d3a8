package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// poll is how often we check whether something has happened to the server.
const poll = 20 * time.Millisecond

func (c cluster) pidFile() string { return filepath.Join(c.dir, "postmaster.pid") }

// postmaster reads the file in the data directory in which a running server notes its
// process and whether it accepts connections. The status is the eighth line.
func (c cluster) postmaster() (pid int, ready bool, err error) {
	text, err := os.ReadFile(c.pidFile())
	if err != nil {
		return 0, false, err
	}
	lines := strings.Split(string(text), "\n")
	pid, err = strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || pid <= 0 {
		return 0, false, fmt.Errorf("no process number in the first line of %q", c.pidFile())
	}
	return pid, len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready", nil
}

// awaitReady waits until the server that we started accepts connections.
func (c cluster) awaitReady(ctx context.Context, p *process) error {
	for {
		pid, ready, err := c.postmaster()
		if err == nil && ready && pid == p.cmd.Process.Pid {
			return nil
		}
		select {
		case <-p.exited:
			return p.failure()
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(poll):
		}
	}
}

// stopOrphan makes sure that our server can start, once the lock shows that no process owns one. A server on our data
// is then an orphan, most likely shutting down because its owner was killed: it is stopped. A file that names any
// other process, whose number was used again after a crash, would keep PostgreSQL from starting: it is removed.
func (c cluster) stopOrphan(ctx context.Context) error {
	pid, _, err := c.postmaster()
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil || !c.serves(pid) {
		return os.Remove(c.pidFile())
	}
	for c.serves(pid) {
		if err := syscall.Kill(pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stop the server that is left running on %q, process %d: %w", c.dir, pid, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(poll):
		}
	}
	return nil
}

// serves reports whether a process is a PostgreSQL server on our data.
func (c cluster) serves(pid int) bool {
	exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat("/proc/self/exe"); err != nil { // no /proc: trust the number
			return syscall.Kill(pid, 0) == nil
		}
	}
	directory, cwdErr := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	return err == nil && cwdErr == nil &&
		strings.HasPrefix(filepath.Base(exe), "postgres") && sameFile(directory, c.dir)
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
