package localpg_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
)

// childVariable names a directory. The test binary then runs a server on it until standard
// input ends, instead of tests.
const childVariable = "GRIDTEST_LOCALPG_CHILD"

// waitVariable is how long a child that owns a server waits for others.
const waitVariable = "GRIDTEST_LOCALPG_WAIT"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		os.Exit(runChild(dir))
	}
	os.Exit(runTests(m))
}

// readable is a copy of the test binary that any user can start. It is made before the tests:
// a file that was open for writing while another test started a process cannot be executed
// for a moment.
var readable string

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "gridkeeper-localpg-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	readable = filepath.Join(dir, "child")
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	text, err := os.ReadFile(self)
	if err := errors.Join(err, os.Chmod(dir, 0o755), os.WriteFile(readable, text, 0o755)); err != nil {
		panic(err)
	}
	return m.Run()
}

func runChild(dir string) int {
	wait, _ := time.ParseDuration(os.Getenv(waitVariable))
	server, err := localpg.Start(context.Background(), localpg.Options{Dir: dir, Wait: wait})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println(server.URL())
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := server.Stop(); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// child is another process that uses the server of a directory.
type child struct {
	*exec.Cmd
	url   string
	input io.Closer
}

// startChild starts a child and waits until it has a server. It waits for others for a second.
func startChild(t *testing.T, dir string, attributes *syscall.SysProcAttr) child {
	t.Helper()
	return startPatientChild(t, dir, time.Second, attributes)
}

func startPatientChild(t *testing.T, dir string, wait time.Duration, attributes *syscall.SysProcAttr) child {
	t.Helper()
	cmd := exec.Command(readable)
	cmd.Env = append(os.Environ(), childVariable+"="+dir, waitVariable+"="+wait.String())
	cmd.Dir = "/"
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = attributes
	input, err := cmd.StdinPipe()
	must(t, err)
	output, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended already
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "postgres://") {
		t.Fatalf("the child says %q, %v", line, err)
	}
	return child{cmd, strings.TrimSpace(line), input}
}

// kill kills the child and waits for the end of the server that it owned.
func (c child) kill(t *testing.T, dir string) {
	t.Helper()
	must(t, c.Process.Kill())
	eventually(t, "the server of a killed process ends", func() bool { return !running(t, dir) })
	u, err := url.Parse(c.url)
	must(t, err)
	if err := os.Remove(u.Query().Get("host")); err != nil { // its owner was killed
		t.Error(err)
	}
}

// openDir makes a directory in which any user can make files, which t.TempDir does not.
func openDir(t *testing.T) string {
	t.Helper()
	dir := archivetest.Dir(t)
	t.Cleanup(func() { eventually(t, "remove "+dir, func() bool { return os.RemoveAll(dir) == nil }) })
	must(t, os.Chmod(dir, 0o777))
	return dir
}

// start starts a server in this process, stopped when the test ends.
func start(t *testing.T, dir string) *localpg.Server {
	t.Helper()
	server, err := localpg.Start(t.Context(), localpg.Options{Dir: dir})
	must(t, err)
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// query executes statements and returns the one text that the last of them yields.
func query(server string, statements ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	connection, err := pgx.Connect(ctx, server)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close(ctx) }()
	last := len(statements) - 1
	for _, sql := range statements[:last] {
		if _, err := connection.Exec(ctx, sql); err != nil {
			return "", err
		}
	}
	var text string
	err = connection.QueryRow(ctx, statements[last]).Scan(&text)
	return text, err
}

func mustQuery(t *testing.T, server string, statements ...string) string {
	t.Helper()
	text, err := query(server, statements...)
	must(t, err)
	return text
}

// running reports whether any process runs on a data directory: its arguments name it.
func running(t *testing.T, dir string) bool {
	t.Helper()
	commands, err := filepath.Glob("/proc/[0-9]*/cmdline")
	must(t, err)
	for _, path := range commands {
		text, _ := os.ReadFile(path) // it may have ended since
		if strings.Contains(string(text), "postgres\x00-D\x00"+dir) {
			return true
		}
	}
	return false
}
