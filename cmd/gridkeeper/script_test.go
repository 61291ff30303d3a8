package main

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
)

func TestMain(m *testing.M) {
	testscript.Main(onDatabases{m}, map[string]func(){"gridkeeper": func() {
		config.System = os.Getenv("GRIDTEST_SYSTEM_CONFIG")
		if os.Getenv("GRIDTEST_NOBODY") != "" && os.Geteuid() == 0 { // root may read everything
			if err := syscall.Setuid(65534); err != nil {
				panic(err)
			}
		}
		main()
	}})
}

// onDatabases are tests of which some have databases of archivetest.
type onDatabases struct{ *testing.M }

func (m onDatabases) Run() int {
	defer removeEmptyArchive()
	return archivetest.Run(m.M)
}

// The scripts in testdata run the real program and read what it prints. Each has a data folder and a
// database of its own. Those of what a newcomer meets set GRIDKEEPER_DATABASE_URL to nothing, so that
// the program makes a private server in that folder, and starts and stops it for each command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			t := env.T().(testing.TB)
			env.Setenv("GRIDKEEPER_DATA_DIR", archivetest.Dir(t))
			env.Setenv("GRIDKEEPER_DATABASE_URL", archivetest.URL(t))
			env.Setenv("ZONEINFO", os.Getenv("ZONEINFO"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "full" { // that every write to /dev/full finds a full disk: not every container has it
				return false, fmt.Errorf("unknown condition %q", name)
			}
			_, err := os.Stat("/dev/full")
			return err == nil, nil
		},
	})
}
