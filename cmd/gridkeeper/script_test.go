package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

func TestMain(m *testing.M) {
	testscript.Main(onDatabases{m}, map[string]func(){"gridkeeper": main})
}

// onDatabases are tests of which some have databases of archivetest.
type onDatabases struct{ *testing.M }

func (m onDatabases) Run() int {
	defer removeEmptyArchive()
	return archivetest.Run(m.M)
}

// The scripts in testdata run the real program and read what it prints. Each has a data
// folder of its own, where PostgreSQL, which does not run as root, can reach it.
//
// They start the program some hundred times, each ten times as slow under the race detector as
// without it, and what runs side by side in it has tests of its own.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts run where the race detector does not")
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			dir, err := os.MkdirTemp("", "gridkeeper-script-")
			if err != nil {
				return err
			}
			env.Defer(func() { os.RemoveAll(dir) })
			env.Setenv("GRIDKEEPER_DATA_DIR", dir)
			env.Setenv("ZONEINFO", os.Getenv("ZONEINFO"))
			return os.Chmod(dir, 0o755)
		},
	})
}
