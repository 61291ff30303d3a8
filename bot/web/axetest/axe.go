// Package axetest has axe (https://github.com/dequelabs/axe-core, Mozilla Public License 2.0) look at a page
// in the tests of packages that make pages. axe is not part of this repository: "make axe" installs it with npm.
package axetest

import (
	_ "embed"
	"os"
	"testing"
)

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
