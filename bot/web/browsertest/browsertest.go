// Package browsertest finds a browser for the tests of packages that make pages, and has axe
// (https://github.com/dequelabs/axe-core, Mozilla Public License 2.0) look at them. axe is not part of this
// repository: "make axe" installs it with npm.
package browsertest

import (
	_ "embed"
	"os"
	"os/exec"
	"testing"
)

// programs are the browsers that will do, the best first. Chromium opens a window for each context even where nobody
// sees it, with a page for its buttons. The headless shell is the same engine without: tests take half as long.
var programs = []string{"chromium-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"}

// Program returns the path of a browser. Where there is none, the test is skipped.
func Program(t testing.TB) string {
	t.Helper()
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium: tests in a browser are skipped")
	return ""
}

// Variable names the environment variable that has the path of axe.min.js.
const Variable = "GRIDTEST_AXE"

// run is a script that has axe look at the page as it stands.
//
//go:embed run.js
var run string

// Script returns axe itself, to be evaluated once in each page. Where there is none, the test is skipped.
func Script(t testing.TB) string {
	t.Helper()
	path := os.Getenv(Variable)
	if path == "" {
		t.Skip("no " + Variable + ": axe looks at no page ('make axe' has it do so)")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "; void 0"
}

// Run is a script whose value is a promise of [Findings]; axe has to be in the page.
func Run() string { return run }

// Findings are what axe says of a page: a line for each element.
type Findings struct {
	Violations []string `json:"violations"`
	Incomplete []string `json:"incomplete"` // what a person has to look at
}
