package archivetest_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

func TestMain(m *testing.M) {
	// Rubbish from before, to be found by the first test that asks for a database.
	rubbish := filepath.Join(os.TempDir(), "gridkeeper-test-rubbish")
	hourAgo := time.Now().Add(-2 * time.Hour)
	if os.MkdirAll(rubbish, 0o755) != nil || os.Chtimes(rubbish, hourAgo, hourAgo) != nil {
		os.Exit(1)
	}
	archivetest.Main(m)
}

func TestEachTestHasItsOwn(t *testing.T) {
	one, other := archivetest.New(t), archivetest.New(t)
	if err := one.SaveGuild(t.Context(), archive.NewGuild("42")); err != nil {
		t.Fatal(err)
	}
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
	if _, err := os.Stat(filepath.Join(os.TempDir(), "gridkeeper-test-rubbish")); err == nil {
		t.Error("what a killed test process left is still there")
	}
}
