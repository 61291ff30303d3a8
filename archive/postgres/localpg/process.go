package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// process is a running program of the server.
type process struct {
	cmd    *exec.Cmd
	output *tail
	exited chan struct{} // closed when it has ended
}

// launch starts a program of the server with a clean environment: otherwise PostgreSQL takes
// its locale, its time zone and, from variables PG*, its settings from ours.
func launch(c cluster, name string, args ...string) (*process, error) {
	output := new(tail)
	cmd := exec.Command(c.programs.dir+"/"+name, args...)
	cmd.Env = []string{"PATH=" + c.programs.dir + ":/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = output, output
	cmd.WaitDelay = time.Second // a process of the server that hangs holds its output open
	cmd.SysProcAttr = attributes(c.account, c.dir)
	p := &process{cmd: cmd, output: output, exited: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The child gets its signal when this thread ends, not when the process does, so
		// the goroutine keeps the thread to itself until the child has ended.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // cmd.ProcessState has the result
			close(p.exited)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	return p, nil
}

// wait waits for a program that ends by itself, and kills it when the context is done.
func (p *process) wait(ctx context.Context) error {
	select {
	case <-p.exited:
	case <-ctx.Done():
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // it may have ended already
		<-p.exited
		return ctx.Err()
	}
	if !p.cmd.ProcessState.Success() {
		return p.failure()
	}
	return nil
}

// grace is how long a server may take for each way of stopping it. An immediate shutdown writes nothing
// more, and the server recovers at the next start.
type grace struct{ fast, immediate time.Duration }

var stopGrace = grace{fast: 30 * time.Second, immediate: 10 * time.Second}

// stop shuts the server down, by harder means if need be: a server of version 17 whose log finds no
// room ignores a fast shutdown.
func (p *process) stop(g grace) error {
	if p.stopBy(syscall.SIGINT, g.fast) {
		return nil
	}
	if p.stopBy(syscall.SIGQUIT, g.immediate) {
		return fmt.Errorf("PostgreSQL did not shut down within %s and was stopped immediately; it recovers at the next start", g.fast)
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // it may have ended by now
	<-p.exited
	return fmt.Errorf("PostgreSQL did not shut down within %s and was killed; it recovers at the next start", g.fast+g.immediate)
}

// stopBy sends a signal, and reports whether the server ends in time.
func (p *process) stopBy(signal syscall.Signal, atMost time.Duration) bool {
	_ = p.cmd.Process.Signal(signal) // it may have ended already
	select {
	case <-p.exited:
		return true
	case <-time.After(atMost):
		return false
	}
}

// noRoom is how PostgreSQL reports a full disk.
const noRoom = "No space left on device"

// failure describes how the program ended and why.
func (p *process) failure() error {
	why := reasons(p.output.String())
	switch {
	case strings.Contains(why, "shared memory segment"):
		why += ": the server needs a /dev/shm in which every user may write: mount -t tmpfs -o mode=1777 tmpfs /dev/shm"
	case strings.Contains(why, "insufficient file descriptors"):
		why = strings.TrimSuffix(why, ".") + ": " + raiseFiles
	case strings.Contains(why, noRoom): // and a hint that the data may be lost, which they are not
		for reason := range strings.SplitSeq(why, "; ") {
			if strings.Contains(reason, noRoom) {
				why = reason + ": make room on the disk of the data folder"
			}
		}
	}
	return fmt.Errorf("%s: %s: %s", p.cmd.Path, p.cmd.ProcessState, why)
}

// reasons returns the lines of a program's output that give the reason of its failure, or all lines if none is marked
// so.
func reasons(output string) string {
	var lines []string
	for line := range strings.Lines(output) {
		for _, mark := range []string{"FATAL:", "PANIC:", "error:", "DETAIL:", "HINT:"} {
			if _, text, ok := strings.Cut(line, mark); ok {
				lines = append(lines, strings.TrimSpace(text))
				break
			}
		}
	}
	if len(lines) == 0 {
		return strings.TrimSpace(output)
	}
	return strings.Join(lines, "; ")
}

// tailSize is how many bytes of a program's output are kept for an error.
const tailSize = 2000

// tail keeps the end of its input.
type tail struct {
	mutex sync.Mutex
	last  []byte
}

func (t *tail) Write(text []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.last = append(t.last, text...)
	t.last = t.last[max(0, len(t.last)-tailSize):]
	return len(text), nil
}

func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return string(t.last)
}

// account is the user that the server's programs run as.
type account struct {
	uid, gid uint32
	other    bool // not the user of this process, who is root
}

// serverAccount returns the user of this process, or postgres or nobody instead of root, as
// whom PostgreSQL refuses to run.
func serverAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{uid: uint32(os.Geteuid()), gid: uint32(os.Getegid())}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(uidErr, gidErr); err != nil {
			return account{}, err
		}
		return account{uint32(uid), uint32(gid), true}, nil
	}
	return account{}, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as: " +
		"start this program as an ordinary user")
}

// give gives a file to the account.
func (a account) give(path string) error {
	if !a.other {
		return nil
	}
	return os.Chown(path, int(a.uid), int(a.gid))
}

// checkOwner returns an error if a file exists and does not belong to the account.
func (a account) checkOwner(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for the database: %w: choose another directory", err)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != a.uid {
		return fmt.Errorf("%q belongs to user %d, and the server would run as user %d: "+
			"start this program as before, or choose another directory", path, stat.Uid, a.uid)
	}
	return nil
}

// reaches reports whether the account may pass through all the directories above path.
func (a account) reaches(path string) bool {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || !a.mayPass(info) {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

func (a account) mayPass(dir os.FileInfo) bool {
	stat, ok := dir.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return false
	case stat.Uid == a.uid:
		return dir.Mode()&0o100 != 0
	case stat.Gid == a.gid:
		return dir.Mode()&0o010 != 0
	default:
		return dir.Mode()&0o001 != 0
	}
}
