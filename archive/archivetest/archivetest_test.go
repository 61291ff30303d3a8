package archivetest_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
)

func TestMain(m *testing.M) {
	// Rubbish from before, to be found by the first test that asks for a database.
	for _, rubbish := range rubbish() {
		hoursAgo := time.Now().Add(-2 * time.Hour)
		if os.MkdirAll(rubbish, 0o755) != nil || os.Chtimes(rubbish, hoursAgo, hoursAgo) != nil {
			os.Exit(1)
		}
	}
	archivetest.Main(m)
}

// rubbish returns a directory wherever tests make them.
func rubbish() (dirs []string) {
	for _, parent := range []string{os.TempDir(), "/dev/shm"} {
		if syscall.Access(parent, 2) == nil { // may be written to
			dirs = append(dirs, filepath.Join(parent, "gridkeeper-test-rubbish"))
		}
	}
	return dirs
}

func TestEachTestHasItsOwn(t *testing.T) {
	one, other := archivetest.New(t), archivetest.New(t)
	must(t, one.SaveGuild(t.Context(), daily.NewGuild("42")))
	stats, err := other.Stats(t.Context())
	if err != nil || stats.Guilds != 0 {
		t.Errorf("%d guilds in another database, %v", stats.Guilds, err)
	}
	if first, second := archivetest.URL(t), archivetest.URL(t); first == second {
		t.Error("two tests share a database")
	}
}

func TestRubbishIsRemoved(t *testing.T) {
	archivetest.New(t)
	for _, rubbish := range rubbish() {
		if _, err := os.Stat(rubbish); err == nil {
			t.Errorf("what a killed test process left is still there: %s", rubbish)
		}
	}
}

// Another package's tests may start an hour after ours.
func TestOldButInUse(t *testing.T) {
	dir, hoursAgo := archivetest.Dir(t), time.Now().Add(-2*time.Hour)
	must(t, os.Chtimes(dir, hoursAgo, hoursAgo))
	must(t, startTest(t, t.TempDir()).Wait())
	if _, err := os.Stat(dir); err != nil {
		t.Errorf("another process took it for rubbish: %v", err)
	}
}

// Packages that are tested together start from the files that one of them has made, never from half a copy.
func TestReady(t *testing.T) {
	ready := t.TempDir()
	whole, part := filepath.Join(ready, "pg"), filepath.Join(ready, "pg.tmp")
	must(t, os.Mkdir(part, 0o700)) // by a process that was killed
	one, other := startTest(t, ready), startTest(t, ready)
	if err := errors.Join(one.Wait(), other.Wait()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(part); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a copy is left: %v", err)
	}
	must(t, os.WriteFile(filepath.Join(whole, "PG_VERSION"), []byte("1\n"), 0o600))
	if startTest(t, ready).Wait() == nil {
		t.Error("a server starts, though the files that it is to copy are damaged")
	}
	if err := startTest(t, "/nonexistent").Wait(); err != nil {
		t.Errorf("nothing can be shared: %v", err)
	}
}

// startTest starts a process that makes a few databases.
func startTest(t *testing.T, ready string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestEachTestHasItsOwn$")
	c.Env = append(os.Environ(), "GRIDTEST_READY="+ready)
	must(t, c.Start())
	return c
}
