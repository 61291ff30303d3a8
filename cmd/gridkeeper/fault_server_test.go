package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// faultServer is a PostgreSQL server for one fault, on a data directory of its own.
type faultServer struct {
	dir, program string
	process      *exec.Cmd
	ended        chan struct{} // closed when the process has ended
}

// emptyArchive returns a data directory with an archive to copy, and the server's program.
var emptyArchive = sync.OnceValues(func() (dir [2]string, err error) {
	parent, err := os.MkdirTemp("", "gridkeeper-test-")
	if err != nil {
		return dir, err
	}
	emptyArchiveDir.Store(parent)
	// MkdirTemp lets only ourselves in. Root's server, which runs as another user, would be given the right
	// to pass and then prefer what the servers of the tests cannot reach.
	if err := os.Chmod(parent, 0o755); err != nil {
		return dir, err
	}
	data := filepath.Join(parent, "pg")
	server, err := localpg.Start(context.Background(), localpg.Options{Dir: data, NoSync: true})
	if err != nil {
		return dir, err
	}
	err = postgres.Migrate(context.Background(), server.URL())
	words, readErr := os.ReadFile(filepath.Join(data, "postmaster.opts"))
	program, _, _ := strings.Cut(string(words), " ")
	return [2]string{data, program}, errors.Join(err, readErr, server.Stop())
})

// emptyArchiveDir is the parent of what is copied, once there is one.
var emptyArchiveDir atomic.Value

func removeEmptyArchive() {
	if dir, ok := emptyArchiveDir.Load().(string); ok {
		os.RemoveAll(dir)
	}
}

// copyArchive copies an empty archive into a directory, and returns its data directory and the
// server's program.
func copyArchive(t *testing.T, parent string) (dir, program string) {
	t.Helper()
	empty, err := emptyArchive()
	must(t, err)
	dir = filepath.Join(parent, "pg")
	command(t, "cp", "-a", empty[0], dir)
	return dir, empty[1]
}

func command(t *testing.T, name string, args ...string) {
	t.Helper()
	if text, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, text)
	}
}

// startServer starts a server with an empty archive and some settings.
func startServer(t *testing.T, settings ...string) *faultServer {
	t.Helper()
	s := &faultServer{}
	s.dir, s.program = copyArchive(t, archivetest.Dir(t))
	s.start(t, settings...)
	return s
}

// start starts the server, as the owner of its data, and waits until it accepts connections.
func (s *faultServer) start(t *testing.T, settings ...string) {
	t.Helper()
	s.launch(t, settings)
	for deadline := time.After(tooLong); !s.answers(); {
		select {
		case <-s.ended:
			t.Fatalf("the server ended at its start: %s", s.log(t))
		case <-deadline:
			t.Fatalf("the server does not accept connections after %s: %s", tooLong, s.log(t))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// launch runs the server's program until the test ends.
func (s *faultServer) launch(t *testing.T, settings []string) {
	t.Helper()
	// A file, since a pipe would be open for as long as any process of the server is.
	output, err := os.Create(s.dir + ".log")
	must(t, err)
	defer output.Close()
	args := []string{"-D", s.dir, "-p", "5432", "-c", "listen_addresses=", "-c", "unix_socket_directories=" + s.dir, "-c", "fsync=off"}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	process := exec.Command(s.program, args...)
	process.Dir = "/"
	process.Stdout, process.Stderr = output, output
	process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if info, err := os.Stat(s.dir); err == nil && os.Geteuid() == 0 {
		owner := info.Sys().(*syscall.Stat_t)
		process.SysProcAttr.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	must(t, process.Start())
	ended := make(chan struct{})
	go func() { _ = process.Wait(); close(ended) }()
	t.Cleanup(func() { _ = process.Process.Kill(); <-ended })
	s.process, s.ended = process, ended
}

// log returns what the server printed since its start.
func (s *faultServer) log(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.dir + ".log")
	must(t, err)
	return string(text)
}

func (s *faultServer) answers() bool {
	ctx, cancel := context.WithTimeout(context.Background(), tooLong)
	defer cancel()
	c, err := pgx.Connect(ctx, s.url())
	if err != nil {
		return false
	}
	return c.Close(ctx) == nil
}

// stop shuts the server down.
func (s *faultServer) stop(t *testing.T) {
	t.Helper()
	s.stopBy(t, syscall.SIGINT)
}

// stopBy waits until the server ends by a signal.
func (s *faultServer) stopBy(t *testing.T, signal syscall.Signal) {
	t.Helper()
	_ = s.process.Process.Signal(signal) // it may have ended already
	select {
	case <-s.ended:
	case <-time.After(tooLong):
		t.Fatalf("the server has not ended by %s after %s: %s", signal, tooLong, s.log(t))
	}
}

// signal sends a signal to all processes of the server, which starts no other meanwhile.
func (s *faultServer) signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	_ = s.process.Process.Signal(syscall.SIGSTOP) // it may have ended already
	children, err := exec.Command("pgrep", "-P", fmt.Sprint(s.process.Process.Pid)).Output()
	if err != nil {
		t.Skip("no pgrep here")
	}
	for _, pid := range append(strings.Fields(string(children)), fmt.Sprint(s.process.Process.Pid)) {
		_ = exec.Command("kill", "-"+fmt.Sprint(int(signal)), pid).Run()
	}
}

func (s *faultServer) url() string {
	return "postgres:///postgres?host=" + s.dir + "&port=5432&user=gridkeeper"
}

// session is a connection of someone else.
type session struct {
	*testing.T
	*pgx.Conn
}

func connect(t *testing.T, url string) session {
	t.Helper()
	c, err := pgx.Connect(context.Background(), url)
	must(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return session{t, c}
}

func (s session) do(statements string) {
	s.Helper()
	if _, err := s.Exec(context.Background(), statements); err != nil {
		s.Fatalf("%s: %v", statements, err)
	}
}

// await waits until a query yields true.
func (s session) await(query string) {
	s.Helper()
	sudokutest.Eventually(s.T, query, func() (yes bool) {
		must(s, s.QueryRow(context.Background(), query).Scan(&yes))
		return yes
	})
}
