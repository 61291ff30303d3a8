package archivetest_test

import (
	"os"
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
