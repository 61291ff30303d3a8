package calendar

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	_ "time/tzdata" // the zones of guilds must be known wherever the program runs
)

// LoadZone returns the time zone of an IANA name, "Europe/Berlin". It rejects names that mean
// another zone on another machine. The zones of the system come before those that the program
// brings: governments change their clocks with a notice of weeks, and the system's updates follow
// sooner than its operator installs another gridkeeper.
func LoadZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fmt.Errorf("%q is not a time zone: want an IANA name, such as Europe/Berlin or Asia/Taipei", name)
	}
	return zone, nil
}

// Zones describes the source of LoadZone's zones.
type Zones struct {
	Path    string // a folder, or a file of package time; "" for those that the program brings
	Release string // such as "2026b"; "" where nothing says it
}

// String returns "release 2026b, in /usr/share/zoneinfo".
func (z Zones) String() string {
	switch {
	case z.Path == "":
		return "those of " + runtime.Version() + ", built in"
	case z.Release == "":
		return "in " + z.Path
	}
	return "release " + z.Release + ", in " + z.Path
}

// systemZones are the folders in which package time looks for zones before it takes the program's own.
var systemZones = []string{"/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/locale/TZ", "/etc/zoneinfo"}

// FindZones returns the zones that LoadZone uses. It looks in the same folders as package time, which does not report
// its source.
func FindZones() Zones {
	for _, path := range append([]string{os.Getenv("ZONEINFO")}, systemZones...) {
		if path == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(path, "Europe", "London")); err == nil {
			return Zones{path, releaseIn(path)}
		}
		if _, err := os.Stat(path); err == nil && strings.HasSuffix(path, ".zip") {
			return Zones{Path: path}
		}
	}
	return Zones{}
}

// releaseIn reads the first line of the compact form of the tz database, "# version 2026b", that
// systems keep beside the zones.
func releaseIn(path string) string {
	file, err := os.Open(filepath.Join(path, "tzdata.zi"))
	if err != nil {
		return ""
	}
	defer file.Close()
	line, _ := bufio.NewReader(file).ReadString('\n')
	release, found := strings.CutPrefix(strings.TrimSpace(line), "# version ")
	if !found {
		return ""
	}
	return release
}
