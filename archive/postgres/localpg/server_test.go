package localpg_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must, eventually = sudokutest.Must, sudokutest.Eventually

func TestDataSurvives(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), "pg")
	server := start(t, dir)
	mustQuery(t, server.URL(), "create table kept as select 'yes' as it", "select 'made'")
	if got := mustQuery(t, server.URL(), "show listen_addresses"); got != "" {
		t.Errorf("the server listens on %q, want no TCP", got)
	}
	const fastest = `select case when 'lz4' = any(enumvals) then 'lz4' when vartype = 'enum' then 'pglz' else 'on' end from pg_settings where name = 'wal_compression'`
	if got, want := mustQuery(t, server.URL(), "show wal_compression"), mustQuery(t, server.URL(), fastest); got != want {
		t.Errorf("the server packs its log by %q, want %q", got, want)
	}
	must(t, server.Stop())
	if running(t, dir) {
		t.Fatal("a server runs after Stop")
	}
	if got := mustQuery(t, start(t, dir).URL(), "select it from kept"); got != "yes" {
		t.Errorf("the table holds %q, want yes", got)
	}
}

// The server ends when its owner is killed, and the next start succeeds.
func TestKilledOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), "pg")
	for range 3 {
		owner := startChild(t, dir, nil)
		mustQuery(t, owner.url, "create table if not exists kept (it text)", "select 'made'")
		must(t, owner.Process.Signal(syscall.SIGKILL))
		// No wait in between: the next owner meets the server on its way down.
	}
	server := start(t, dir)
	mustQuery(t, server.URL(), "select 'there' from kept union select 'there'")
	must(t, server.Stop())
	startChild(t, dir, nil).kill(t, dir)
}

func TestTwoProcessesShare(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"stopped", "killed"} {
		t.Run("owner is "+end, func(t *testing.T) {
			dir := filepath.Join(openDir(t), "pg")
			owner := startChild(t, dir, nil)
			attached := start(t, dir)
			if attached.URL() != owner.url {
				t.Fatalf("attached to %s, want %s", attached.URL(), owner.url)
			}
			first := mustQuery(t, attached.URL(), "select pg_postmaster_start_time()::text")
			if end == "killed" {
				_ = owner.Process.Kill()
			} else {
				_ = owner.input.Close()
			}
			_ = owner.Wait()
			eventually(t, "the attached process takes over", func() bool {
				started, err := query(attached.URL(), "select pg_postmaster_start_time()::text")
				return err == nil && started != first
			})
			must(t, attached.Stop())
			if running(t, dir) {
				t.Error("a server runs after both have ended")
			}
		})
	}
}

// An owner that is done keeps the server running until an attached process is done.
func TestOwnerWaits(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), "pg")
	owner := startPatientChild(t, dir, time.Hour, nil)
	attached := start(t, dir)
	first := mustQuery(t, attached.URL(), "select pg_postmaster_start_time()::text")
	_ = owner.input.Close()
	time.Sleep(200 * time.Millisecond) // by then it would have stopped the server
	if now := mustQuery(t, attached.URL(), "select pg_postmaster_start_time()::text"); now != first {
		t.Errorf("the server was started again at %s, want the one of %s", now, first)
	}
	must(t, attached.Stop())
	if err := owner.Wait(); err != nil {
		t.Error(err)
	}
	if running(t, dir) {
		t.Error("a server runs after both have ended")
	}
}

// When an attached process ends first, the owner's server goes on.
func TestAttachedLeaves(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), "pg")
	owner := start(t, dir)
	attached := startChild(t, dir, nil)
	_ = attached.input.Close()
	must(t, attached.Wait())
	mustQuery(t, owner.URL(), "select 'there'")
}

func TestCrashedServerComesBack(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), "pg")
	server := start(t, dir)
	mustQuery(t, server.URL(), "create table kept as select 'yes' as it", "select 'made'")
	pid := 0
	text, err := os.ReadFile(filepath.Join(dir, "postmaster.pid"))
	must(t, err)
	if _, err := fmt.Sscan(string(text), &pid); err != nil {
		t.Fatal(err)
	}
	must(t, syscall.Kill(pid, syscall.SIGKILL))
	eventually(t, "the server comes back with its data", func() bool {
		got, err := query(server.URL(), "select it from kept")
		return err == nil && got == "yes"
	})
}

func TestStalePIDFile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), "pg")
	must(t, start(t, dir).Stop())
	// The first has a number that was used again after a crash: ours, which is not a server.
	for _, text := range []string{fmt.Sprintf("%d\n%s\n1\n5432\n/tmp\n\n\nready\n", os.Getpid(), dir), "", "nonsense\n", "-1\n"} {
		must(t, os.WriteFile(filepath.Join(dir, "postmaster.pid"), []byte(text), 0o600))
		server := start(t, dir)
		mustQuery(t, server.URL(), "select 'there'")
		must(t, server.Stop())
	}
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	foreign := filepath.Join(openDir(t), "foreign")
	old := filepath.Join(openDir(t), "old")
	for path, text := range map[string]string{
		filepath.Join(foreign, "holiday.jpg"): "picture",
		filepath.Join(old, "PG_VERSION"):      "9\n",
	} {
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(text), 0o600))
	}
	if os.Geteuid() == 0 { // the server's account would be another
		must(t, os.Lchown(filepath.Join(old, "PG_VERSION"), accountOf(t), -1))
	}
	for _, c := range []struct {
		name    string
		options localpg.Options
		want    string
	}{
		{"other files", localpg.Options{Dir: foreign}, "holds files but no database"},
		{"another version", localpg.Options{Dir: old}, "was made by PostgreSQL 9"},
		{"below a file", localpg.Options{Dir: filepath.Join(foreign, "holiday.jpg", "pg")}, "not a directory: choose another"},
		{"a long path", localpg.Options{Dir: "/" + strings.Repeat("long/", 200)}, "has 1000 bytes"},
		{"no programs there", localpg.Options{Dir: filepath.Join(openDir(t), "pg"), Bin: "/etc"}, `"/etc" holds no PostgreSQL server`},
		{"data that matters without syncing", localpg.Options{Dir: "/var/lib/precious", NoSync: true}, "outside of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, err := localpg.Start(t.Context(), c.options)
			if err == nil {
				_ = server.Stop()
				t.Fatal("it started")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %q, want it to say %q", err, c.want)
			}
		})
	}
	if text, err := os.ReadFile(filepath.Join(foreign, "holiday.jpg")); err != nil || string(text) != "picture" {
		t.Errorf("the file of another program holds %q, %v", text, err)
	}
}

// Without a /dev/shm that it may write to, a new server shares memory in another way. One that was made
// with it says what is missing.
func TestWithoutSharedMemory(t *testing.T) {
	t.Parallel()
	closed := func(dir string) string {
		cmd := exec.Command("unshare", "--mount", "sh", "-c", `mount -t tmpfs -o mode=755 tmpfs /dev/shm && exec "$0"`, readable)
		cmd.Env = append(os.Environ(), childVariable+"="+dir)
		text, _ := cmd.CombinedOutput() // the text says more
		return string(text)
	}
	if text, err := exec.Command("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm").CombinedOutput(); err != nil {
		t.Skipf("/dev/shm cannot be replaced here: %v %s", err, text)
	}
	disk, err := os.MkdirTemp("", "gridkeeper-localpg-") // openDir may be in /dev/shm
	must(t, errors.Join(err, os.Chmod(disk, 0o777)))
	t.Cleanup(func() { _ = os.RemoveAll(disk) })
	fresh, made := filepath.Join(disk, "fresh"), filepath.Join(disk, "made")
	if got := closed(fresh); !strings.HasPrefix(got, "postgres://") {
		t.Errorf("a new server says %q", got)
	}
	must(t, start(t, made).Stop())
	if got := closed(made); !strings.Contains(got, "the server needs a /dev/shm") {
		t.Errorf("a server that had /dev/shm says %q", got)
	}
}

// An initdb that was killed leaves D.tmp, which the next start replaces.
func TestKilledInitdb(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), "pg")
	must(t, os.MkdirAll(dir+".tmp/base", 0o700))
	mustQuery(t, start(t, dir).URL(), "select 'there'")
	if _, err := os.Stat(dir + ".tmp"); err == nil {
		t.Errorf("%s.tmp is still there", dir)
	}
}

// accountOf returns the number of the user that root's servers run as.
func accountOf(t *testing.T) int {
	t.Helper()
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	must(t, err)
	uid, err := strconv.Atoi(u.Uid)
	must(t, err)
	return uid
}

// Root may keep a database in a directory that only root can enter, such as its home.
func TestRootKeepsDataWhereOnlyRootEnters(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only for root")
	}
	closed := filepath.Join(openDir(t), "closed")
	must(t, os.Mkdir(closed, 0o700))
	dir := filepath.Join(closed, "data", "pg")
	owner := startChild(t, dir, nil)
	mustQuery(t, owner.url, "create table kept as select 'yes' as it", "select 'made'")
	owner.kill(t, dir)
	if got := mustQuery(t, start(t, dir).URL(), "select it from kept"); got != "yes" {
		t.Errorf("the table holds %q, want yes", got)
	}
}

func TestOrdinaryUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("the other tests run as an ordinary user already")
	}
	dir := filepath.Join(openDir(t), "pg")
	nobody, err := user.Lookup("nobody")
	must(t, err)
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	must(t, err)
	attributes := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	owner := startChild(t, dir, attributes)
	mustQuery(t, owner.url, "select 'there'")
	_ = owner.input.Close()
	must(t, owner.Wait())
	if running(t, dir) {
		t.Error("a server runs after its process has ended")
	}
}
