// Package calendartest gives tests the same time zones on every machine.
package calendartest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// FixZones has this process, and those that it starts, take time zones from the Go that runs the tests
// instead of from the system. It comes before any zone is loaded: package time looks only once where to find
// them. Where the environment sets ZONEINFO already, as the check with the newest zones does, that stays.
func FixZones() {
	if os.Getenv("ZONEINFO") == "" {
		os.Setenv("ZONEINFO", ZonesOfGo())
	}
}

// ZonesOfGo returns the file of the zones that come with Go.
func ZonesOfGo() string {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		panic("tests take their time zones from the Go that runs them: " + err.Error())
	}
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip")
}
