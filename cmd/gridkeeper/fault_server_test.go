package main

import (
	"bytes"
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

	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// faultServer is a PostgreSQL server for one fault, on a data directory of its own.
type faultServer struct {
	dir, program string
	process      *exec.Cmd
	log          *bytes.Buffer
}

// emptyArchive returns a data directory with an archive to copy, and the server's program.
var emptyArchive = sync.OnceValues(func() (dir [2]string, err error) {
	parent, err := os.MkdirTemp("", "gridkeeper-test-")
	if err != nil {
		return dir, err
	}
	emptyArchiveDir.Store(parent)
	data := filepath.Join(parent, "pg")
	server, err := localpg.Start(context.Background(), localpg.Options{Dir: data, NoSync: true})
	if err := errors.Join(err, os.Chmod(parent, 0o755)); err != nil {
		return dir, err
	}
	err = migrations.Up(context.Background(), server.URL())
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
	if err != nil {
		t.Fatal(err)
	}
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

// openDir returns a directory that PostgreSQL can reach when it runs as another user.
func openDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "gridkeeper-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// startServer starts a server with an empty archive and some settings.
func startServer(t *testing.T, settings ...string) *faultServer {
	t.Helper()
	s := &faultServer{}
	s.dir, s.program = copyArchive(t, openDir(t))
	s.start(t, settings...)
	return s
}

// start starts the server, as the owner of its data.
func (s *faultServer) start(t *testing.T, settings ...string) {
	t.Helper()
	s.log = new(bytes.Buffer)
	args := []string{"-D", s.dir, "-p", "5432", "-c", "listen_addresses=", "-c", "unix_socket_directories=" + s.dir, "-c", "fsync=off"}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	s.process = exec.Command(s.program, args...)
	s.process.Dir = "/"
	s.process.Stdout, s.process.Stderr = s.log, s.log
	s.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if info, err := os.Stat(s.dir); err == nil && os.Geteuid() == 0 {
		owner := info.Sys().(*syscall.Stat_t)
		s.process.SysProcAttr.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	process := s.process
	t.Cleanup(func() { _ = syscall.Kill(-process.Process.Pid, syscall.SIGKILL) })
	for deadline := time.Now().Add(3 * time.Minute); !s.answers(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the server does not start: %s", s.log)
		}
	}
}

func (s *faultServer) answers() bool {
	c, err := pgx.Connect(context.Background(), s.url())
	if err != nil {
		return false
	}
	return c.Close(context.Background()) == nil
}

// stop shuts the server down.
func (s *faultServer) stop(t *testing.T) {
	t.Helper()
	_ = s.process.Process.Signal(syscall.SIGINT) // it may have ended already
	_ = s.process.Wait()
}

// signal sends a signal to all processes of the server.
func (s *faultServer) signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
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
	if err != nil {
		t.Fatal(err)
	}
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
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		var yes bool
		if err := s.QueryRow(context.Background(), query).Scan(&yes); err != nil {
			s.Fatal(err)
		}
		if yes {
			return
		}
		if time.Now().After(deadline) {
			s.Fatalf("never: %s", query)
		}
	}
}
