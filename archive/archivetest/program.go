package archivetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Program returns the path of a program that make check has found or put into bin, and skips the test where there is none.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := findProgram(name)
	if err != nil {
		t.Skip(err)
	}
	return path
}

func findProgram(name string) (string, error) {
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin", filepath.Join(top(), "bin")) {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s here: 'make check' looks for it, with .ci/program", name)
}

// top is the folder of the module.
func top() string {
	dir, _ := os.Getwd()
	for dir != "/" {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

// Libraries is the folder of the libraries of programs in bin, for the variable LD_LIBRARY_PATH.
func Libraries() string { return filepath.Join(top(), "bin", "lib") }
