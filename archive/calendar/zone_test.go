package calendar_test

import (
	"archive/zip"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/calendar/calendartest"
)

func TestFindZones(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"Europe/London": "TZif2", "tzdata.zi": "# version 2026f\n# redo posix_only\nR d 1916"} {
		name = filepath.Join(folder, name)
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	for _, c := range []struct{ set, want string }{
		{folder, "release 2026f, in " + folder},
		{calendartest.ZonesOfGo(), "in " + calendartest.ZonesOfGo()},
	} {
		t.Setenv("ZONEINFO", c.set)
		if got := calendar.FindZones().String(); got != c.want {
			t.Errorf("with ZONEINFO=%s: %s, want %s", c.set, got, c.want)
		}
	}
	must(t, os.Remove(filepath.Join(folder, "tzdata.zi")))
	t.Setenv("ZONEINFO", folder)
	if got := calendar.FindZones(); got != (calendar.Zones{Path: folder}) {
		t.Errorf("without a release: %+v", got)
	}
	if got := (calendar.Zones{}).String(); !strings.HasPrefix(got, "those of go1") {
		t.Errorf("the built-in zones: %s", got)
	}
	t.Setenv("ZONEINFO", filepath.Join(folder, "Europe"))
	if got := calendar.FindZones(); strings.HasPrefix(got.Path, folder) {
		t.Errorf("a folder without zones: %+v", got)
	}
}

// What FindZones names is what package time loads.
func TestZonesAreThoseFound(t *testing.T) {
	path := calendar.FindZones().Path
	if path == "" {
		t.Skip("only the built-in zones are here")
	}
	var folder fs.FS = os.DirFS(path)
	if strings.HasSuffix(path, ".zip") {
		file, err := zip.OpenReader(path)
		must(t, err)
		defer file.Close()
		folder = file
	}
	for _, name := range []string{"America/Vancouver", "Africa/Casablanca"} {
		data, err := fs.ReadFile(folder, name)
		must(t, err)
		want, err := time.LoadLocationFromTZData(name, data)
		must(t, err)
		got, err := calendar.LoadZone(name)
		if must(t, err); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is not as in %s", name, path)
		}
	}
}
