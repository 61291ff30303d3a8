package connection_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
)

// The documents name the oldest PostgreSQL as the code does.
func TestOldestServerInDocuments(t *testing.T) {
	const root = "../../.."
	documents, err := filepath.Glob(root + "/docs/*.md")
	for _, pattern := range []string{"/*.md", "/config.example.yaml", "/.ci/postgresql", "/archive/doc.go"} {
		found, globErr := filepath.Glob(root + pattern)
		documents, err = append(documents, found...), errors.Join(err, globErr)
	}
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`PostgreSQL (\d+) or newer`)
	count := 0
	for _, path := range documents {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range named.FindAllSubmatch(text, -1) {
			count++
			if got, want := string(match[1]), strconv.Itoa(connection.OldestServer); got != want {
				t.Errorf("%s says %q, want %s", path, match[0], want)
			}
		}
	}
	if count == 0 {
		t.Error("no document names the oldest PostgreSQL")
	}
}
