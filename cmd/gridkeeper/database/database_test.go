package database

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Root starts no private server in the folder of the service, once that is installed; elsewhere it does.
func TestServiceFolder(t *testing.T) {
	defer func(before []string) { units = before }(units)
	units = []string{filepath.Join(t.TempDir(), "none.service")}
	if err := rejectServiceFolder("/var/lib/gridkeeper"); err != nil {
		t.Errorf("without the service: %v", err)
	}
	units = append(units, "../../../packaging/gridkeeper.service")
	for dir, want := range map[string]bool{
		"/var/lib/gridkeeper": true, "/var/lib/gridkeeper/own": true, "/var/lib/private/gridkeeper": true,
		"/var/lib/gridkeeper-own": false, "/srv/gridkeeper": false,
	} {
		err := rejectServiceFolder(dir)
		if want = want && os.Geteuid() == 0; (err != nil) != want || want && !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v, want an error: %t", dir, err, want)
		}
	}
}
