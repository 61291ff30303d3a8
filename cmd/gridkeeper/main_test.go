package main

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestFullDisk(t *testing.T) {
	for _, args := range [][]string{
		{"solve", "1.....3..2.....4"}, {"generate", "--count", "1000000"}, {"techniques"}, {"--help"},
	} {
		var errOut strings.Builder
		code := run(t.Context(), args, strings.NewReader(""), fullDisk{}, &errOut)
		if code != 1 || !strings.Contains(errOut.String(), "no space left on device") {
			t.Errorf("%q: exit code %d and %q, want 1 and the reason", args, code, errOut.String())
		}
	}
}

// README names every command.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range newRoot().Commands() {
		if c.GroupID != "" && !strings.Contains(string(text), "`"+c.Name()) {
			t.Errorf("README does not name the command %s", c.Name())
		}
	}
}
